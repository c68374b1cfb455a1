import Foundation
import MutantCells
import Scenarios

/// The mutation points that each matrix cell executes in the library.
///
/// A mutation point is the source position that a mutant changes, and has the same number as the
/// mutant. A single run of the cells records the points.
struct ExecutionMap: Codable {
  /// The results of one process for its share of the cells.
  struct Share: Codable {
    /// The matrix indices of the cells.
    var cells: [Int] = []
    /// For each cell, the mutation points that it executes. The number of each point is stored in
    /// two bytes.
    var positions: [Data] = []
    /// The cells that did not pass, by matrix index.
    var red: [Int: RedCell] = [:]
  }

  /// For each mutation point, the matrix indices of the passing cells that execute it.
  private(set) var cells: [Int: [Int]] = [:]
  /// For each cell, the mutation points that it executes, each identified by its number.
  private(set) var positions: [[Int]]
  /// For each cell, the number of mutation points that it executes.
  private(set) var breadth: [Int]
  /// The cells that did not pass, by matrix index.
  private(set) var red: [Int: RedCell] = [:]

  init(of shares: [Share], cellCount: Int) {
    breadth = Array(repeating: 0, count: cellCount)
    positions = Array(repeating: [], count: cellCount)
    for share in shares {
      red.merge(share.red) { first, _ in first }
      for (cell, data) in zip(share.cells, share.positions) {
        let numbers = Self.numbers(in: data)
        breadth[cell] = numbers.count
        positions[cell] = numbers
        if share.red[cell] == nil {
          for number in numbers { cells[number, default: []].append(cell) }
        }
      }
    }
  }

  static func data(of numbers: [Int]) -> Data {
    Data(numbers.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
  }

  private static func numbers(in data: Data) -> [Int] {
    let bytes = Array(data)
    return stride(from: 0, to: bytes.count - 1, by: 2).map {
      Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8
    }
  }
}

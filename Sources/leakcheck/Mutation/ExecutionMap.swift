import Foundation
import MutantCells
import Scenarios

/// The positions of the library that each cell executes, from one pass over the matrix.
struct ExecutionMap: Codable {
  /// The results of one process for its share of the cells.
  struct Share: Codable {
    /// The positions of the cells in the matrix.
    var cells: [Int] = []
    /// For each cell, the numbers of the mutants whose positions it executes, two bytes each.
    var positions: [Data] = []
    /// Cells that are not green, by position.
    var red: [Int: RedCell] = [:]
  }

  /// For each mutant, the green cells that execute its position.
  private(set) var cells: [Int: [Int]] = [:]
  /// For each cell, the numbers of the mutants whose positions it executes.
  private(set) var positions: [[Int]]
  /// For each cell, the number of positions that it executes.
  private(set) var breadth: [Int]
  /// Cells that are not green, by position.
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

import Foundation

/// A type that ranks source positions of the library, to explain why some matrix cells are *red*. A
/// red cell is a cell that did not pass. The other cells are *green*.
///
/// A position is suspect if red cells execute it and green cells do not. Its score is the Ochiai
/// coefficient (Abreu, Zoeteweij and van Gemund 2007): the number of red cells that execute it
/// divided by √(*red cells* · *cells that execute it*), with three changes:
///
/// - If a red cell has a failed check, the cell counts less for the positions that it did not
///   execute between the previous check and the failed check.
/// - The number of green cells counts less than proportionally.
/// - A position in a type whose objects survived has a higher score. The score is even higher if
///   the source text at the position contains the name of a property through which a surviving
///   object retains another one.
///
/// A file's score is the sum of the fourth powers of its positions' scores. A file with many
/// suspect positions therefore precedes a file with a single, equally suspect position. The
/// constants were chosen to give good results for the generated mutants; see `leakcheck mutants`.
package struct SuspectRanking {
  /// A cell that did not pass.
  package struct RedCell: Sendable {
    /// The source positions that the cell executed, each identified by the number of its mutant.
    package var executed: Set<Int>
    /// The source positions that the cell executed immediately before its first failed check, that
    /// is, since the previous check; empty if no check failed.
    package var executedLast: Set<Int>
    /// The types of the objects that survived, and the references between them in the form
    /// `Type.property`.
    package var clues: Set<String>

    package init(executed: Set<Int>, executedLast: Set<Int> = [], clues: Set<String> = []) {
      self.executed = executed
      self.executedLast = executedLast
      self.clues = clues
    }
  }

  /// A file with its most suspect position.
  package struct Ranked: Sendable {
    package var position: GeneratedMutant
    /// The score of the file; a higher score is more suspect.
    package var score: Double
  }

  private let positions: [Int: GeneratedMutant]

  /// - Parameter positions: The positions to rank, which are the positions of the generated
  ///   mutants.
  package init(of positions: [GeneratedMutant]) {
    self.positions = Dictionary(positions.map { ($0.number, $0) }) { first, _ in first }
  }

  /// Returns the files that red cells execute, most suspect first, each with its most suspect
  /// position.
  ///
  /// - Parameters:
  ///   - red: Cells that are red for the same reason.
  ///   - greenCells: A closure that returns the number of green cells that execute a position.
  package func ranked(_ red: [RedCell], greenCells: (Int) -> Int) -> [Ranked] {
    var files: [String: [Ranked]] = [:]
    for scored in scores(of: red, greenCells: greenCells) {
      files[scored.position.file, default: []].append(scored)
    }
    return files.sorted { $0.key < $1.key }.compactMap { _, positions in
      positions.min { ($1.score, $0.position.number) < ($0.score, $1.position.number) }.map {
        Ranked(position: $0.position, score: positions.reduce(0) { $0 + pow($1.score, 4) })
      }
    }.sorted { $0.score > $1.score }
  }

  private func scores(of red: [RedCell], greenCells: (Int) -> Int) -> [Ranked] {
    let clues = red.reduce(into: Set<String>()) { $0.formUnion($1.clues) }
    var weights: [Int: Double] = [:]
    for cell in red {
      for number in cell.executed {
        let isLast = cell.executedLast.isEmpty || cell.executedLast.contains(number)
        weights[number, default: 0] += isLast ? 1 : Self.weightOfEarlierParts
      }
    }
    return weights.compactMap { number, weight in
      guard let position = positions[number] else { return nil }
      // Many green cells are similar to each other, so their number counts less than
      // proportionally.
      let executions = weight + pow(Double(greenCells(number)), 0.8)
      let ochiai = weight / (Double(red.count) * executions).squareRoot()
      return Ranked(position: position, score: ochiai * Self.factor(of: position, clues))
    }
  }

  /// The weight of a red cell for a position that is not in the cell's `executedLast`, if that set
  /// is not empty. In all other cases, the weight is 1.
  private static let weightOfEarlierParts = 0.15

  private static func factor(of position: GeneratedMutant, _ clues: Set<String>) -> Double {
    guard !clues.isEmpty else { return 1 }
    let type = String(position.scope.prefix { $0 != "." })
    guard clues.contains(type) else { return 1 }
    let properties = clues.lazy.filter { $0.hasPrefix(type + ".") }
      .map { $0.dropFirst(type.count + 1) }
    return properties.contains { position.text(mentions: $0) } ? 1.3 : 1.1
  }
}

extension GeneratedMutant {
  /// Returns whether the changed source text contains a name as a whole word.
  fileprivate func text(mentions name: Substring) -> Bool {
    sourceText.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains(name)
  }
}

extension Sequence where Element == SuspectRanking.Ranked {
  /// The files, in the order of their ranks.
  package var files: [String] { map(\.position.file) }
}

import OwnershipGraph

/// A mistake that the generator made at one place of the library.
package struct GeneratedMutant: Hashable, Sendable {
  /// The number of its switch.
  package var number: Int
  /// `dropped-call`, `inverted-check`, …
  package var kind: String
  package var file: String
  package var line: Int
  /// The source text that is changed.
  package var place: String
  /// Its position among the mutants of its kind on its line, from 1.
  package var position: Int

  /// The name that `--mutant` takes: `Sink.swift:32:dropped-call`.
  package var name: String {
    "\(file):\(line):\(kind)" + (position > 1 ? "#\(position)" : "")
  }

  /// The change in words: `dropped-call: dispose()`.
  package var summary: String { "\(kind): \(place)" }

  /// The mutants that the lines of a generated list describe.
  ///
  /// - Parameters:
  ///   - text: A line for each mutant: kind, file, line and place between tabs.
  ///   - firstNumber: The number of the first one's switch.
  package static func list(_ text: String, from firstNumber: Int) -> [GeneratedMutant] {
    var seen: [String: Int] = [:]
    var result: [GeneratedMutant] = []
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", maxSplits: 3).map(String.init)
      guard fields.count == 4, let number = Int(fields[2]) else { continue }
      let key = "\(fields[1]):\(number):\(fields[0])"
      seen[key, default: 0] += 1
      result.append(
        GeneratedMutant(
          number: firstNumber + result.count, kind: fields[0], file: fields[1], line: number,
          place: fields[3], position: seen[key] ?? 1))
    }
    return result
  }

  /// A fixed part of all mutants: one in twenty, spread over all files.
  package var isInSample: Bool { number % 20 == 7 }
}

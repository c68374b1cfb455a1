import OwnershipGraph

/// A mistake that the `mutate` tool planted at one position in the source code of the library.
package struct GeneratedMutant: Hashable, Sendable {
  /// The mutant's number, which is also the number of the switch that turns the mutant on.
  package var number: Int
  /// The kind of mistake, such as `dropped-call` or `inverted-check`.
  package var kind: String
  package var file: String
  /// The folder that contains the file, relative to the package: `Sources/Streams/Core`.
  package var folder = ""
  /// The line that is changed, counted from 1.
  package var line: Int
  /// The types and the function that contain the edit: `AmbSink.next`.
  package var scope: String
  /// The source text that is changed.
  package var sourceText: String
  /// The position of the mutant among the mutants with the same file, scope and kind, counted from
  /// 1.
  package var position: Int

  /// The name to pass to `--mutant`: `Sink.swift:Sink.end:dropped-call#2`.
  package var name: String {
    "\(file):\(scope):\(kind)" + (position > 1 ? "#\(position)" : "")
  }

  /// The location of the edit: `Sink.swift:32`.
  package var location: String { "\(file):\(line)" }

  /// The change in words: `dropped-call: dispose()`.
  package var summary: String { "\(kind): \(sourceText)" }

  /// Returns the mutants that a generated list describes, numbered from `firstNumber`.
  package static func list(_ text: String, from firstNumber: Int) -> [GeneratedMutant] {
    var seen: [String: Int] = [:]
    var result: [GeneratedMutant] = []
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", maxSplits: 5, omittingEmptySubsequences: false)
        .map(String.init)
      guard fields.count == 6, let lineNumber = Int(fields[3]) else { continue }
      let key = "\(fields[2]):\(fields[4]):\(fields[0])"
      seen[key, default: 0] += 1
      result.append(
        GeneratedMutant(
          number: firstNumber + result.count, kind: fields[0], file: fields[2], folder: fields[1],
          line: lineNumber, scope: fields[4], sourceText: fields[5], position: seen[key] ?? 1))
    }
    return result
  }

  /// A Boolean value indicating whether the mutant is in the sample, which contains every twentieth
  /// mutant.
  package var isInSample: Bool { number % 20 == 7 }
}

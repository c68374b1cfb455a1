/// The generated mutants that no cell catches, each with the reason why none can.
///
/// A line names the mutant, and what follows the name is the reason; `#` begins a comment:
///
///     Fifo.swift:31:dropped-call  The array keeps taken slots, which are nil.
package struct SurvivorList: Sendable {
  package private(set) var reasons: [String: String] = [:]

  package init(parsing text: String) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { continue }
      reasons[String(parts[0])] = String(parts[1].drop { $0 == " " })
    }
  }
}

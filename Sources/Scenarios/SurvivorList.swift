/// The generated mutants that no cell catches, each with the reason why none can.
///
/// A line names the mutant, and what follows the name is the reason; `#` begins a comment:
///
///     Fifo.swift:31:dropped-call  The array keeps taken slots, which are nil.
///     Range.swift:11:dropped-check  ?
///
/// A question mark stands for a mutant that is open: a cell may be missing, or a reason.
package struct SurvivorList: Sendable {
  package private(set) var reasons: [String: String] = [:]
  /// The mutants that are neither caught nor explained.
  package private(set) var open: Set<String> = []

  /// The number of mutants listed.
  package var count: Int { reasons.count + open.count }

  package func contains(_ name: String) -> Bool { reasons[name] != nil || open.contains(name) }

  package init(parsing text: String) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let (name, reason) = (String(parts[0]), String(parts[1].drop { $0 == " " }))
      if reason == "?" { open.insert(name) } else { reasons[name] = reason }
    }
  }
}

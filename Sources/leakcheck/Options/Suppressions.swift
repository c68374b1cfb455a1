import Foundation
import Findings

/// Findings that nobody wants to hear of: known leaks of libraries.
///
/// A pattern is a fingerprint, or the name of a type, a closure's function or a module, with
/// `*` for anything; it applies to a finding with such an object in its cycle or among the
/// objects that are held. In a file there is one a line, after an optional `leak:` as in
/// LeakSanitizer's files; `#` starts a comment.
struct Suppressions {
  private var patterns: [String] = []

  mutating func add(_ patterns: [String]) { self.patterns += patterns }

  mutating func read(fileAt path: String) throws(UsageError) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw UsageError("the suppressions '\(path)' cannot be read")
    }
    for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline) {
      var pattern = line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
      if pattern.hasPrefix("leak:") {
        pattern = pattern.dropFirst(5).trimmingCharacters(in: .whitespaces)
      }
      if !pattern.isEmpty { patterns.append(pattern) }
    }
  }

  /// The report without what the patterns name, and how many findings that were.
  func applied(to report: LeakReport) -> (report: LeakReport, count: Int) {
    var report = report
    let count = report.findings.count
    report.findings.removeAll(where: includes)
    return (report, count - report.findings.count)
  }

  private func includes(_ finding: Finding) -> Bool {
    let isCycle = finding.graph.nodes.contains { $0.role == .cycle }
    let nodes = finding.graph.nodes.filter { $0.role == (isCycle ? .cycle : .held) }
    return patterns.contains { pattern in
      pattern == finding.fingerprint
        || nodes.contains { node in
          [node.type, node.qualifiedType, node.module].contains {
            Self.matches($0[...], pattern[...])
          }
        }
    }
  }

  /// The whole text is as the pattern says, `*` standing for anything.
  static func matches(_ text: Substring, _ pattern: Substring) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    if first == "*" {
      let rest = pattern.drop { $0 == "*" }
      if rest.isEmpty { return true }
      return text.indices.contains { matches(text[$0...], rest) }
    }
    return text.first == first && matches(text.dropFirst(), pattern.dropFirst())
  }
}

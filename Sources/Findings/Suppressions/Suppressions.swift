/// Patterns of findings to omit from a report, such as known leaks of libraries.
///
/// A pattern is a fingerprint, with or without `v1:`, or the name of a type, a module, a function
/// or a closure, such as `closure #1 in FeedViewModel.start()`. The name of a function also matches
/// the closures in it. In a name, `*` stands for any text. A pattern applies to a finding with a
/// cycle if it matches an object in the cycle. It applies to any other finding if it matches an
/// object that a root holds, or an over-retained object.
///
/// A file contains one pattern on each line, optionally preceded by `leak:` as in LeakSanitizer's
/// files. `#` starts a comment, except between a name and a digit, as in `closure #1`.
package struct Suppressions: Sendable {
  /// The maximum length of a line in a file, in bytes.
  private static let maxLineLength = 4_096
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private var fingerprints: Set<String> = []
  private var patterns: [WildcardPattern] = []

  package init() {}

  /// Adds a pattern.
  ///
  /// - Throws: ``SuppressionError`` if the pattern matches every finding.
  package mutating func add(_ pattern: String) throws(SuppressionError) {
    let wildcard = WildcardPattern(pattern)
    guard !wildcard.matchesEverything else { throw SuppressionError(problem: .matchesEverything) }
    let isShort = pattern.wholeMatch(of: #/[0-9a-f]{8}/#) != nil
    fingerprints.insert(isShort ? Fingerprint.version + pattern : pattern)
    patterns.append(wildcard)
  }

  /// Adds the patterns in a file.
  ///
  /// - Parameter bytes: The file's contents.
  /// - Throws: ``SuppressionError`` for the first line that is not text, is too long, or matches
  ///   every finding.
  package mutating func add(file bytes: [UInt8]) throws(SuppressionError) {
    let text = bytes.starts(with: Self.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    for (index, line) in Self.lines(of: text).enumerated() {
      do throws(SuppressionError) {
        if let pattern = try Self.pattern(in: line) { try add(pattern) }
      } catch {
        throw SuppressionError(line: index + 1, problem: error.problem)
      }
    }
  }

  /// Returns the report without the findings to which a pattern applies, and the omitted findings.
  /// The report's summary contains the number of omitted findings.
  ///
  /// - Complexity: O(*n* · *p*) for names of *n* characters in total and *p* patterns.
  package func applied(to report: LeakReport) -> (report: LeakReport, suppressed: [Finding]) {
    var report = report
    let suppressed = report.findings.filter(applies(to:))
    report.findings.removeAll(where: applies(to:))
    if !suppressed.isEmpty { report.summary.suppressedFindings = suppressed.count }
    return (report, suppressed)
  }

  /// Returns whether at least one pattern applies to a finding.
  package func applies(to finding: Finding) -> Bool {
    if fingerprints.contains(finding.fingerprint) { return true }
    let isCycle = finding.graph.nodes.contains { $0.role == .cycle }
    let nodes = finding.graph.nodes.lazy.filter { $0.role == (isCycle ? .cycle : .held) }
    let names = Set(
      nodes.flatMap { [$0.module] + Self.names(in: $0.type) + Self.names(in: $0.qualifiedType) })
    return names.map(Array.init).contains { name in patterns.contains { $0.matches(name) } }
  }

  /// Returns a name and, for a closure, the names of the closures and functions around it.
  private static func names(in name: String) -> [String] {
    let parts = name.split(separator: " in ")
    return parts.indices.map { parts[$0...].joined(separator: " in ") }
  }

  /// Returns the lines of a text, which end with LF, CR or both.
  private static func lines(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let (feed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    return text.split(separator: feed, omittingEmptySubsequences: false).flatMap { line in
      (line.last == carriageReturn ? line.dropLast() : line)
        .split(separator: carriageReturn, omittingEmptySubsequences: false)
    }
  }

  /// Returns the pattern on a line; `nil` for an empty line or a comment.
  private static func pattern(in line: ArraySlice<UInt8>) throws(SuppressionError) -> String? {
    guard line.count <= maxLineLength else { throw SuppressionError(problem: .tooLong) }
    guard let text = String(validating: line, as: UTF8.self),
      !text.unicodeScalars.contains(where: { $0.isControl && $0 != "\t" })
    else { throw SuppressionError(problem: .notText) }
    var pattern = withoutComment(text).trimmed
    if pattern.hasPrefix("leak:") { pattern = pattern.dropFirst(5).trimmed }
    return pattern.isEmpty ? nil : String(pattern)
  }
}

extension Suppressions {
  /// Returns a line without its comment. A number sign between a name and a digit, as in
  /// `closure #1`, is a part of the name.
  private static func withoutComment(_ line: String) -> Substring {
    var end = line.startIndex
    while let sign = line[end...].firstIndex(of: "#") {
      let isInName =
        !line[..<sign].trimmed.isEmpty
        && line[sign...].dropFirst().first.map { $0.isASCII && $0.isNumber } ?? false
      guard isInName else { return line[..<sign] }
      end = line.index(after: sign)
    }
    return line[...]
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let tail = reversed().prefix { $0.isWhitespace }.count
    return dropLast(tail).drop { $0.isWhitespace }
  }
}

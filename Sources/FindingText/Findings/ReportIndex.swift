package import Findings

/// Data that all formats derive from a report: the core cycle, the classes of findings, and the
/// file names of findings.
package struct ReportIndex {
  package let report: LeakReport
  package let cells: CellIndex
  package let core: CoreCycle?
  private let names: [String: String]
  /// The findings, grouped into classes that are shown together.
  package let classes: [FindingClass]
  /// For each finding, by fingerprint, the index of its class in ``classes``.
  private let classPositions: [String: Int]

  /// - Complexity: The complexity of ``CoreCycle/init(of:)``.
  package init(_ report: LeakReport) {
    self.report = report
    cells = CellIndex(report)
    core = CoreCycle(of: report)
    names = Self.names(of: report.findings, core: core)
    let classes = FindingClass.classes(of: report.findings, in: cells, core: core?.finding)
    self.classes = classes
    classPositions = Dictionary(
      classes.enumerated().flatMap { position, members in
        members.members.map { ($0.fingerprint, position) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the names of a report's findings, by fingerprint.
  ///
  /// A finding of the matrix is named after the first cell in which it occurs, so its file names
  /// stay the same if its objects change. The fingerprint is appended if another finding has the
  /// same name. The name of a finding in a program always contains the fingerprint. Two names
  /// always differ in more than case and hyphens.
  private static func names(of findings: [Finding], core: CoreCycle?) -> [String: String] {
    var names: [String: String] = [:]
    var taken: Set<String> = []
    for finding in findings where names[finding.fingerprint] == nil {
      let isCore = finding.fingerprint == core?.finding.fingerprint
      let short = name(of: finding, isCore: isCore, hasFingerprint: finding.cells.isEmpty)
      let isFree = taken.insert(anchor(ofName: short)).inserted
      names[finding.fingerprint] =
        isFree ? short : name(of: finding, isCore: isCore, hasFingerprint: true)
    }
    return names
  }

  /// Returns the base name of a finding's files: `create--map--none`.
  package func name(of finding: Finding) -> String {
    names[finding.fingerprint] ?? Self.name(of: finding, isCore: false, hasFingerprint: true)
  }

  /// Returns the anchor of a finding in HTML and Markdown: `create-map-none`.
  package func anchor(of finding: Finding) -> String {
    Self.anchor(ofName: name(of: finding))
  }

  private static func anchor(ofName name: String) -> String {
    name.lowercased().replacing(#/-{2,}/#, with: "-")
  }

  package func endings(of finding: Finding) -> FindingEndings {
    FindingEndings(of: finding, in: cells)
  }

  /// Returns the class that contains a finding.
  package func findingClass(of finding: Finding) -> FindingClass {
    classPositions[finding.fingerprint].map { classes[$0] } ?? FindingClass(of: finding)
  }

  /// Returns findings grouped by class, in order of first appearance. A group contains only
  /// findings of the array.
  package func grouped(_ findings: [Finding]) -> [[Finding]] {
    var remaining = Set(findings.map(\.fingerprint))
    return findings.compactMap { finding in
      guard remaining.contains(finding.fingerprint) else { return nil }
      return findingClass(of: finding).members.filter { remaining.remove($0.fingerprint) != nil }
    }
  }

  /// Returns the path of a file for the finding's class, relative to the output folder. The suffix
  /// is the file extension.
  package func path(of finding: Finding, _ suffix: String) -> String {
    "graphs/\(name(of: findingClass(of: finding).first)).\(suffix)"
  }

  /// Returns the name of a finding: `<source>--<operator>--<ending>` or, for a finding in a
  /// program, `<cause>--<types>`. The name of the core cycle is `core-cycle--none` or, if its
  /// ending is not `none`, begins with `core-cycle` in place of the source. If `hasFingerprint` is
  /// `true`, the fingerprint is appended to the name, but not to `core-cycle--none`.
  private static func name(
    of finding: Finding, isCore: Bool, hasFingerprint: Bool
  ) -> String {
    let digits = String(finding.fingerprint.drop { $0 != ":" }.dropFirst())
    let suffix = hasFingerprint ? [digits.isEmpty ? finding.fingerprint : digits] : []
    let cell = finding.cells.first?.split(separator: "/", omittingEmptySubsequences: false)
    var parts: [String]
    if let cell, cell.count >= 3 {
      let ending = String(cell[cell.count - 2])
      if isCore, cell.dropLast().last == "none" { return "core-cycle--none" }
      parts = cell.prefix(cell.count - 2).map(String.init) + [ending] + suffix
      if isCore { parts[0] = "core-cycle" }
    } else {
      let types = finding.titleTypes.prefix(3).map { String($0.prefix(40)) }
      parts = [ReportVocabulary.causeName(of: finding), types.joined(separator: "-")] + suffix
    }
    let name = parts.map(word).filter { !$0.isEmpty }.joined(separator: "--")
    return name.isEmpty ? "finding" : name
  }

  /// Returns text as part of a file name or an anchor: ASCII letters, digits and single hyphens.
  private static func word(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isSafe =
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || ("0"..."9").contains(scalar)
      if isSafe {
        result.unicodeScalars.append(scalar)
      } else if !result.hasSuffix("-") {
        result += "-"
      }
    }
    let trimmed = result.drop { $0 == "-" }
    return String(trimmed.suffix(trimmed.count).reversed().drop { $0 == "-" }.reversed())
  }
}

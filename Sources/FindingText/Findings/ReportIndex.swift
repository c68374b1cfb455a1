package import Findings

/// What every format asks of a report, computed once: the core cycle, the endings of each
/// finding, and the names by which findings are linked.
package struct ReportIndex {
  package let report: LeakReport
  package let cells: CellIndex
  package let core: CoreCycle?
  private let names: [String: String]
  private let picturedControls: Set<String>

  /// - Complexity: That of ``CoreCycle/init(of:)``.
  package init(_ report: LeakReport) {
    self.report = report
    cells = CellIndex(report)
    core = CoreCycle(of: report)
    var names: [String: String] = [:]
    for finding in report.findings {
      names[finding.fingerprint] = Self.name(
        of: finding, isCore: finding.fingerprint == core?.finding.fingerprint)
    }
    self.names = names
    picturedControls = Self.picturedControls(of: report)
  }

  private static func picturedControls(of report: LeakReport) -> Set<String> {
    let titles = Dictionary(
      report.findings.map { ($0.fingerprint, $0.title) }, uniquingKeysWith: { first, _ in first })
    var sources: Set<String> = []
    var seen: Set<String> = []
    var shown: Set<String> = []
    for cell in report.cells where cell.expectation != .clean {
      let isFirst = sources.insert(cell.source).inserted
      for finding in cell.findings where seen.insert(titles[finding] ?? "").inserted || isFirst {
        shown.insert(finding)
      }
    }
    return shown
  }

  /// The base name of a finding's files: `create--map--none--2f37f8e4`.
  package func name(of finding: Finding) -> String {
    names[finding.fingerprint] ?? Self.name(of: finding, isCore: false)
  }

  /// The address of a finding in the page and in Markdown: `create-map-none-2f37f8e4`.
  package func anchor(of finding: Finding) -> String {
    name(of: finding).lowercased().replacing(#/-{2,}/#, with: "-")
  }

  package func endings(of finding: Finding) -> FindingEndings {
    FindingEndings(of: finding, in: cells)
  }

  /// The findings that get a picture, in order: all that may need action, and of
  /// what controls must show the first of each source and of each cycle.
  ///
  /// The other controls show the same cycles behind other operators: a diagram in their
  /// page is enough, and keeps what is committed small.
  package var pictured: [Finding] { report.findings.filter(isPictured) }

  package func isPictured(_ finding: Finding) -> Bool {
    finding.status != .expected || picturedControls.contains(finding.fingerprint)
  }

  /// The link to a finding's graph: its picture, or the diagram in its page.
  package func graphPath(of finding: Finding) -> String {
    path(of: finding, isPictured(finding) ? "svg" : "md")
  }

  /// The path of one of a finding's files below the output folder.
  package func path(of finding: Finding, _ suffix: String) -> String {
    "graphs/\(name(of: finding)).\(suffix)"
  }

  /// `core-cycle--none`, `<source>--<operator>--<ending>--<fingerprint>`, or for a program
  /// `<cause>--<types>--<fingerprint>`.
  private static func name(of finding: Finding, isCore: Bool) -> String {
    let digits = String(finding.fingerprint.drop { $0 != ":" }.dropFirst())
    let suffix = digits.isEmpty ? finding.fingerprint : digits
    let cell = finding.cells.first?.split(separator: "/", omittingEmptySubsequences: false)
    var parts: [String]
    if let cell, cell.count >= 3 {
      let ending = String(cell[cell.count - 2])
      if isCore, cell.dropLast().last == "none" { return "core-cycle--none" }
      parts = cell.prefix(cell.count - 2).map(String.init) + [ending, suffix]
      if isCore { parts[0] = "core-cycle" }
    } else {
      let types = finding.titleTypes.prefix(3).map { String($0.prefix(40)) }
      parts = [ReportVocabulary.causeName(of: finding), types.joined(separator: "-"), suffix]
    }
    let name = parts.map(word).filter { !$0.isEmpty }.joined(separator: "--")
    return name.isEmpty ? "finding" : name
  }

  /// Text as a part of a file name and of an address: letters, digits and single hyphens.
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

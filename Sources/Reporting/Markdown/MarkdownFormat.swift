package import OwnershipGraph

/// `leakcheck.md`: the report that a person reads first.
package struct MarkdownFormat: ReportFormat {
  package let name = "md"

  package init() {}

  package func files(for report: LeakReport) -> [OutputFile] {
    let text = Self.parts(of: report).map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    return [OutputFile(path: "leakcheck.md", contents: text + "\n")]
  }

  /// The report's sections, each as lines, in order.
  static func parts(of report: LeakReport) -> [[String]] {
    let parts =
      [MarkdownVerdict(report: report).lines, EndingMatrix(report: report).lines]
      + sections(of: report)
      + [
        MarkdownCells(report: report).lines, MarkdownSelfTest(report: report).lines,
        limits(of: report), reproducing(report),
      ]
    return parts.filter { !$0.isEmpty }
  }

  /// A section for each status that occurs, most urgent first, and in it one a fingerprint.
  private static func sections(of report: LeakReport) -> [[String]] {
    let groups: [(title: String, belongs: (Finding) -> Bool)] = [
      ("Findings", { $0.status == .new && !isHeld($0) }),
      ("Held objects", { $0.status != .expected && isHeld($0) }),
      ("Known and accepted", { [.known, .accepted].contains($0.status) && !isHeld($0) }),
      ("Controls", { $0.status == .expected && !isHeld($0) }),
      ("Held as expected", { $0.status == .expected && isHeld($0) }),
    ]
    return groups.flatMap { group in
      let findings = report.findings.filter(group.belongs)
      guard findings.count > 1, findings.allSatisfy({ $0.status == .expected }) else {
        return findings.isEmpty
          ? []
          : [["## \(group.title)"]]
            + findings.map { MarkdownFinding(finding: $0, report: report).lines }
      }
      // What must be there needs nobody's attention: all in a table, one in full.
      return [["## \(group.title)", ""] + Self.table(of: findings)]
        + findings.prefix(1).map { MarkdownFinding(finding: $0, report: report).lines }
    }
  }

  private static func table(of findings: [Finding]) -> [String] {
    ["| fingerprint | what holds itself | objects | cells |", "| --- | --- | ---: | ---: |"]
      + findings.map { finding in
        let shown = finding.graph.nodes.filter { $0.role == .cycle || $0.role == .held }
        let types = shown.map(\.type).uniqued().map(Escaping.code).joined(separator: ", ")
        return "| \(Escaping.code(finding.fingerprint)) | \(types) | \(finding.objectCount)"
          + " | \(finding.cells.count) |"
      }
  }

  private static func isHeld(_ finding: Finding) -> Bool {
    finding.rule == .heldAfterEnding || finding.rule == .heldByRuntime
  }

  private static func limits(of report: LeakReport) -> [String] {
    let coverage = report.coverage
    var lines = ["## Coverage and limits", ""]
    lines += [
      "| | read by type | scanned | unknown |", "| --- | ---: | ---: | ---: |",
      "| bytes | \(coverage.typedBytes) | \(coverage.scannedBytes) | \(coverage.unknownBytes) |",
      "| references | \(coverage.typedReferences) | \(coverage.scannedReferences) | \(coverage.unknownReferences) |",
      "",
    ]
    lines.append(
      coverage.isFull
        ? "Every byte that was walked was read by type, so no reference can have been missed in it."
        : "Not every byte was read by type: a reference there may have been missed, and no finding that depends on it is called proven."
    )
    if coverage.hasSearchedRoots == false {
      lines += [
        "",
        "The program's threads went on, so globals, stacks and C memory were not searched: reference"
          + " counts alone say what leaks, and what was retained once too often is not told.",
      ]
    }
    return lines
  }

  private static func reproducing(_ report: LeakReport) -> [String] {
    ["## How to reproduce", ""]
      + Escaping.fenced([Escaping.line(report.reproduce)], language: "sh") + [
        "",
        "Written by \(Escaping.markdown(report.tool.name)) \(Escaping.markdown(report.tool.version)),"
          + " schema \(Escaping.markdown(report.schemaVersion)). It holds no dates, durations, addresses"
          + " or paths of a machine, so the same program gives the same bytes.",
      ]
  }
}

import Findings

/// How the run looked, what it could not read, and how to repeat it.
struct MarkdownMethod {
  let report: LeakReport

  var lines: [String] {
    MarkdownText.folded("method, coverage, how to reproduce", coverage + reproducing)
  }

  private var coverage: [String] {
    let coverage = report.coverage
    var lines = [
      "| | read by type | scanned | unknown |", "| --- | ---: | ---: | ---: |",
      "| bytes | \(coverage.typedBytes) | \(coverage.scannedBytes) | \(coverage.unknownBytes) |",
      "| references | \(coverage.typedReferences) | \(coverage.scannedReferences) | \(coverage.unknownReferences) |",
      "",
    ]
    lines.append(
      coverage.isFull
        ? "Every byte that was examined was read by type, so no reference in it can have been missed."
        : "Not every byte was read by type: a reference there may have been missed, and no finding that depends on it is called proven."
    )
    if coverage.hasSearchedRoots == false {
      lines += [
        "",
        "Globals, stacks and C memory were not searched, because "
          + Escaping.line(coverage.rootObstacle ?? "the program's threads kept running")
          + ": leaks are reported from reference counts alone, and over-retained objects are not reported.",
      ]
    }
    return lines + [""]
  }

  private var reproducing: [String] {
    ["To reproduce:", ""]
      + Escaping.fenced([Escaping.line(report.reproduce)], language: "sh") + [
        "",
        "Written by \(Escaping.markdown(report.tool.name)) \(Escaping.markdown(report.tool.version)),"
          + " schema \(Escaping.markdown(report.schemaVersion)), without dates, durations, addresses"
          + " or absolute paths: the same program gives the same bytes.",
      ]
  }
}

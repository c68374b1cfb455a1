import Findings

/// The section about the method: how much memory was read as values of known types, why some roots
/// are unknown, and the command that reproduces the run.
struct MarkdownMethod {
  let report: LeakReport

  var lines: [String] {
    MarkdownText.folded("method, coverage, how to reproduce", coverage + reproducing)
  }

  private var coverage: [String] {
    let coverage = report.coverage
    var lines = [
      "| | read by type | scanned | not followed |", "| --- | ---: | ---: | ---: |",
      Self.shares("bytes", coverage.typedBytes, coverage.scannedBytes) + " – |",
      Self.shares(
        "references", coverage.typedReferences, coverage.scannedReferences,
        coverage.unknownReferences),
      "",
    ]
    lines.append(
      coverage.isFull
        ? "Every byte that was examined was read by type, so no reference in it can have been missed."
        : "Some memory was scanned for addresses, or could not be read. References in it are"
          + " uncertain, so no finding that depends on it is called proven."
    )
    if coverage.hasSearchedRoots == false {
      lines += [
        "",
        "Globals, stacks and C memory were not searched, because "
          + Escaping.line(coverage.rootObstacle ?? "the program's threads kept running")
          + ": leaks are reported from reference counts alone, and over-retained objects are not reported.",
      ]
    } else if let obstacle = coverage.rootObstacle {
      let sentence = obstacle.prefix(1).uppercased() + obstacle.dropFirst()
      lines += ["", "The search for leaks is incomplete. " + Escaping.line(sentence) + "."]
    }
    if let obstacle = coverage.readObstacle {
      lines += ["", "Not every object was read: " + Escaping.line(obstacle) + "."]
    }
    if let cycles = coverage.cyclesInUse, cycles > 0 {
      lines += ["", Self.note(onCyclesInUse: cycles)]
    }
    return lines + [""]
  }

  private static func note(onCyclesInUse count: Int) -> String {
    let sentences =
      count == 1
      ? "1 cycle is not reported, because a thread may have been using it: the thread was executing"
        + " code, and its registers or innermost calls contain an address of the cycle. If the thread"
        + " was not using it, it has leaked."
      : "\(count) cycles are not reported, because threads may have been using them: the threads were"
        + " executing code, and their registers or innermost calls contain addresses of the cycles."
        + " A cycle that no thread was using has leaked."
    return sentences + " For a certain result, stop the threads before the program ends."
  }

  /// Returns a table row of percentages, rounded so that a few more objects do not change them.
  private static func shares(_ name: String, _ counts: Int...) -> String {
    let whole = counts.reduce(0, +)
    let shares = counts.map { count in
      guard count > 0 else { return "0 %" }
      let thousandths = Int((Double(count) * 1000 / Double(whole)).rounded())
      return thousandths == 0 ? "under 0.1 %" : "\(thousandths / 10).\(thousandths % 10) %"
    }
    return "| \(name) | " + shares.joined(separator: " | ") + " |"
  }

  private var reproducing: [String] {
    ["To reproduce:", ""]
      + Escaping.fenced([Escaping.line(report.reproduce)], language: "sh") + [
        "", Escaping.markdown(ReportVocabulary.origin(of: report)),
      ]
  }
}

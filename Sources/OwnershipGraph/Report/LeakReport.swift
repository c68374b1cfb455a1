/// Everything one run found: the value that every output format is written from.
package struct LeakReport: Hashable, Codable, Sendable {
  /// What the run amounts to, with the exit status that says so.
  package enum Verdict: String, Codable, Sendable {
    case clean, leaking, inconclusive

    /// The process exit status: 0 clean, 1 gated findings, 3 inconclusive.
    package var exitCode: Int32 {
      switch self {
      case .clean: 0
      case .leaking: 1
      case .inconclusive: 3
      }
    }
  }

  package struct Tool: Hashable, Codable, Sendable {
    package var name: String
    package var version: String

    package init(name: String = "leakcheck", version: String) {
      self.name = name
      self.version = version
    }
  }

  package struct Summary: Hashable, Codable, Sendable {
    package var verdict: Verdict
    package var cells: Int
    package var unexpectedCycles: Int
    package var controlsSeen: Int
    package var controlsExpected: Int
    package var inconclusiveCells: Int
    package var failedCells: Int

    package init(
      verdict: Verdict, cells: Int, unexpectedCycles: Int, controlsSeen: Int,
      controlsExpected: Int, inconclusiveCells: Int, failedCells: Int
    ) {
      self.verdict = verdict
      self.cells = cells
      self.unexpectedCycles = unexpectedCycles
      self.controlsSeen = controlsSeen
      self.controlsExpected = controlsExpected
      self.inconclusiveCells = inconclusiveCells
      self.failedCells = failedCells
    }
  }

  /// `major.minor`; additive within a major.
  package var schemaVersion: String
  package var tool: Tool
  package var summary: Summary
  package var coverage: Coverage
  package var cells: [CellReport]
  package var findings: [Finding]
  package var mutants: [MutantReport]
  /// The command line that reproduces the run.
  package var reproduce: String

  package init(
    schemaVersion: String = "1.0", tool: Tool, summary: Summary, coverage: Coverage,
    cells: [CellReport], findings: [Finding], mutants: [MutantReport] = [],
    reproduce: String = "make leakcheck"
  ) {
    self.schemaVersion = schemaVersion
    self.tool = tool
    self.summary = summary
    self.coverage = coverage
    self.cells = cells
    self.findings = findings
    self.mutants = mutants
    self.reproduce = reproduce
  }
}

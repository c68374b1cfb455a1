package import OwnershipGraph

/// The complete result of one run, from which every output format is written.
package struct LeakReport: Hashable, Codable, Sendable {
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
    /// The number of cycles that fail the CI gate. With ``FailOn/none``, it is the same number as
    /// with ``FailOn/new``.
    package var unexpectedCycles: Int
    package var controlsSeen: Int
    package var controlsExpected: Int
    package var inconclusiveCells: Int
    package var failedCells: Int
    /// The number of failed matrix cells whose findings do not fail the CI gate; for example, all
    /// of the findings are in the baseline.
    package var knownCells: Int
    /// `true` if leaks may be hidden, because the search of a program was incomplete; otherwise
    /// `nil`. A leaking program has the verdict `leaking` even if its search was incomplete.
    package var isIncomplete: Bool?
    /// The number of findings that were omitted from the report because of ``Suppressions``; `nil`
    /// if there are none.
    package var suppressedFindings: Int?

    package init(
      verdict: Verdict, cells: Int, unexpectedCycles: Int, controlsSeen: Int,
      controlsExpected: Int, inconclusiveCells: Int, failedCells: Int, knownCells: Int = 0
    ) {
      self.verdict = verdict
      self.cells = cells
      self.unexpectedCycles = unexpectedCycles
      self.controlsSeen = controlsSeen
      self.controlsExpected = controlsExpected
      self.inconclusiveCells = inconclusiveCells
      self.failedCells = failedCells
      self.knownCells = knownCells
    }
  }

  /// The version of the format that this version of leakcheck writes.
  package static let currentSchemaVersion = "1.5"

  /// The version of the report's format, `major.minor`. A new minor version only adds members.
  package var schemaVersion: String
  package var tool: Tool
  package var summary: Summary
  package var coverage: Coverage
  package var cells: [CellReport]
  package var findings: [Finding]
  package var mutants: [MutantReport]
  /// The mutation score of each file of the library; `nil` for a run without a self-test. The
  /// scores are computed from the committed list of surviving mutants.
  package var generatedMutants: MutationScore?
  /// The command line that reproduces the run, including all of its shards.
  package var reproduce: String
  /// The part of the run that this report covers; `nil` for a whole run.
  package var shard: Shard?
  /// A Boolean value indicating whether options limited the run, with all its shards, to some
  /// matrix cells, or planted a mistake. `nil` in the report of a program, and in a report of a
  /// version of the format before 1.5.
  package var isSelective: Bool?
  /// The findings that fail the run.
  package var failOn = FailOn.new
  /// The program that `leakcheck exec` examined; `nil` for a run of the matrix.
  package var program: ProgramRun?

  package init(
    schemaVersion: String = currentSchemaVersion, tool: Tool, summary: Summary, coverage: Coverage,
    cells: [CellReport], findings: [Finding], mutants: [MutantReport] = [],
    reproduce: String = "make leakcheck", shard: Shard? = nil
  ) {
    self.schemaVersion = schemaVersion
    self.tool = tool
    self.summary = summary
    self.coverage = coverage
    self.cells = cells
    self.findings = findings
    self.mutants = mutants
    self.reproduce = reproduce
    self.shard = shard
  }
}

extension LeakReport.Summary {
  /// A Boolean value indicating whether the analysis may have missed a leak.
  package var mayHideLeaks: Bool { verdict == .inconclusive || isIncomplete == true }

  /// Decodes a summary. A summary of an earlier minor version has no ``knownCells``.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      verdict: values.decode(LeakReport.Verdict.self, forKey: .verdict),
      cells: values.decode(Int.self, forKey: .cells),
      unexpectedCycles: values.decode(Int.self, forKey: .unexpectedCycles),
      controlsSeen: values.decode(Int.self, forKey: .controlsSeen),
      controlsExpected: values.decode(Int.self, forKey: .controlsExpected),
      inconclusiveCells: values.decode(Int.self, forKey: .inconclusiveCells),
      failedCells: values.decode(Int.self, forKey: .failedCells),
      knownCells: values.decodeIfPresent(Int.self, forKey: .knownCells) ?? 0)
    isIncomplete = try values.decodeIfPresent(Bool.self, forKey: .isIncomplete)
    suppressedFindings = try values.decodeIfPresent(Int.self, forKey: .suppressedFindings)
  }
}

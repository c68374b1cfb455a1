import Foundation
import MutantCells
import Scenarios
import StreamCells

/// The options of `leakcheck run`.
struct RunOptions {
  var selection = Selection()
  var mutant: Mutant?
  var selfTests = false
  /// The path of the baseline file, if there is one.
  var baseline: String?
  var shard: ShardChoice?
  /// The number of processes that run the matrix cells.
  var jobs = ProcessInfo.processInfo.activeProcessorCount
  /// The number of runs of each cell.
  var repeats = 1
  static let defaultCellTimeout = 120
  /// The time limit for one cell, in seconds. A cell that exceeds the limit fails.
  var cellTimeout = defaultCellTimeout
  /// A Boolean value indicating whether each finding's suggested break is tried in a forked
  /// process.
  var executesBreaks = true
  var report = ReportOptions()
  /// The options that affect the findings or the exit status, as command-line arguments.
  private var decisiveArguments: [String] = []

  /// The options of `leakcheck run`.
  static var options: [OptionDeclaration<RunOptions>] {
    Selection.options(of: StreamCells.streamMatrix()).lifted(to: \.selection)
      + mutantOptions.headed("Mutants")
      + [
        OptionDeclaration(
          "--repeat", .text("N"),
          "run each cell N times, and report whether a leak grows with each run"
        ) { (options, arguments) throws(CommandError) in
          options.repeats = try arguments.count(of: "--repeat")
        },
        OptionDeclaration(
          "--cell-timeout", .text("SECONDS"),
          "maximum time for one cell in seconds; a cell that exceeds it fails (default:"
            + " \(defaultCellTimeout))"
        ) { (options, arguments) throws(CommandError) in
          options.cellTimeout = try arguments.count(of: "--cell-timeout")
        }.configurable,
        .noVerify(\.executesBreaks),
        OptionDeclaration(
          "--jobs", .text("N"), "number of processes that share the cells (default: processors)"
        ) { (options, arguments) throws(CommandError) in
          options.jobs = try arguments.count(of: "--jobs")
        }.configurable.presentation,
        OptionDeclaration(
          "--shard", .text("i/n"),
          "run the i-th of n parts, for leakcheck merge (default: TEST_SHARD_INDEX and"
            + " TEST_TOTAL_SHARDS of Bazel)"
        ) { (options, arguments) throws(CommandError) in
          options.shard = try ShardChoice(parsing: arguments.value(of: "--shard"))
        }.presentation,
      ].headed("Processes")
      + ReportOptions.options.lifted(to: \.report) + [.baseline(\.baseline)].headed("Report")
  }

  private static var mutantOptions: [OptionDeclaration<RunOptions>] {
    [
      OptionDeclaration(
        "--mutant", .one(of: mutants.map(\.name), "NAME"),
        "run with the library that contains this planted mistake"
      ) { (options, arguments) throws(CommandError) in
        options.mutant = try mutant(named: arguments.value(of: "--mutant"))
      },
      OptionDeclaration("--self-test", "also run with each planted mistake, which must be caught") {
        (options, _) in
        options.selfTests = true
      },
    ]
  }

  init(parsing arguments: [String]) throws(CommandError) {
    var reader = Arguments(arguments)
    _ = try reader.read(Self.options, into: &self)
    decisiveArguments = Self.options.decisiveArguments(in: arguments)
    if selfTests && mutants.isEmpty {
      throw CommandError(
        "this leakcheck was built without planted mistakes: --self-test needs them")
    }
    if mutant != nil && selfTests {
      throw CommandError("--self-test runs every mutant; it cannot be combined with --mutant")
    }
    try report.check()
    if shard == nil { shard = try ShardChoice(environment: ProcessInfo.processInfo.environment) }
  }

  /// Returns the generated or planted mutant with the given name.
  ///
  /// - Throws: ``CommandError`` if there is none, or if it cannot be planted.
  static func mutant(named name: String) throws(CommandError) -> Mutant {
    if let generated = generatedMutants.first(where: { $0.name == name }) {
      // A generated mutant has no expected result, so the run does not check whether it is caught.
      var mutant = Mutant(
        index: generated.number, name: name, summary: generated.summary, endings: [], objects: [])
      mutant.selection = Selection()
      return mutant
    }
    guard let mutant = mutants.first(where: { $0.name == name }) else {
      throw .unknown("mutant", name, among: mutants.map(\.name))
    }
    if let obstacle = mutant.obstacle {
      throw CommandError("mutant '\(name)' cannot be planted: \(obstacle)")
    }
    return mutant
  }

  /// A Boolean value indicating whether the run checks that a planted mistake is caught. This is
  /// the case if `--mutant` names a mistake from `Mutants.txt` and no option selects cells.
  var isJudging: Bool { mutant?.endings.isEmpty == false && selection.isEverything }

  /// The selected matrix cells of all shards.
  var selectedCells: [Cell] {
    let matrix = mutant == nil ? StreamCells.streamMatrix() : MutantCells.streamMatrix()
    return matrix.selected(by: isJudging ? mutant?.selection ?? selection : selection)
  }

  /// The selected matrix cells of this shard.
  var cells: [Cell] {
    let selected = selectedCells
    return shard?.shard(of: selected.map(\.id)).share(of: selected) ?? selected
  }

  /// A Boolean value indicating whether options limit the run, with all its shards, to some matrix
  /// cells, or plant a mistake.
  var isSelective: Bool { !selection.isEverything || mutant != nil }

  /// A Boolean value indicating whether all cells of the unmodified library run. Only such a
  /// run can show that a baseline entry is stale.
  var isWhole: Bool { !isSelective && shard == nil }

  /// The command that reproduces the run with the cells of all shards and with every option that
  /// affects the findings or the exit status.
  var reproduction: String {
    decisiveArguments == ["--self-test"]
      ? "make leakcheck" : ShellCommand.text(["leakcheck", "run"] + decisiveArguments)
  }
}

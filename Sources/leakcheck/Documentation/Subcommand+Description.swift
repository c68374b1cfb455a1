import Findings

extension Subcommand {
  /// The description of the subcommand; for an internal subcommand, the description of the
  /// subcommand that uses it.
  var description: CommandDescription {
    switch self {
    case .run, .judge, .work: Self.runDescription
    case .exec: Self.execDescription
    case .list: Self.listDescription
    case .diff: Self.diffDescription
    case .explain: Self.explainDescription
    case .baseline: Self.baselineDescription
    case .merge: Self.mergeDescription
    case .mutants, .execute, .attempt: Self.mutantsDescription
    case .doctor, .plant: Self.doctorDescription
    case .completions: Self.completionsDescription
    }
  }

  private static let usage: (status: Int32, meaning: String) = (
    ExitStatus.usageError, "usage or configuration error"
  )

  /// The exit statuses of all subcommands, each with its meaning.
  static let statuses: [(status: Int32, meaning: String)] = [
    (ExitStatus.clean, "clean"),
    (ExitStatus.findings, "findings that fail the run, or failed cells"), usage,
    (ExitStatus.inconclusive, "inconclusive"),
    (
      ExitStatus.programFailed,
      "the program failed; for run, a cell crashed or did not end in time, or a process failed"
    ),
  ]

  private static var runDescription: CommandDescription {
    CommandDescription(
      "run", "[OPTIONS]", summary: "test the library Streams with every ending of a subscription",
      discussion: [
        "Runs the matrix: each cell tests a source and an operator of the library Streams with one"
          + " ending of a subscription, and reports the objects that survive. Use exec for other"
          + " programs."
      ],
      options: RunOptions.options,
      statuses: [
        (0, "clean"), (1, "findings that fail the run, or a cell that failed without a finding"),
        usage,
        (
          3,
          "inconclusive: a control was not found, a heap walk was incomplete, or a mutant was not"
            + " caught"
        ),
        (4, "a cell crashed or did not end in time, or a process of the run failed"),
      ])
  }

  private static var execDescription: CommandDescription {
    CommandDescription(
      "exec", "[OPTIONS] -- PROGRAM ARGUMENTS…",
      summary: "run any Swift program and report what it leaked",
      discussion: [
        "Runs a dynamically linked Swift program, debug or release, and reports which of its objects"
          + " retain each other and have leaked, which are over-retained, and which only the runtime"
          + " retains. The program is examined when it ends: when main returns, or at exit, a"
          + " crash, SIGHUP, SIGINT or SIGTERM. The program needs no change; its input, output and signals pass"
          + " through, and the report goes to standard error."
      ],
      options: ExecOptions.options, operand: .program,
      statuses: [
        (0, "clean"), (1, "findings that fail the run"), usage,
        (3, "inconclusive: leaks may be hidden, or the program could not be examined"),
        (4, "the program failed, with or without findings"),
      ])
  }

  private static var listDescription: CommandDescription {
    CommandDescription(
      "list", "[OPTIONS]", summary: "list cells, sources, operators or planted mistakes",
      discussion: [
        "Lists the cells that leakcheck run would run with the same options, and the expected result"
          + " of each: clean, cycle (a control) or held."
      ], options: ListCommand.options, statuses: [(0, "listed"), usage])
  }

  private static var diffDescription: CommandDescription {
    CommandDescription(
      "diff", "BASE HEAD [OPTIONS]",
      summary: "list new, fixed and unchanged findings of two reports",
      discussion: [
        "Compares two reports by fingerprint: leakcheck.json, or a folder that contains it. With"
          + " --output, also writes the report HEAD, in which the findings of BASE are known."
          + " Without --output, a --format other than text prints that report instead of the"
          + " differences."
      ], options: DiffCommand.options, operand: .files,
      statuses: [
        (0, "no finding fails the run"),
        (1, "findings that fail the run: new ones; with --fail-on all, also unchanged ones"),
        usage,
        (
          3,
          "HEAD is inconclusive, its program failed, or it did not run all cells or examine all "
            + "programs in which BASE has findings"
        ),
      ])
  }

  private static var explainDescription: CommandDescription {
    CommandDescription(
      "explain", "FINGERPRINT [OPTIONS]",
      summary: "explain one finding: trace, endings, references to break",
      discussion: [
        "Explains one finding of a report: the trace, the references that each ending cuts, and the"
          + " effect of breaking single references of the cycle, the program's own references first."
      ], options: ExplainCommand.options, statuses: [(0, "explained"), usage])
  }

  private static var baselineDescription: CommandDescription {
    CommandDescription(
      "baseline", "create|update|prune [OPTIONS]",
      summary: "manage the baseline, the file of known findings",
      discussion: [
        "create writes the findings of the report, except expected findings and known leaks of"
          + " the toolchain, to a new file. update adds new findings. prune removes expired"
          + " entries, and entries whose finding is gone, if the report covers their programs."
          + " These commands write the list \"known\"; people write the list \"accepted\", with"
          + " a reason and an owner."
      ], options: BaselineCommand.options,
      operand: .words(BaselineCommand.Action.allCases.map(\.rawValue)),
      statuses: [(0, "written"), usage])
  }

  private static var mergeDescription: CommandDescription {
    CommandDescription(
      "merge", "REPORT… [OPTIONS]", summary: "merge the reports of a run's shards",
      discussion: [
        "Merges the reports of a run's shards into the report of the whole run. All shards of the "
          + "run must be given. The result is identical to the report of a run without shards, but "
          + "contains no generated mutants."
      ], options: MergeCommand.options, operand: .files,
      statuses: [(0, "clean"), (1, "findings that fail the run"), usage, (3, "inconclusive")])
  }

  private static var mutantsDescription: CommandDescription {
    CommandDescription(
      "mutants", "[OPTIONS]",
      summary: "run the matrix with each generated mutant of the library",
      discussion: [
        "Runs the cells that execute the line of each generated mutant of the library, until a cell"
          + " fails, and reports the share of mutants caught in each file."
      ], options: MutantsCommand.options,
      statuses: [
        (0, "every survivor is listed in Survivors.txt"), usage, (3, "a survivor is not listed"),
        (4, "a process failed"),
      ])
  }

  private static var doctorDescription: CommandDescription {
    CommandDescription(
      "doctor", "[PROGRAM]",
      summary: "check whether exec works on this machine, and with a program",
      discussion: [
        "Checks what leakcheck exec needs and uses: the recorder, the symbolizer, the kernel and its"
          + " restrictions, the allocator, Graphviz. Then examines a program that leaks on purpose."
          + " With PROGRAM, also checks how that file was linked and what information it contains."
      ], options: [OptionDeclaration<Void>](), operand: .program,
      statuses: [
        (0, "leakcheck exec works"), usage,
        (3, "leakcheck exec does not work here, or cannot examine PROGRAM"),
      ])
  }

  private static var completionsDescription: CommandDescription {
    CommandDescription(
      "completions", "bash|zsh|fish|manual",
      summary: "print a shell's completions, or the manual page",
      discussion: [
        "Prints completions for a shell, or the manual page in the format of man(7). `make install`"
          + " installs all of them."
      ], options: [OptionDeclaration<Void>](),
      operand: .words(CompletionsCommand.Kind.allCases.map(\.rawValue)),
      statuses: [(0, "printed"), usage])
  }
}

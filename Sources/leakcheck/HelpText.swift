import Reporting

/// What `--help` prints.
enum HelpText {
  static let overview = """
    leakcheck: does everything that a subscription allocated go away when it ends?

    usage: leakcheck SUBCOMMAND [OPTIONS]

      run     the scenario matrix: sources, operators, endings, timings
      exec    any Swift program: what can never go away when it ends
      list    the cells of the matrix, or with --mutants the planted mistakes

      --help      this text, or a subcommand's
      --version   the version

    exit status: 0 clean, 1 gated findings, 2 wrong use, 3 inconclusive, 4 the program failed
    """

  static let exec = """
    usage: leakcheck exec [OPTIONS] -- PROGRAM ARGUMENTS…

    Runs a dynamically linked Swift program, debug or release, and reports which of its
    objects hold each other and can never go away. The program needs no change; its output
    and its exit status pass through, the report goes to standard error.

      --format FORMATS     \(ReportFormats.names.joined(separator: ", "))
      --output DIR         write the reports there
      --fail-on WHICH      new (default), all or none of the findings turn the gate red
      --color WHEN         auto (default), always or never; NO_COLOR is honoured
      --quiet              nothing but the last line

    exit status: 0 clean, 1 gated findings, 2 wrong use, 3 no report, 4 the program failed
    """

  static let run = """
    usage: leakcheck run [OPTIONS]

    Runs cells of the matrix and reports what survives each.

    Choose cells (several values by comma or by repetition):
      --filter TEXT        cells whose id contains TEXT
      --source NAME        create, PublishSubject, …
      --operator NAME      direct, map, filter, …
      --ending NAME        completion, error, dispose, bagDrop, none
      --timing NAME        insideSubscribe, afterSubscribe, reentrant, otherThread

    Test the tester:
      --mutant NAME        run over the library with one planted mistake
      --self-test          plant every mistake, each must be caught

    Report:
      --format FORMATS     \(ReportFormats.names.joined(separator: ", "))
      --output DIR         write the reports there instead of to standard output
      --fail-on WHICH      new (default), all or none of the findings turn the gate red
      --color WHEN         auto (default), always or never; NO_COLOR is honoured
      --quiet              nothing but the last line

    exit status: 0 clean, 1 gated findings, 2 wrong use, 3 inconclusive
    """

  static let list = """
    usage: leakcheck list [--mutants] [OPTIONS]

    Lists the cells that `leakcheck run` would run with the same options, and what each
    must leave behind: --filter --source --operator --ending --timing.

      --mutants            the planted mistakes instead
    """
}

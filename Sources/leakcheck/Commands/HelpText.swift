import Reporting

/// What `--help` prints.
enum HelpText {
  static let overview = """
    leakcheck: does everything that a subscription allocated go away when it ends?

    usage: leakcheck SUBCOMMAND [OPTIONS]

      run        the scenario matrix: sources, operators, endings, timings
      exec       any Swift program: what can never go away when it ends
      list       the cells of the matrix, or with --mutants the planted mistakes
      diff       what is new, fixed and unchanged between two reports
      explain    one finding: its trace, what endings cut, what to break
      baseline   the file of findings that are known: create, update, prune
      merge      the report of a run from those of its shards
      mutants    the matrix over mistakes that a generator makes in the library

      --help     this text, or a subcommand's
      --version  the version

    exit status: 0 clean, 1 gated findings, 2 wrong use, 3 inconclusive, 4 the program failed
    """

  static let exec = """
    usage: leakcheck exec [OPTIONS] -- PROGRAM ARGUMENTS…

    Runs a dynamically linked Swift program, debug or release, and reports which of its
    objects hold each other and can never go away, which were retained once too often, and
    which only the runtime keeps. It looks when the program ends: by returning from main, by
    exit, by SIGINT or SIGTERM. The program needs no change; its input, output and signals
    pass through, the report goes to standard error.

      --at SIGNAL          look at this signal, while the program lives: USR1
      --after SECONDS      look so long after the start, while the program lives
      --follow             look into the programs that it starts as well; those of the
                           Swift toolchain are passed over
      --stacks N           tell N of the calls that allocated each object; by itself the
                           place of allocation is told, and nothing with 0
      --no-verify          do not put findings to the test: otherwise the references to break
                           are cleared in a sandboxed copy of the process, and what is
                           freed there is reported
      --exit-status WHAT   verdict (default), or program: exit with the program's own status
      --suppress NAMES     no word of findings with such types, functions, modules or
                           fingerprints; * stands for anything
      --suppressions FILE  the same, one name a line, # for comments
      --baseline FILE      findings in it are known; entries that expired are refused
      --format FORMATS     \(ReportFormats.names.joined(separator: ", "))
      --output DIR         write the reports there
      --fail-on WHICH      new (default), all, none, or held: also what the runtime keeps
      --color WHEN         auto (default), always or never; NO_COLOR is honoured
      --quiet              nothing but the last line

    exit status: 0 clean, 1 gated findings, 2 wrong use, 3 could not be looked into, 4 the
    program failed (its findings are reported all the same)
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

      --repeat N           judge each cell N times: what is left at every run grows,
                           what is left at one is made once

    Split it:
      --jobs N             processes that share the cells, as many as processors if not said
      --shard i/n          the i-th of n parts, for leakcheck merge; else what Bazel's
                           TEST_SHARD_INDEX and TEST_TOTAL_SHARDS say

    \(report)
      --baseline FILE      findings in it are known; entries that expired are refused

    exit status: 0 clean, 1 gated findings, 2 wrong use, 3 inconclusive
    """

  /// The options of every subcommand that ends in a report.
  private static let report = """
    Report:
      --format FORMATS     \(ReportFormats.names.joined(separator: ", "))
      --output DIR         write the reports there instead of to standard output
      --fail-on WHICH      new (default), all or none of the findings turn the gate red
      --color WHEN         auto (default), always or never; NO_COLOR is honoured
      --quiet              nothing but the last line
    """

  static let list = """
    usage: leakcheck list [--mutants] [OPTIONS]

    Lists the cells that `leakcheck run` would run with the same options, and what each
    must leave behind: --filter --source --operator --ending --timing.

      --mutants            the planted mistakes instead
    """

  static let diff = """
    usage: leakcheck diff BASE HEAD [OPTIONS]

    Compares two reports by fingerprint: leakcheck.json, or a folder that has it.
    With --format, HEAD's report in which what BASE has is known.

    \(report)

    exit status: 0 nothing new, 1 new findings, 2 wrong use, 3 HEAD is inconclusive or
    did not run the cells of what is gone
    """

  static let explain = """
    usage: leakcheck explain FINGERPRINT [OPTIONS]

    Explains one finding of a report: the trace, which ending cut what, and every
    reference that could be cut, tried out on the graph, the program's own first.

      --report FILE        leakcheck.json, or a folder that has it (\(ReportFile.usual))
      --color WHEN         auto (default), always or never; NO_COLOR is honoured
    """

  static let baseline = """
    usage: leakcheck baseline create|update|prune [OPTIONS]

    Keeps the file of findings that a team knows of. Under "known" stands what these
    commands write, under "accepted" what people do, with a reason and an owner.

      create               knows every finding of the report
      update               also knows what is new in the report
      prune                forgets what the report does not have, and what expired

      --baseline FILE      \(BaselineOnDisk.usual)
      --report FILE        leakcheck.json, or a folder that has it (\(ReportFile.usual))
    """

  static let merge = """
    usage: leakcheck merge REPORT… [OPTIONS]

    Makes the report of a run from those of its shards, the same to the byte. All of
    them must be there, and of one run.

    \(report)
      --baseline FILE      findings in it are known; entries that expired are refused

    exit status: that of the whole run
    """

  static let mutants = """
    usage: leakcheck mutants [OPTIONS]

    Runs each generated mutant of the library on the cells that execute its place, until one
    of them is not green, and reports the share caught per file.

      --filter TEXT        mutants whose name contains TEXT: Sink.swift, dropped-call
      --jobs N             number of processes (default: as many as processors)
      --output DIR         write mutants.md there
      --sample             a fixed twentieth of the mutants
      --verbose            list each mutant with the cell that caught it
      --quiet              print only the result

    exit status: 0 every survivor is listed in Survivors.txt, 2 usage error, 3 a survivor is not
    listed, 4 a process failed
    """
}

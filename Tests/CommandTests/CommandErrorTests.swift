import Foundation
import TestSupport
import Testing

/// Tests of invalid command lines. The command must print one line, exit with status 2, and write
/// no files.
@Suite(.runsPrograms) struct CommandErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var message: String

    init(_ command: String, _ message: String) {
      arguments = command.split(separator: " ").map(String.init)
      self.message = message
    }

    var testDescription: String { "leakcheck " + arguments.joined(separator: " ") }
  }

  private static let cases = [
    Case(
      "",
      "a subcommand is expected: run, exec, list, diff, explain, baseline, merge, mutants, doctor, completions; see leakcheck --help"
    ),
    Case("rum", "unknown subcommand 'rum'; did you mean 'run'?"),
    Case(
      "fly",
      "unknown subcommand 'fly'; known: run, exec, list, diff, explain, baseline, merge, mutants, doctor, completions, --help, --version"
    ),
    Case("--hepl", "unknown option '--hepl'; did you mean '--help'?"),
    Case("help exce", "unknown subcommand 'exce'; did you mean 'exec'?"),
    Case(
      "help nonsense",
      "unknown subcommand 'nonsense'; known: run, exec, list, diff, explain, baseline, merge, mutants, doctor, completions"
    ),
    Case("help exec now", "unexpected argument 'now'"),
    Case("run --endings none", "unknown option '--endings'; did you mean '--ending'?"),
    Case(
      "list --colour",
      "unknown option '--colour'; known: --filter, --source, --operator, --ending, --timing, "
        + "--mutants, --sources, --operators, --help"),
    Case("run --ending completed", "unknown ending 'completed'; did you mean 'completion'?"),
    Case("run --ending none,bagdrop", "unknown ending 'bagdrop'; did you mean 'bagDrop'?"),
    Case(
      "run --timing later",
      "unknown timing 'later'; known: insideSubscribe, afterSubscribe, reentrant, otherThread"),
    Case(
      "run --source publishsubject",
      "unknown source 'publishsubject'; did you mean 'PublishSubject'?"),
    Case("list --operator mapp", "unknown operator 'mapp'; did you mean 'map'?"),
    Case("run --format jsno", "unknown format 'jsno'; did you mean 'json'?"),
    Case("run --fail-on non", "unknown value of --fail-on 'non'; did you mean 'none'?"),
    Case("run --color sometimes", "unknown color setting 'sometimes'; known: auto, always, never"),
    Case("completions bsh", "unknown shell 'bsh'; did you mean 'bash'?"),
    Case("completions", "completions expects one of: bash, zsh, fish, manual"),
    Case("doctor --no", "unknown option '--no'; known: --help"),
    Case("doctor nothing-there", "there is no program 'nothing-there' that can be run"),
    Case("run --output", "--output expects a value"),
    Case("run --filter --quiet", "--filter expects a value"),
    Case("run --quiet=yes", "--quiet takes no value, but 'yes' was given"),
    Case("run everything", "unexpected argument 'everything'"),
    Case("run -q", "unexpected argument '-q'"),
    Case(
      "exec ./program --flag",
      "unexpected argument './program'; -- comes before the program: "
        + "leakcheck exec [OPTIONS] -- PROGRAM ARGUMENTS…"),
    Case("run --format md,json", "several formats require --output DIR"),
    Case(
      "run --mutant bag-forgets-on-deinit --self-test",
      "--self-test runs every mutant; it cannot be combined with --mutant"),
    Case(
      "run --mutant bag-forgets-on-denit",
      "unknown mutant 'bag-forgets-on-denit'; did you mean 'bag-forgets-on-deinit'?"),
    Case(
      "run --output /dev/null/reports",
      "the output folder '/dev/null/reports' cannot be written to: Not a directory"),
    Case("judge", "judge expects the name of one mutant"),
    Case("run --shard 3/2", "--shard expects i/n with i from 1 to n, not '3/2'"),
    Case("run --shard 0/2", "--shard expects i/n with i from 1 to n, not '0/2'"),
    Case("run --shard half", "--shard expects i/n with i from 1 to n, not 'half'"),
    Case(
      "run --baseline /dev/null/b", "the baseline '/dev/null/b' cannot be read: Not a directory"),
    Case("run --baselin b", "unknown option '--baselin'; did you mean '--baseline'?"),
    Case("diff", "diff expects two reports: BASE and HEAD"),
    Case("diff a", "diff expects two reports: BASE and HEAD"),
    Case("diff a b c", "unexpected argument 'c'"),
    Case("diff /dev/null/a b", "the report '/dev/null/a' cannot be read: Not a directory"),
    Case(
      "diff /no-report b",
      "the report '/no-report' cannot be read: No such file or directory; write it with "
        + "leakcheck exec --output DIR"),
    Case(
      "explain v1:0 --report /no-report",
      "the report '/no-report' cannot be read: No such file or directory; write it with "
        + "leakcheck exec --output DIR, or name another report with --report"),
    Case("explain", "explain expects a fingerprint such as v1:7c1e9a42"),
    Case(
      "explain v1:0 --report /dev/null/a",
      "the report '/dev/null/a' cannot be read: Not a directory"),
    Case(
      "explain v1:0 --fingerprint",
      "unknown option '--fingerprint'; known: --report, --color, --help"),
    Case("baseline", "baseline expects an action: create, update, prune"),
    Case("baseline crate", "unknown action 'crate'; did you mean 'create'?"),
    Case("baseline create now", "unexpected argument 'now'"),
    Case("merge", "merge expects the reports of all shards"),
    Case("merge --format md,json a", "several formats require --output DIR"),
  ]

  @Test(arguments: cases)
  func printsOneLineForAnInvalidCommandLine(of example: Case) throws {
    let result = try Tool.run(example.arguments)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors == "leakcheck: \(example.message)\n")
  }

  @Test func anUnknownMutantListsTheKnownMutants() throws {
    let result = try Tool.run(["run", "--mutant", "nonsense"])
    #expect(result.status == 2)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.hasPrefix("leakcheck: unknown mutant 'nonsense'; known: sink-disposer-"))
  }

  @Test func aFileAtTheOutputPathIsNotOverwritten() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "reports")
      try Data("mine".utf8).write(to: file)
      let result = try Tool.run(["run", "--output", file.path])
      #expect(result.status == 2)
      #expect(result.errors.contains("cannot be written to: "))
      #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
    }
  }

  @Test func anInvalidOptionCreatesNoOutputFolder() throws {
    try withTemporaryFolder { folder in
      let output = folder.appending(path: "reports")
      let result = try Tool.run(["run", "--output", output.path, "--ending", "nothing"])
      #expect(result.status == 2)
      #expect(!FileManager.default.fileExists(atPath: output.path))
    }
  }
}

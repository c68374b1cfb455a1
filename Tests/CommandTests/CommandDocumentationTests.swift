import Foundation
import TestSupport
import Testing

@testable import leakcheck

/// Tests of help, completions and the manual page, which are generated from the declared options.
@Suite(.runsPrograms) struct CommandDocumentationTests {
  @Test(arguments: Subcommand.shown) func helpNamesEveryOption(subcommand: Subcommand) throws {
    let text = try Tool.run([subcommand.rawValue, "--help"]).output
    for option in subcommand.description.options {
      #expect(text.contains("\n  \(option.name)"), "\(option.name)")
    }
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    for option in subcommand.description.options where option.isConfigurable {
      #expect(text.contains(option.key))
    }
  }

  @Test(arguments: Subcommand.shown)
  func helpWithASubcommandMatchesTheHelpOption(subcommand: Subcommand) throws {
    let result = try Tool.run(["help", subcommand.rawValue])
    #expect(result.status == 0)
    #expect(try result.output == Tool.run([subcommand.rawValue, "--help"]).output)
  }

  @Test(arguments: [["help"], ["help", "help"], ["help", "--help"], ["-h"]])
  func helpWithoutASubcommandIsTheOverview(arguments: [String]) throws {
    let result = try Tool.run(arguments)
    #expect(result.status == 0)
    #expect(try result.output == Tool.run(["--help"]).output)
  }

  @Test(arguments: Subcommand.shown) func everyOptionIsDescribedOnce(subcommand: Subcommand) {
    let options = subcommand.description.options
    #expect(Set(options.map(\.name)).count == options.count)
    #expect(options.allSatisfy { $0.name.hasPrefix("--") && !$0.help.isEmpty })
  }

  /// Each installed shell must accept the completions that are generated for it.
  @Test(arguments: ["bash", "zsh", "fish"]) func shellsAcceptTheirCompletions(
    shell: String
  ) throws {
    let text = try Tool.run(["completions", shell]).output
    for subcommand in Subcommand.shown { #expect(text.contains(subcommand.rawValue)) }
    #expect(text.contains("fail-on"))
    guard let program = ExecutableSearch.find(shell) else { return }
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "leakcheck.completion")
      try Data(text.utf8).write(to: file)
      _ = try ChildProcess.output(of: program, arguments: ["-n", file.path], timeout: 20)
    }
  }

  @Test(arguments: [
    ("leakcheck do", "doctor"), ("leakcheck exec --fail", "--fail-on"),
    ("leakcheck run --fail-on he", "held"), ("leakcheck list --ending comp", "completion"),
    ("leakcheck completions zs", "zsh"),
  ])
  func bashCompletesWords(line: String, expected: String) throws {
    let bash = try #require(ExecutableSearch.find("bash"))
    let words = line.split(separator: " ").map { "'\($0)'" }.joined(separator: " ")
    let script = """
      \(try Tool.run(["completions", "bash"]).output)
      COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _leakcheck
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let output = try ChildProcess.output(of: bash, arguments: ["-c", script], timeout: 20)
    #expect(String(decoding: output, as: UTF8.self).contains("\(expected)\n"))
  }

  @Test func theManualPageHasEverySubcommandAndOption() throws {
    let text = try Tool.run(["completions", "manual"]).output
    #expect(text.contains(".TH LEAKCHECK 1"))
    for subcommand in Subcommand.shown {
      #expect(text.contains("\n.SS \(subcommand.rawValue)"))
      for option in subcommand.description.options {
        #expect(text.contains("\\fB\(option.name.replacing("-", with: "\\-"))\\fR"))
      }
    }
  }

  @Test func namesAreArrangedInColumnsThatFitTheWidth() {
    let names = (1...20).map { "name\($0)" }
    let lines = Columns(width: 40).lines(of: names)
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { $0.count <= 40 })
    #expect(lines[0] == "name1  name5  name9   name13  name17")
    #expect(Columns(width: 3).lines(of: names) == names)
    #expect(Columns(width: 40).lines(of: []) == [])
  }

  /// The command must find the leak that `doctor` plants, whether it is installed or was just
  /// built.
  @Test func doctorFindsThePlantedLeak() throws {
    let result = try Tool.run(["doctor"])
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("✓ self-test"), "\(result.output)")
    #expect(result.lastLine == "leakcheck: leakcheck exec works on this machine")
  }

  @Test func doctorReportsAProgramThatCannotBeExamined() throws {
    let result = try Tool.run(["doctor", "sh"])
    #expect(result.status == 3)
    #expect(result.output.contains("✖ program"), "\(result.output)")
    #expect(
      result.lastLine
        == "leakcheck: leakcheck exec works on this machine, but cannot examine sh")
  }

  @Test func doctorNamesTheFailedChecksOfTheMachine() throws {
    let failure = DoctorCheck(name: "recorder", outcome: .failure, text: "")
    let result = try DoctorCommand(parsing: ["sh"]).result(ofMachine: [failure], ofProgram: [])
    #expect(
      result
        == "leakcheck: leakcheck exec does not work on this machine; failed checks: recorder")
  }
}

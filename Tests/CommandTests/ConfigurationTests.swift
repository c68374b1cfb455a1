import Foundation
import TestSupport
import Testing

@testable import leakcheck

/// Tests of the configuration file and of its precedence.
@Suite(.runsPrograms) struct ConfigurationTests {
  private func words(
    _ json: String, _ subcommand: Subcommand = .exec, before words: [String] = [],
    path: String = ".leakcheck.json"
  ) throws -> [String] {
    try Configuration.arguments(in: Array(json.utf8), path: path, for: subcommand, before: words)
  }

  private func message(_ json: String) -> String {
    do {
      return "no error: \(try words(json))"
    } catch {
      return "\(error)"
    }
  }

  @Test func keysAreConvertedToOptions() throws {
    #expect(
      try words(
        #"{"failOn": "held", "stacks": 8, "follow": true, "quiet": false, "suppress": ["A*", "B"]}"#,
        before: ["--", "app"])
        == [
          "--fail-on=held", "--follow", "--stacks=8", "--suppress=A*", "--suppress=B", "--", "app",
        ])
  }

  @Test func theCommandLineOverridesTheFile() throws {
    #expect(
      try words(
        #"{"format": ["md", "json"], "output": "out"}"#,
        before: ["--format=text", "--", "app", "--output", "x"])
        == ["--output=out", "--format=text", "--", "app", "--output", "x"])
  }

  @Test func optionsOfOtherSubcommandsAreIgnored() throws {
    #expect(try words(#"{"stacks": 8, "jobs": 2}"#, .run) == ["--jobs=2"])
    #expect(try words(#"{"stacks": 8, "jobs": 2}"#, .explain) == [])
  }

  @Test func pathsAreRelativeToTheFile() throws {
    #expect(
      try words(#"{"baseline": "b.json", "output": "/out"}"#, path: "ci/leaks.json")
        == ["--baseline=ci/b.json", "--output=/out"])
  }

  @Test func invalidConfigurationsAreReported() {
    #expect(
      message(#"{"failon": "held"}"#)
        == "the configuration '.leakcheck.json': unknown key 'failon'; did you mean 'failOn'?")
    #expect(message("[]") == "the configuration '.leakcheck.json' is not a JSON object")
    #expect(
      message(#"{"follow": "yes"}"#)
        == "the configuration '.leakcheck.json': follow expects true or false")
    #expect(
      message(#"{"failOn": ["held", "new"]}"#)
        == "the configuration '.leakcheck.json': failOn expects one value, not 2")
    #expect(
      message(#"{"output": {}}"#)
        == "the configuration '.leakcheck.json': output expects text, a number, or a list of them")
    let withoutComma = message("{ \"failOn\": \"held\"\n  \"stacks\": 8 }")
    #expect(
      withoutComma.hasPrefix(".leakcheck.json:2:3: expected a comma or }"), "\(withoutComma)")
  }

  @Test func aBrokenSymbolicLinkIsReported() throws {
    try withTemporaryFolder { folder in
      let link = folder.appending(path: ".leakcheck.json").path
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: "nothing-there.json")
      let tool = (Tool.installed ?? Tool.url).path
      let result = try Tool.run(
        ["-c", "unset LEAKCHECK_CONFIG; cd \(folder.path) && exec \(tool) list"],
        of: URL(fileURLWithPath: "/bin/sh"))
      #expect(result.status == 2)
      #expect(result.output == "")
      #expect(
        result.errors
          == "leakcheck: the configuration '.leakcheck.json' cannot be read: "
          + "No such file or directory\n")
    }
  }

  /// The command must reject an invalid file before it runs anything.
  @Test func theCommandReadsAndChecksTheFile() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "leaks.json")
      let environment = ["LEAKCHECK_CONFIG": file.path]
      try Data(#"{"format": ["json"]}"#.utf8).write(to: file)
      let list = ["run", "--filter", "create/direct/completion/afterSubscribe", "--jobs", "1"]
      #expect(try Tool.run(list, environment: environment).output.hasPrefix("{"))
      #expect(
        try Tool.run(list + ["--format", "md"], environment: environment).output.hasPrefix("# "))
      try Data(#"{"fromat": "json"}"#.utf8).write(to: file)
      let result = try Tool.run(list, environment: environment)
      #expect(result.status == 2)
      #expect(result.errors.contains("unknown key 'fromat'; did you mean 'format'?"))
      for (text, message) in [
        (#"{"failOn": "helt"}"#, "unknown value of --fail-on 'helt'; did you mean 'held'?"),
        (#"{"format": ["md", "json"]}"#, "several formats require --output DIR"),
      ] {
        try Data(text.utf8).write(to: file)
        let invalid = try Tool.run(list, environment: environment)
        #expect(invalid.status == 2)
        #expect(invalid.errors == "leakcheck: \(message) (set in '\(file.path)')\n")
      }
      // The command line replaces the option in the file.
      let own = try Tool.run(list + ["--format", "mad"], environment: environment)
      #expect(own.errors == "leakcheck: unknown format 'mad'; did you mean 'md'?\n")
    }
  }
}

import Foundation
import TestSupport
import Testing

/// Tests of input files and environment variables that are unsuitable, by mistake or with malice.
/// If the command cannot use them, it must exit with status 2, print one line, and not wait.
@Suite(.runsPrograms) struct HostileFileTests {
  /// Runs the command. Expects that it exits with status 2, and that its only output is one line on
  /// standard error, which contains a text.
  private func expectRefusal(
    _ arguments: [String], environment: [String: String] = [:], containing text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result = try Tool.run(arguments, environment: environment)
    #expect(result.status == 2, sourceLocation: sourceLocation)
    #expect(result.output == "", sourceLocation: sourceLocation)
    #expect(result.errorLines.count == 1, "\(result.errors)", sourceLocation: sourceLocation)
    #expect(result.errors.count <= 200, "\(result.errors)", sourceLocation: sourceLocation)
    #expect(result.errors.contains(text), "\(result.errors)", sourceLocation: sourceLocation)
  }

  @Test func theJobSummaryMustBeARegularFile() throws {
    try withTemporaryFolder { folder in
      let pipe = folder.appending(path: "summary").path
      #expect(unsafe mkfifo(pipe, 0o600) == 0)
      let run = ["run", "--filter", "create/map/none/afterSubscribe", "--format", "github"]
      try expectRefusal(
        run, environment: ["GITHUB_STEP_SUMMARY": pipe], containing: "the job summary '\(pipe)'")
      try expectRefusal(
        run, environment: ["GITHUB_STEP_SUMMARY": folder.path], containing: "Is a directory")
      // For comparison, the command appends to a regular file.
      let file = folder.appending(path: "summary.md")
      try Data("before\n".utf8).write(to: file)
      #expect(try Tool.run(run, environment: ["GITHUB_STEP_SUMMARY": file.path]).status == 0)
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.hasPrefix("before\n") && text.count > 100)
    }
  }

  @Test func devicesAndFoldersAreNotRead() throws {
    try withTemporaryFolder { folder in
      let pipe = folder.appending(path: "pipe").path
      #expect(unsafe mkfifo(pipe, 0o600) == 0)
      try expectRefusal(["diff", pipe, pipe], containing: "truncated")
      try expectRefusal(["diff", "/dev/zero", pipe], containing: "it is a device")
      try expectRefusal(["diff", folder.path, pipe], containing: "No such file")
      try expectRefusal(["run", "--baseline", folder.path], containing: "it is a folder")
      try expectRefusal(
        ["exec", "--suppressions", "/dev/urandom", "--", "true"], containing: "it is a device")
    }
  }

  @Test func aBinarySuppressionsFileIsRejected() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "suppressions")
      var state: UInt64 = 0x9E37_79B9_7F4A_7C15
      let bytes = (0..<100_000).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
      }
      try Data(bytes).write(to: file)
      try expectRefusal(
        ["exec", "--suppressions", file.path, "--", "true"],
        containing: "the line is not UTF-8 text")
    }
  }

  @Test func aFolderIsRejectedAsAProgram() throws {
    try expectRefusal(["exec", "--", "/tmp"], containing: "there is no program '/tmp'")
  }

  @Test func aMissingTemporaryFolderIsReported() throws {
    try expectRefusal(
      ["exec", "--", Tool.url.path, "--version"], environment: ["TMPDIR": "/nonexistent"],
      containing: "the temporary folder '/nonexistent' cannot be written to: No such file")
  }

  @Test func onlyTheUserCanReadTheReportOfAProgram() throws {
    try withTemporaryFolder { folder in
      let result = try Tool.run(
        [
          "exec", "--quiet", "--", "/bin/sh", "-c",
          "umask 000; stat -c %a $LEAKCHECK_EXEC_REPORTS",
        ], environment: ["TMPDIR": folder.path])
      // A shell is not a Swift program. Without `--follow`, it is not started.
      #expect(result.status == 3)
      let followed = try Tool.run(
        [
          "exec", "--quiet", "--follow", "--", "/bin/sh", "-c",
          "stat -c %a $LEAKCHECK_EXEC_REPORTS",
        ], environment: ["TMPDIR": folder.path])
      #expect(followed.output == "700\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  @Test func aMissingSymbolizerIsReported() throws {
    let arguments = ["exec", "--", Tool.url.path, "--version"]
    let result = try Tool.run(arguments, environment: ["PATH": "/nonexistent"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("llvm-symbolizer is neither in PATH nor beside"))
    #expect(try !Tool.run(arguments).errors.contains("llvm-symbolizer"))
  }

  @Test func aFullOutputDeviceIsReported() throws {
    let result = try Tool.run(["exec", "--follow", "--quiet", "--", "/bin/sh", "-c", "true"])
    #expect(result.status == 3)
    let shell = Process()
    let errors = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "exec \"$0\" list > /dev/full", Tool.url.path]
    shell.standardError = errors
    try shell.run()
    let text = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 2)
    #expect(text == "leakcheck: standard output cannot be written to: No space left on device\n")
  }
}

import Foundation
import Testing

/// Tests of the environment in which the command itself runs.
extension HostileProgramTests {
  /// A Boolean value indicating whether this process can create a mount namespace and mount file
  /// systems in it.
  static let canMount: Bool = {
    let result = try? Tool.run(
      ["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"],
      of: URL(fileURLWithPath: "/usr/bin/env"))
    return result?.status == 0
  }()

  /// Runs a script, and then the command, in a new mount namespace. The script can refer to the
  /// command line of the command as `$@`.
  private static func exec(_ program: String, in script: String) throws -> Tool.Result {
    try exec(program, wrapper: ["unshare", "-m", "sh", "-c", script + " && exec \"$@\"", "sh"])
  }

  /// The limit must be reported, wherever memory runs out. Lower limits are not tested, because the
  /// dynamic loader could not load the command.
  @Test(arguments: [160, 200, 250])
  func aSmallAddressSpaceOfTheCommandIsReported(megabytes: Int) throws {
    let result = try Self.execLosing(
      "print(\"done\")", wrapper: ["prlimit", "--as=\(megabytes * 1_000_000)"])
    Self.expectInconclusive(
      result, because: "a limit on its address space (RLIMIT_AS) leaves no room")
  }

  /// There is room for the program with its area of 120 MiB, but not also for the recorder.
  @Test(arguments: [170, 200])
  func aProgramWithoutRoomForTheRecorderRunsWithoutIt(megabytes: Int) throws {
    let area = "char area[120 << 20];\nvoid use(void) { area[5] = 1; }\n"
    let source = """
      final class Lost { var number = 1 }
      @_silgen_name("use") func use()
      use()
      _ = Unmanaged.passRetained(Lost())
      print("done")
      """
    let object = try compiledC(area, options: ["-c"], to: "area.o")
    try withCompiledProgram(source, options: ["-Onone"], linking: [object]) { program in
      let result = try Self.exec(
        program, wrapper: ["prlimit", "--as=\(megabytes * 1_000_000)"])
      Self.expectInconclusive(
        result,
        because: "leaves no room for the recorder, so the program ran without the recorder")
    }
  }

  /// Foundation's library for XML needs the data of ICU, which takes 30 MB of the address space.
  /// The recorder uses the same code for reports.
  @Test(.enabled(if: Tool.installed != nil, "no command is installed"))
  func theCommandDoesNotNeedLibrariesForXML() throws {
    let tool = Tool.installed ?? Tool.url
    let result = try Tool.run(["ldd", tool.path], of: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(result.output.contains("libFoundation.so"), "\(result.errors)")
    #expect(!result.output.contains("XML") && !result.output.contains("libicudata"))
  }

  /// A higher limit must never give a worse result.
  @Test(arguments: [600, 800, 1_000, 1_200, 1_500, 2_500, 4_000])
  func aProgramIsAnalyzedIfTheAddressSpaceSuffices(megabytes: Int) throws {
    let result = try Self.execLosing(
      "print(\"done\")", wrapper: ["prlimit", "--as=\(megabytes * 1_000_000)"])
    Self.expectFound(result)
  }

  /// The folder for reports is on a read-only file system in memory.
  @Test(.enabled(if: canMount, "file systems cannot be mounted here"))
  func aReadOnlyTemporaryFolderIsReported() throws {
    try withCompiledProgram(Self.losing + "print(\"done\")", options: ["-Onone"]) { program in
      try withTemporaryFolder { folder in
        let result = try Self.exec(
          program,
          in: "mount -t tmpfs -o ro none '\(folder.path)' && export TMPDIR='\(folder.path)'")
        #expect(result.status == 2, "\(result.errors)")
        #expect(result.errors.contains("Read-only file system"), "\(result.errors)")
        #expect(result.output == "")
      }
    }
  }

  /// As in a container without a writable layer, only shared memory can be written to.
  @Test(.enabled(if: canMount, "file systems cannot be mounted here"))
  func aProgramIsAnalyzedOnAReadOnlyRootFileSystem() throws {
    try withCompiledProgram(Self.losing + "print(\"done\")", options: ["-Onone"]) { program in
      let readOnly = ["/tmp", "/var/tmp"].map {
        "mount --bind \($0) \($0) && mount -o remount,ro,bind \($0)"
      }
      let result = try Self.exec(
        program,
        in: (["unset TMPDIR", "mount -o remount,ro,bind /"] + readOnly + [
          "! touch /tmp/x 2> /dev/null"
        ])
        .joined(separator: " && "))
      Self.expectFound(result)
    }
  }

  /// The program runs in a new mount namespace, in which an empty folder hides /proc.
  @Test(.enabled(if: canMount, "file systems cannot be mounted here"))
  func aProgramWithoutProcfsIsInconclusive() throws {
    try withCompiledProgram(Self.losing + "print(\"done\")", options: ["-Onone"]) { program in
      let result = try Self.exec(
        "unshare",
        arguments: ["-m", "sh", "-c", "mount -t tmpfs none /proc && exec \(program)"],
        options: ["--follow"])
      #expect(result.status == 3, "\(result.errors)")
      #expect(
        result.errors.contains("the program's threads cannot be listed or signaled"),
        "\(result.errors)")
      #expect(result.errorLines.last?.contains("1 inconclusive") == true, "\(result.errors)")
      #expect(result.output == "done\n")
    }
  }

  @Test(.enabled(if: canMount, "file systems cannot be mounted here"))
  func aCommandWithoutProcfsIsInconclusive() throws {
    try withCompiledProgram(Self.losing + "print(\"done\")", options: ["-Onone"]) { program in
      let result = try Self.exec(program, in: "mount -t tmpfs none /proc")
      Self.expectInconclusive(
        result, because: "the program's threads cannot be listed or signaled")
    }
  }
}

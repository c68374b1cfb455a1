import Foundation
import Reporting
import TestSupport
import Testing

/// Tests of programs that are statically linked, stripped, scripts, or parts of the toolchain.
extension ExecTests {
  @Test func aFullyStaticProgramIsNotReportedAsClean() throws {
    try withProgram("print(1)", options: ["-static-executable"]) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == 3)
      #expect(result.errors.contains("fully static"), "\(result.errors)")
    }
  }

  /// The program contains its own Swift runtime. The recorder is loaded with a second one.
  @Test(arguments: [["-Onone", "-g"], ["-O"]])
  func leaksAreFoundInAProgramWithAStaticRuntime(options: [String]) throws {
    let source = """
      protocol Named {}
      final class Key: Named, Hashable {
        static func == (left: Key, right: Key) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(1) }
      }
      struct Wrapped<Value: Named> { var value: Value; var other: AnyObject? }
      final class Owner<Element: Named> {
        var wrapped: [Wrapped<Element>] = []
        var handlers: [Key: () -> Void] = [:]
      }
      func leak() {
        let owner = Owner<Key>()
        owner.wrapped.append(Wrapped(value: Key(), other: owner))
        let other = Owner<Key>()
        other.handlers[Key()] = { _ = other.wrapped.count }
      }
      leak()
      let task = Task { leak() }
      await task.value
      """
    try withProgram(source, options: options + ["-static-stdlib"]) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == 1, "\(result.errors)")
      #expect(result.errors.contains("-static-stdlib"))
      #expect(result.errors.contains("wrapped[*].other"), "\(result.errors)")
      #expect(result.errors.contains("handlers[*]"), "\(result.errors)")
      #expect(result.errors.components(separatedBy: "seen 2 times").count == 3, "\(result.errors)")
      #expect(!result.errors.contains("scanned"), "\(result.errors)")
    }
  }

  @Test(arguments: [false, true])
  func aStaticRuntimeCausesNoFindings(isStripped: Bool) throws {
    let source = """
      final class Node { var next: Node? }
      let kept = Node()
      kept.next = Node()
      let task = Task { try? await Task.sleep(nanoseconds: 1000); return Node() }
      print(await task.value === kept)
      """
    let stripping = isStripped ? ["-Xlinker", "-s"] : []
    try withProgram(source, options: ["-static-stdlib"] + stripping) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == (isStripped ? 3 : 0), "\(result.errors)")
      #expect(!isStripped || result.errors.contains("stripped"), "\(result.errors)")
      let doctor = try Tool.run(["doctor", path])
      #expect(doctor.status == result.status, "\(doctor.output)")
      #expect(doctor.output.contains("✖ program") == isStripped, "\(doctor.output)")
    }
  }

  @Test func typesOfAStrippedProgramAreNamed() throws {
    try withProgram(Self.planted[1].source, options: ["-O"]) { path in
      let strip = Process()
      strip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      strip.arguments = ["strip", path]
      try strip.run()
      strip.waitUntilExit()
      try #require(strip.terminationStatus == 0)
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == 1)
      #expect(result.errors.contains("Node") && result.errors.contains("next"))
    }
  }

  @Test func aScriptIsNotExaminedButItsSwiftProgramsAre() throws {
    try withProgram(Self.planted[1].source, options: []) { path in
      let arguments = ["--", "/bin/sh", "-c", "\(path); true"]
      let refused = try Tool.run(["exec"] + arguments)
      #expect(refused.status == 3 && refused.errors.contains("--follow"), "\(refused.errors)")
      #expect(refused.errorLines.count == 1)
      let followed = try Tool.run(["exec", "--follow"] + arguments)
      #expect(followed.status == 1, "\(followed.errors)")
      #expect(followed.errors.contains("retain-cycle"))
      #expect(followed.errors.contains("report on program"), "\(followed.errors)")
      let nothing = try Tool.run(["exec", "--follow", "--", "/bin/sh", "-c", "true"])
      #expect(nothing.status == 3 && nothing.errors.contains("neither"), "\(nothing.errors)")
    }
  }

  /// Leaks of the package manager must not be reported, because its users cannot fix them. For
  /// comparison, `swift-package` is examined if the command line of `exec` names it.
  @Test func theToolchainsOwnProgramsAreSkipped() throws {
    try withProgram(Self.planted[1].source, options: []) { path in
      let both = try Tool.run(
        ["exec", "--follow", "--", "/bin/sh", "-c", "swift package --version; \(path)"])
      #expect(both.status == 1, "\(both.errors)")
      #expect(both.errors.contains("report on program"))
      #expect(both.errors.contains("the Swift toolchain's own programs were skipped"))
      #expect(!both.errors.contains("report on swift"), "\(both.errors)")
      let alone = try Tool.run(["exec", "--follow", "--", "swift", "package", "--version"])
      #expect(alone.status == 3, "\(alone.errors)")
      let named = try Tool.run(["exec", "--", "swift-package", "--version"])
      #expect(named.errors.contains("examined"), "\(named.errors)")
    }
  }

  /// A tool of a toolchain is recognized by its name and its folder when it starts, so that it is
  /// not recorded. Other programs with such a name are examined.
  @Test(arguments: [
    ("bin/swift-tool", "lib/swift", true), ("libexec/swift/linux/swift-tool", "lib/swift", true),
    ("bin/swift-tool", "lib/other", false), ("tools/swift-tool", "lib/swift", false),
    ("bin/tool", "lib/swift", false), ("bin/docc", "lib/swift", true),
  ])
  func aToolchainProgramIsRecognizedByItsNameAndFolder(
    tool: String, library: String, isSkipped: Bool
  ) throws {
    try withProgram(Self.planted[1].source, options: []) { path in
      try withTemporaryFolder { folder in
        let copy = folder.appending(path: tool)
        for needed in [copy.deletingLastPathComponent(), folder.appending(path: library)] {
          try FileManager.default.createDirectory(at: needed, withIntermediateDirectories: true)
        }
        try copyExecutable(path, to: copy.path)
        let result = try Tool.run([
          "exec", "--follow", "--", "/bin/sh", "-c",
          "\(copy.path); \((Tool.installed ?? Tool.url).path) --version",
        ])
        #expect(result.status == (isSkipped ? 0 : 1), "\(result.errors)")
        #expect(result.errors.contains("programs were skipped") == isSkipped, "\(result.errors)")
        #expect(result.errors.contains("retain-cycle") == !isSkipped)
      }
    }
  }

  /// The environment of each run is different, so the package manager compiles and runs the
  /// manifest again instead of using its cache. The package manager deletes the compiled manifest
  /// before the command reads the report on it.
  @Test func aPackageManifestIsSkipped() throws {
    try withTemporaryFolder { folder in
      let manifest =
        "// swift-tools-version:6.0\nimport PackageDescription\n"
        + "final class Kept { var other: Kept? }\nlet kept = Kept()\nkept.other = kept\n"
        + "let package = Package(name: \"Empty\")\n"
      try Data(manifest.utf8).write(to: folder.appending(path: "Package.swift"))
      let result = try Tool.run([
        "exec", "--follow", "--", "/bin/sh", "-c",
        "swift package --package-path \(folder.path) describe; "
          + "\((Tool.installed ?? Tool.url).path) --version",
      ])
      #expect(result.output.contains("Name: Empty"), "\(result.output)\(result.errors)")
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.errors.contains("1 program examined"), "\(result.errors)")
    }
  }

  /// The names of the sections show whether a program contains Swift.
  @Test(arguments: [[], ["-Xlinker", "-s"]])
  func aFollowedProgramWithAStaticRuntimeIsRecognized(options: [String]) throws {
    let source = Self.planted[1].source
    try withProgram(source, options: ["-static-stdlib"] + options) { path in
      let result = try Tool.run(["exec", "--follow", "--", "/bin/sh", "-c", "\(path); true"])
      #expect(result.status == (options.isEmpty ? 1 : 3), "\(result.errors)")
      #expect(result.errors.contains("neither /bin/sh") == false, "\(result.errors)")
      let failure =
        "leakcheck: program could not be examined: the Swift runtime is linked into the program"
      #expect(result.errors.contains(failure) != options.isEmpty, "\(result.errors)")
    }
  }

  /// The shell changes the version of the request for the program that it starts.
  @Test func aFollowedProgramThatIsNotRecordedIsReported() throws {
    try withProgram(Self.planted[1].source, options: []) { path in
      let result = try Tool.run([
        "exec", "--follow", "--", "/bin/sh", "-c", "LEAKCHECK_EXEC_VERSION=0 \(path); true",
      ])
      #expect(result.status == 3, "\(result.errors)")
      #expect(
        result.errors.contains("leakcheck: program could not be examined: leakcheck and lib"),
        "\(result.errors)")
    }
  }

  /// Three programs run one after the other. The first two leak, and the last does not.
  @Test func theFolderContainsTheFindingsOfAllFollowedPrograms() throws {
    try withProgram(Self.planted[1].source, options: ["-g"]) { path in
      try withTemporaryFolder { folder in
        let last = "\((Tool.installed ?? Tool.url).path) --version"
        let result = try Tool.run([
          "exec", "--follow", "--output", folder.path, "--", "/bin/sh", "-c",
          "\(path); \(path); \(last)",
        ])
        #expect(result.status == 1, "\(result.errors)")
        let data = try Data(contentsOf: folder.appending(path: "leakcheck.json"))
        let report = try ReportReader.report(from: data, name: "leakcheck.json")
        #expect(report.summary.verdict == .leaking)
        #expect(report.findings.map(\.occurrences) == [2])
        #expect(report.program?.name == "program, leakcheck")
      }
    }
  }
}

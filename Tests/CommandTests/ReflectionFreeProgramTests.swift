import Foundation
import TestSupport
import Testing

/// Tests of programs compiled without reflection metadata. Their fields have no names and no types.
@Suite(.runsPrograms) struct ReflectionFreeProgramTests {
  private static func source(child: String) -> String {
    """
    final class Parent { var child: Child?; var number = 1; deinit { print("gone") } }
    final class Child { \(child) parent: Parent?; var name = "" }
    @inline(never) func make(_ names: [String]) -> Int {
      let parent = Parent()
      let child = Child()
      parent.child = child
      child.parent = parent
      child.name = names[0]
      return parent.child!.name.count
    }
    print(make(CommandLine.arguments) > 0)
    """
  }

  @Test(arguments: ["-Onone", "-O"], ["var", "weak var"])
  func `a cycle stays a cycle`(level: String, child: String) throws {
    let options = [level, "-Xfrontend", "-disable-reflection-metadata"]
    try withCompiledProgram(Self.source(child: child), options: options) { program in
      let result = try Tool.run(["exec", "--", program])
      let last = result.errorLines.last ?? ""
      if child == "var" {
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.output == "true\n")
        #expect(last.hasPrefix("leakcheck: 1 leaked cycle, "), "\(result.errors)")
        #expect(result.errors.contains("Parent") && result.errors.contains("Child"))
        #expect(!result.errors.contains("over-retained"))
      } else {
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "gone\ntrue\n")
        #expect(last.hasPrefix("leakcheck: 0 leaked cycles, "), "\(result.errors)")
      }
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a program to another user"))
  func `a program with another user's rights is refused by name`() throws {
    try withCompiledProgram("print(1)", options: ["-Onone"]) { program in
      let allowed = try Tool.run(["exec", "--", program])
      #expect(allowed.status == 0, "\(allowed.errors)")
      #expect(unsafe chown(program, 65534, 65534) == 0)
      #expect(unsafe chmod(program, 0o4755) == 0)
      let refused = try Tool.run(["exec", "--", program])
      #expect(refused.status == 3, "\(refused.errors)")
      #expect(refused.output == "")
      #expect(refused.errors.contains("with the rights of another user"), "\(refused.errors)")
    }
  }
}

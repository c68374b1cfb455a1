import Foundation
import TestSupport
import Testing

/// Tests of folders in which the command can be installed.
@Suite(.runsPrograms) struct InstallationTests {
  /// In the path of a library, the dynamic loader would interpret a space, a colon or `$LIB`.
  @Test(
    .enabled(if: Tool.installed != nil, "needs LEAKCHECK_TOOL, which make test sets"),
    arguments: ["plain", "a b", "a:b", "$LIB"], ["temporary", "tem porary"])
  func theCommandRunsWhereverItIsInstalled(name: String, temporary: String) throws {
    let tool = try #require(Tool.installed)
    let source = """
      final class Node { var next: Node? }
      let node = Node()
      node.next = node
      """
    try withCompiledProgram("func lose() {\(source)}\nlose()", options: ["-Onone"]) { program in
      try withTemporaryFolder { folder in
        let prefix = folder.appending(path: name)
        let temporaryFolder = folder.appending(path: temporary)
        for new in [prefix, temporaryFolder] {
          try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
        }
        for part in ["bin", "lib"] {
          try copyExecutable(
            tool.deletingLastPathComponent().deletingLastPathComponent().appending(path: part).path,
            to: prefix.appending(path: part).path)
        }
        let result = try Tool.run(
          ["exec", "--", program], of: prefix.appending(path: "bin/leakcheck"),
          ["TMPDIR": temporaryFolder.path])
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.errors.contains("1 leaked cycle"), "\(result.errors)")
        let left = try FileManager.default.contentsOfDirectory(atPath: temporaryFolder.path)
        #expect(left.isEmpty)
      }
    }
  }
}

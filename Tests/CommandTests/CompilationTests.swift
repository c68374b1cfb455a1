import Foundation
import TestSupport
import Testing

/// Tests that a kept result of a compiler is used only if it is still valid.
@Suite(.runsPrograms) struct CompilationTests {
  /// Returns a compilation of a program that prints a word. No other test has the same program.
  private static func printing(_ word: String) -> Compilation {
    Compilation(
      of: ["main.swift": "print(\"\(word)\")"], with: ["swiftc", "main.swift", "-o", "program"])
  }

  private static func number(of file: String) throws -> UInt64 {
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    return try #require(attributes[.systemFileNumber] as? UInt64)
  }

  @Test func aValidResultIsReused() throws {
    let first = try Self.printing("again").outcome()
    let number = try Self.number(of: first.file("program"))
    let second = try Self.printing("again").outcome()
    #expect(second.folder == first.folder)
    #expect(try Self.number(of: second.file("program")) == number)
    let other = try Self.printing("other").outcome()
    #expect(other.folder != first.folder)
    #expect(
      try Tool.run([], of: URL(fileURLWithPath: other.file("program"))).output == "other\n")
  }

  @Test(arguments: ["main.swift", "program"])
  func aDamagedResultIsCompiledAgain(name: String) throws {
    let damaged = try Self.printing("damaged \(name)").outcome()
    try Data("damage".utf8).write(to: URL(fileURLWithPath: damaged.file(name)))
    let again = try Self.printing("damaged \(name)").outcome()
    #expect(again.folder == damaged.folder)
    #expect(try Data(contentsOf: URL(fileURLWithPath: again.file(name))) != Data("damage".utf8))
    let result = try Tool.run([], of: URL(fileURLWithPath: again.file("program")))
    #expect(result.output == "damaged \(name)\n")
  }

  @Test func aChangedInputIsCompiledAgain() throws {
    try withTemporaryFolder { folder in
      let header = folder.appending(path: "value.h")
      let compilation = Compilation(
        of: ["code.c": "#include \"value.h\"\nint main(void) { return VALUE; }\n"],
        with: ["clang", "-I", folder.path, "code.c", "-o", "program"], reading: [header])
      for value in [3, 5] {
        try Data("#define VALUE \(value)\n".utf8).write(to: header)
        let outcome = try compilation.outcome()
        // The path of the header is different in each run of the test.
        defer { try? FileManager.default.removeItem(at: outcome.folder) }
        let program = URL(fileURLWithPath: outcome.file("program"))
        #expect(try Tool.run([], of: program).status == Int32(value))
      }
    }
  }

  @Test func sourcesWithErrorsHaveNoResult() throws {
    let compilation = Compilation(
      of: ["main.swift": "nonsense("], with: ["swiftc", "main.swift", "-o", "program"])
    for _ in 0..<2 {
      #expect(throws: Compilation.Failed.self) { try compilation.outcome() }
    }
  }
}

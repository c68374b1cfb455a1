import Foundation
import TestSupport
import Testing

/// The programs that tests share.
@Suite(.waitsForProcesses) struct ProgramStoreTests {
  private static func recipe(_ words: String) -> ProgramRecipe {
    ProgramRecipe(sources: ["main.swift": "print(\"\(words)\")"], options: ["-Onone"])
  }

  private static func changed(_ path: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }

  @Test func aProgramIsCompiledOnce() throws {
    let path = try ProgramStore.executable(of: Self.recipe("one"))
    let first = try #require(try Self.changed(path))
    #expect(try ProgramStore.executable(of: Self.recipe("one")) == path)
    #expect(try Self.changed(path) == first)
    #expect(try Subprocess.run(path, []).output == "one\n")
  }

  @Test func anotherSourceIsAnotherProgram() throws {
    let path = try ProgramStore.executable(of: Self.recipe("one"))
    let other = try ProgramStore.executable(of: Self.recipe("other"))
    #expect(path != other)
    #expect(try Subprocess.run(other, []).output == "other\n")
  }

  @Test func aDamagedProgramIsCompiledAnew() throws {
    let path = try ProgramStore.executable(of: Self.recipe("damaged"))
    try Data("no program".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try ProgramStore.executable(of: Self.recipe("damaged")) == path)
    #expect(try Subprocess.run(path, []).output == "damaged\n")
  }

  @Test func sourcesThatWereRemovedAreWrittenAnew() throws {
    let path = try ProgramStore.executable(of: Self.recipe("removed"))
    let source = URL(fileURLWithPath: path).deletingLastPathComponent()
      .appending(path: "main.swift")
    try FileManager.default.removeItem(at: source)
    _ = try ProgramStore.executable(of: Self.recipe("removed"))
    #expect(try String(contentsOf: source, encoding: .utf8) == "print(\"removed\")")
  }

  @Test func whatDoesNotCompileIsNotKept() throws {
    let recipe = ProgramRecipe(sources: ["main.swift": "nonsense("], options: ["-Onone"])
    for _ in 0..<2 {
      #expect(throws: ProgramStore.Failure.self) { try ProgramStore.executable(of: recipe) }
    }
  }
}

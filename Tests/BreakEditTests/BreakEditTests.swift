import Foundation
import TestSupport
import Testing

/// Tests that apply the edits that the report suggests, and then build the program again. The new
/// build must leak nothing, and print the same output as before.
///
/// `LEAKCHECK_CLIENTS` names a package with further programs, and `LEAKCHECK_CLIENT_TARGETS` their
/// targets, separated by commas. Without an argument, each program prints the names of the leaks
/// that it contains, which are called shapes.
@Suite(.serialized, .runsPrograms) struct BreakEditTests {
  @Test func suggestedEditsFixTheSampleLeaksOfThisPackage() async throws {
    try await withFolder { folder in
      let program = try EditedProgram.ownShapes(in: folder)
      try program.rebuild()
      #expect(try Self.check(program) >= 30)
    }
  }

  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["LEAKCHECK_CLIENTS"] != nil),
    arguments: ProcessInfo.processInfo.environment["LEAKCHECK_CLIENT_TARGETS"]?
      .split(separator: ",").map(String.init) ?? [])
  func suggestedEditsFixTheSampleLeaksOfAnotherPackage(target: String) throws {
    let package = try #require(ProcessInfo.processInfo.environment["LEAKCHECK_CLIENTS"])
    let program = EditedProgram.client(target, ofPackage: URL(fileURLWithPath: package))
    try program.rebuild()
    #expect(try Self.check(program) >= 10)
  }

  @Test func omittingAnEditLeavesTheLeak() async throws {
    try await withFolder { folder in
      let program = try EditedProgram.ownShapes(in: folder)
      try program.rebuild()
      let before = try program.outcome(of: "twoHandlers")
      let edits = try before.report.edits
      #expect(before.status == 1 && edits.count == 2)
      try program.apply(Array(edits.dropLast()))
      try program.rebuild()
      #expect(try program.outcome(of: "twoHandlers").status == 1)
    }
  }

  /// Applies the edits that the report suggests for each shape of a program, and checks their
  /// effect.
  ///
  /// - Returns: The number of shapes.
  private static func check(_ program: EditedProgram) throws -> Int {
    let shapes = try program.shapes()
    var outputs: [String: String] = [:]
    var edits: [SourceEdit] = []
    for shape in shapes {
      let outcome = try program.outcome(of: shape)
      outputs[shape] = outcome.output
      #expect(outcome.status == 1, "\(shape) leaks")
      let named = try outcome.report.edits
      #expect(!named.isEmpty, "\(shape)")
      edits += named.filter { !edits.contains($0) }
    }
    try program.apply(edits)
    try program.rebuild()
    for shape in shapes {
      let outcome = try program.outcome(of: shape)
      #expect(outcome.status == 0, "\(shape): \(outcome.report.findings.flatMap(\.advised))")
      #expect(outcome.output == outputs[shape], "\(shape)")
    }
    return shapes.count
  }

  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }
}

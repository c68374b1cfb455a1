import Foundation
import TestSupport
import Testing

/// Tests that run programs with known findings under `leakcheck exec`.
///
/// A program prints its cases, each with the findings that are expected. A finding consists of the
/// rule, the confidence and the program's own classes. The report must have exactly the expected
/// findings.
@Suite(.runsPrograms) struct VerdictTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Verdicts/Sources/verdicts")
  private static let rounds =
    ProcessInfo.processInfo.environment["LEAKCHECK_CORPUS_ROUNDS"].flatMap { Int($0) } ?? 1

  @Test(arguments: ["-Onone", "-O"])
  func everyReportHasExactlyTheExpectedFindings(optimization: String) async throws {
    let program = try Corpus.program(optimization, sources: Self.sources)
    let cases = try Corpus.run(program, []).output.split(separator: "\n")
      .map { $0.split(separator: "\t").map(String.init) }
    // README states the number of cases.
    #expect(cases.count == 192)
    let runs = Array(repeating: cases, count: Self.rounds).flatMap { $0 }
    let outcomes = try await concurrentMap(runs) { fields in
      try await withTemporaryFolder { try Self.findings(of: program, fields[0], in: $0) }
    }
    for (fields, (status, found)) in zip(runs, outcomes) {
      let name = fields[0]
      #expect(found.sorted() == fields.dropFirst().sorted(), "\(name)")
      let isGated = fields.dropFirst().contains { !$0.hasPrefix("held-by-runtime") }
      #expect(status == (isGated ? 1 : 0), "\(name)")
    }
  }

  /// If the compiler uses several threads, the function that hashes the arguments of a key path has
  /// no symbol. It jumps to a function that has one.
  @Test func keyPathArgumentsAreReadThroughAJump() async throws {
    try await withTemporaryFolder { folder in
      let program = try Corpus.program(
        "-O", options: ["-wmo", "-num-threads", "2"], sources: Self.sources)
      let (status, found) = try Self.findings(of: program, "a key path with any value", in: folder)
      #expect(found == ["cycle proven Pathed"])
      #expect(status == 1)
    }
  }

  /// Without symbols, the analysis copies the arguments of a key path to find out which of them are
  /// references: copying an argument retains its references.
  @Test(arguments: ["-Onone", "-O"])
  func keyPathArgumentsAreReadWithoutSymbols(optimization: String) async throws {
    try await withTemporaryFolder { folder in
      let program = try Corpus.program(
        optimization, options: ["-Xlinker", "-s"], sources: Self.sources)
      let cases = try Corpus.run(program, []).output.split(separator: "\n")
        .map { $0.split(separator: "\t").map(String.init) }
        .filter { $0[0].hasPrefix("a key path") }
      #expect(cases.count >= 7)
      for fields in cases {
        let (status, found) = try Self.findings(of: program, fields[0], in: folder)
        #expect(found == Array(fields.dropFirst()), "\(fields[0])")
        #expect(status == (fields.count > 1 ? 1 : 0), "\(fields[0])")
      }
    }
  }

  /// Returns the command's exit status for one case, and the findings in its report, as one line
  /// each.
  private static func findings(
    of program: URL, _ name: String, in folder: URL
  ) throws -> (status: Int32, lines: [String]) {
    let result = try Corpus.run(
      Corpus.leakcheck,
      [
        "exec", "--color", "never", "--format", "json", "--output", folder.path, "--",
        program.path, name,
      ])
    let file = folder.appending(path: "leakcheck.json")
    try #require(FileManager.default.fileExists(atPath: file.path), "\(name): \(result.errors)")
    let data = try Data(contentsOf: file)
    let report = try JSONDecoder().decode(Report.self, from: data)
    return (result.status, report.findings.map { $0.line(report.tables.types) })
  }
}

/// The parts of a report that the test reads.
private struct Report: Decodable {
  struct TypeName: Decodable { var module: String }
  struct Tables: Decodable { var types: [TypeName] }
  struct Node: Decodable {
    var type: String
    var qualified: Int?
    var kind: String?
    var role: String
  }
  struct Break: Decodable { var label: String }
  struct Execution: Decodable { var reason: String? }
  struct Finding: Decodable {
    var rule: String
    var confidence: String
    var nodes: [Node]
    var breakSet: [Break]?
    var execution: Execution?

    func line(_ types: [TypeName]) -> String {
      func own(_ role: String) -> String {
        let own = nodes.filter {
          $0.role == role && $0.kind == nil && $0.qualified.map { types[$0].module } == "verdicts"
        }
        return Set(own.map(\.type)).sorted().joined(separator: " ")
      }
      guard rule.hasSuffix("cycle") else {
        let isFreedTwice = execution?.reason?.contains("released more often") ?? false
        return "\(rule) \(own("held"))\(isFreedTwice ? ", released twice" : "")"
      }
      let isProven = ["proven", "verified"].contains(confidence)
      let advice = breakSet?.isEmpty == false ? "" : ", without a break"
      return "cycle \(isProven ? "proven" : "likely") \(own("cycle"))\(advice)"
    }
  }

  var findings: [Finding]
  var tables: Tables
}

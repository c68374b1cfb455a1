import Foundation
import Testing

/// A way to build a program that may leave the walker less to read.
private enum BuildVariant: String, CaseIterable, CustomTestStringConvertible {
  case plain, stripped, withoutReflection, staticRuntime

  var testDescription: String { rawValue }

  var arguments: [String] {
    switch self {
    case .plain: []
    case .stripped: ["-Xlinker", "-s"]
    case .withoutReflection:
      ["-Xswiftc", "-Xfrontend", "-Xswiftc", "-disable-reflection-metadata"]
    case .staticRuntime: ["--static-swift-stdlib"]
    }
  }

  /// What the program may say of each construct.
  func verdict(of construct: String) -> String {
    switch self {
    case .plain, .staticRuntime: "exact"
    // Without symbols nothing spells the types that cannot be copied.
    case .stripped: construct == "mutex" ? "scanned" : "exact"
    case .withoutReflection: "scanned"
    }
  }

  var closureName: String {
    switch self {
    case .plain, .staticRuntime: "closure #1 in closure(_:_:)"
    case .stripped: "closure"
    // A field of unknown type does not say that it is a function.
    case .withoutReflection: "no closure"
    }
  }
}

@Suite(.serialized) struct DegradedBuildTests {
  private static let constructs = [
    "class", "generic", "optional", "enum", "dictionary", "existential", "mutex", "weak",
    "closure", "weak closure", "generic closure", "resilient superclass",
    "resilient generic superclass",
  ]

  /// A nested package, because the flags are the whole program's.
  @Test(arguments: BuildVariant.allCases)
  private func theWalkIsHonest(_ variant: BuildVariant) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let package = root.appendingPathComponent("Tests/DegradedBuilds").path
    let scratch = root.appendingPathComponent(".build/degraded/\(variant.rawValue)").path
    let build = try run(
      ["swift", "build", "--package-path", package, "--scratch-path", scratch]
        + variant.arguments)
    try #require(build.status == 0, "\(build.output)")
    let program = try run([scratch + "/debug/Specimen"])
    #expect(program.status == 0)
    let lines = program.output.split(separator: "\n").map(String.init)
    let expected = Self.constructs.map { "\($0) \(variant.verdict(of: $0))" }
    #expect(lines == expected + ["name: \(variant.closureName)"])
  }

  private func run(_ command: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}

import KnownCode
import Foundation
import Findings
import OwnershipGraph
import TestSupport
import Testing

/// Tests of the list of modules that belong to the language. The reader of a report cannot change
/// these modules.
@Suite(.runsPrograms) struct LanguageModuleTests {
  /// Returns the folders that contain the libraries of the installed toolchain.
  private static func libraryFolders() throws -> [String] {
    let compiler = Process()
    let output = Pipe()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = ["swiftc", "-print-target-info"]
    compiler.standardOutput = output
    try compiler.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    compiler.waitUntilExit()
    let info = try JSONSerialization.jsonObject(with: text) as? [String: Any]
    let paths = try #require(info?["paths"] as? [String: Any])
    return try #require(paths["runtimeLibraryPaths"] as? [String])
  }

  @Test func everyModuleOfTheToolchainIsKnown() throws {
    let modules = try Self.libraryFolders().flatMap {
      (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? []
    }
    .filter { $0.hasSuffix(".swiftmodule") }.map { String($0.dropLast(".swiftmodule".count)) }
    #expect(modules.contains("Swift") && modules.contains("FoundationXML"))
    #expect(Set(modules).subtracting(KnownModules.language).isEmpty)
  }

  @Test(arguments: [
    ("FoundationXML.XMLNode", false), ("RegexBuilder.Capture", false), ("App.XMLNode", true),
    ("closure #1 in FoundationNetworking.URLSession.f()", false),
  ]) func theModuleOfAnObjectShowsWhetherItBelongsToALibrary(type: String, isOutsideLibraries: Bool)
  {
    let kind: ObjectGraph.Kind = type.hasPrefix("closure") ? .closureContext : .classInstance
    let node = ObjectGraph.Node(id: "1", type: type, qualifiedType: type, kind: kind, role: .cycle)
    #expect(CodeOrigins().isOutsideLibraries(node) == isOutsideLibraries)
  }
}

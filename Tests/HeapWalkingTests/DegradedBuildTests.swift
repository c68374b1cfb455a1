import Foundation
import TestSupport
import Testing

/// A way to build a program. Some ways give the walker less information than others.
private enum BuildVariant: String, CaseIterable, CustomTestStringConvertible {
  case plain, stripped, withoutReflection, staticRuntime

  var testDescription: String { rawValue }

  /// The arguments that compile code in this way.
  var compilerArguments: [String] { self == .stripped ? [] : arguments }

  /// The arguments that compile and link code in this way.
  var arguments: [String] {
    switch self {
    case .plain: []
    case .stripped: ["-Xlinker", "-s"]
    case .withoutReflection: ["-Xfrontend", "-disable-reflection-metadata"]
    case .staticRuntime: ["-static-stdlib"]
    }
  }

  /// Returns the output that the program must print for a construct.
  func verdict(of construct: String) -> String {
    switch self {
    case .plain, .staticRuntime: "exact"
    // The type of a noncopyable value is known only from symbols.
    case .stripped: construct == "mutex" ? "scanned" : "exact"
    case .withoutReflection: "scanned"
    }
  }

  var closureName: String {
    switch self {
    case .plain, .staticRuntime: "closure #1 in closure(_:_:)"
    case .stripped: "closure"
    // If the type of a field is unknown, the field is not known to be a function.
    case .withoutReflection: "no closure"
    }
  }
}

@Suite(.serialized, .runsPrograms) struct DegradedBuildTests {
  private static let constructs = [
    "class", "generic", "optional", "enum", "dictionary", "existential", "mutex", "weak",
    "closure", "weak closure", "generic closure", "resilient superclass",
    "resilient generic superclass",
  ]

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  /// The folder of the test bundle, which also contains the other products of the build.
  private static let products = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent()
  private static let options = [
    "-Onone", "-swift-version", "6", "-parse-as-library", "-enable-upcoming-feature",
    "ExistentialAny", "-enable-upcoming-feature", "InternalImportsByDefault",
  ]

  /// The program is compiled as the variant requires, because the walker reads its metadata. The
  /// walker itself is linked from the build of the tests.
  @Test(arguments: BuildVariant.allCases)
  private func allReferencesAreFoundAndScanningIsReported(_ variant: BuildVariant) throws {
    let program = try run([build(variant)])
    #expect(program.status == 0, "\(program.output)")
    let lines = program.output.split(separator: "\n").map(String.init)
    let expected = Self.constructs.map { "\($0) \(variant.verdict(of: $0))" }
    #expect(lines == expected + ["name: \(variant.closureName)"])
  }

  /// Compiles the resilient library and the program, and links them with the walker. Returns the
  /// path of the program.
  private func build(_ variant: BuildVariant) throws -> String {
    let sources = Self.root.appending(path: "Tests/DegradedBuilds")
    let library = sources.appending(path: "Resilient.swift")
    let compiledLibrary = try Compilation(
      with: ["swiftc"] + Self.options + variant.compilerArguments + [
        "-wmo", "-enable-library-evolution", "-module-name", "Resilient", "-emit-module",
        "-emit-module-path", "Resilient.swiftmodule", "-c", library.path, "-o", "Resilient.o",
      ], reading: [library]
    ).outcome()
    let objects = try Self.walker.flatMap(BuiltModules.objectFiles)
    let program = ["Specimen.swift", "Links.swift"].map { sources.appending(path: $0) }
    let libraryFiles = ["Resilient.o", "Resilient.swiftmodule"].map(compiledLibrary.file)
    return try Compilation(
      with: ["swiftc"] + Self.options + variant.arguments + [
        "-package-name", Self.packageName(), "-module-name", "Specimen",
        "-I", compiledLibrary.folder.path, "-I", BuiltModules.folder.path,
      ] + BuiltModules.cOptions + program.map(\.path) + [libraryFiles[0]] + objects.map(\.path)
        + ["-o", "Specimen"],
      reading: program + libraryFiles.map { URL(filePath: $0) } + objects
        + BuiltModules.files(of: Self.walker.contains)
    ).outcome().file("Specimen")
  }

  private static let walker = [
    "HeapWalking", "OwnershipGraph", "KnownCode", "CRecorder", "CSwiftABI",
  ]

  /// Returns the package name that the build passes to the compiler. The name is read from the
  /// build's instructions, because the package manager derives it from the package's folder.
  private static func packageName() throws -> String {
    // The folder `debug` is a link into a folder named after the platform. The instructions are
    // beside the platform's folder.
    let folder = products.resolvingSymlinksInPath()
    let instructions = folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "\(folder.lastPathComponent).yaml")
    let text = try String(contentsOf: instructions, encoding: .utf8)
    let name = try #require(text.firstMatch(of: #/"-package-name","([^"]+)"/#))
    return String(name.1)
  }

  private func run(_ command: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}

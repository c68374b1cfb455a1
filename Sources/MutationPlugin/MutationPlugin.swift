import Foundation
import PackagePlugin

/// A type that generates the sources of `MutantStreams`, `MutantRACDisposables` and `MutantCells`
/// at build time.
///
/// A target that uses the plugin contains copies of another target's files, rewritten by the
/// `mutate` tool. Each original file has its own copy, so changing one file requires recompiling
/// only its copy.
@main
struct MutationPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let copy = Copy.all[target.name] else {
      Diagnostics.error("the target \(target.name) is not listed in Copy.all of MutationPlugin")
      return []
    }
    let package = context.package.directoryURL
    let list = package.appending(path: "Sources/MutantStreams/Mutants.txt")
    let survivors = package.appending(path: "Sources/MutantStreams/Survivors.txt")
    let originals = try files(of: [copy.original], in: context.package)
    // A mistake that changes several libraries is planted in all of them or in none, so the copy
    // also depends on the files of the other libraries.
    let others = try files(
      of: Copy.all.values.filter { $0.mode == "library" }.map(\.original), in: context.package
    ).filter { !originals.contains($0) }
    let folder = context.pluginWorkDirectoryURL
    // The name of a copy must differ from the name of its original, because a copy contains
    // directives with the path of the original, and the compiler warns about two files with the
    // same name.
    let outputs = (originals.map { "Mutated\($0.lastPathComponent)" } + copy.additions).map {
      folder.appending(path: $0)
    }
    return [
      .buildCommand(
        displayName: "Mutating \(copy.original) into \(target.name)",
        executable: try context.tool(named: "mutate").url,
        arguments: [
          copy.mode, list.path, package.appending(path: "Sources/\(copy.original)").path,
          folder.path,
        ],
        inputFiles: [list, survivors] + originals + others,
        outputFiles: outputs)
    ]
  }

  /// Returns the Swift files of targets.
  private func files(of targets: [String], in package: Package) throws -> [URL] {
    try package.targets(named: targets.sorted()).compactMap { $0 as? SwiftSourceModuleTarget }
      .flatMap { $0.sourceFiles(withSuffix: "swift").map(\.url) }
  }
}

/// The origin of a generated target.
struct Copy {
  /// The target whose files are copied.
  var original: String
  /// The first argument of the `mutate` tool: `library` or `cells`.
  var mode: String
  /// The names of the generated files that have no original.
  var additions: [String]

  static let all = [
    "MutantStreams": Copy(
      original: "Streams", mode: "library",
      additions: ["mutantObstacles.swift", "generatedMutants.swift"]),
    "MutantRACDisposables": Copy(
      original: "RACDisposables", mode: "library",
      additions: ["mutantObstacles.swift", "generatedMutants.swift"]),
    "MutantCells": Copy(
      original: "StreamCells", mode: "cells", additions: ["mutants.swift", "survivors.swift"]),
  ]
}

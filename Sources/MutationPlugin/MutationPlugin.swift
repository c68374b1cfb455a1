import Foundation
import PackagePlugin

/// Generates the sources of `MutantStreams` and `MutantCells` at build time.
///
/// A target that uses the plugin is a copy of another target's files, rewritten
/// by the `mutate` tool: one copied file for each original, so that a change in
/// one file builds as little as it would in the original.
@main
struct MutationPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let copy = Copy.all[target.name] else {
      Diagnostics.error("no copy is described for the target \(target.name)")
      return []
    }
    let package = context.package.directoryURL
    let list = package.appending(path: "Sources/MutantStreams/Mutants.txt")
    let survivors = package.appending(path: "Sources/MutantStreams/Survivors.txt")
    let originals = try context.package.targets(named: [copy.original])
      .compactMap { $0 as? SwiftSourceModuleTarget }
      .flatMap { $0.sourceFiles(withSuffix: "swift").map(\.url) }
    let folder = context.pluginWorkDirectoryURL
    // Names of their own: a copy states the path of its original, and the compiler warns, once for
    // each pair of files, of two files that have one name.
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
        inputFiles: [list, survivors] + originals,
        outputFiles: outputs)
    ]
  }
}

/// What a generated target is made from.
struct Copy {
  /// The target whose files are copied.
  var original: String
  /// The `mutate` tool's mode.
  var mode: String
  /// Files that have no original.
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

import Foundation
import Testing

/// Tests that the diagram of targets in `Sources/README.md` shows the imports of the sources.
struct ArchitectureTests {
  /// The targets that only the text describes, not the diagram: tools, a generated target, and the
  /// target that replaces `MutantCells`.
  private static let undrawn: Set = [
    "mutate", "MutationPlugin", "leakbench", "AbsentMutants", "MutantRACDisposables",
  ]
  private static let sources = Document.root.appending(path: "Sources")

  /// For each target, the targets to which its arrows point.
  private static let drawn: [String: Set<String>] = {
    let text =
      (try? String(contentsOf: sources.appending(path: "README.md"), encoding: .utf8)) ?? ""
    var drawn: [String: Set<String>] = [:]
    for line in text.split(separator: "\n") {
      guard let match = line.wholeMatch(of: #/\s+(\w+)(?:\[.*?\])? --> ([\w &]+)/#) else {
        continue
      }
      let ends = match.2.split(separator: "&").map { $0.trimmingCharacters(in: .whitespaces) }
      drawn[String(match.1), default: []].formUnion(ends)
    }
    return drawn
  }()

  /// For each target, the targets that its sources import.
  private static let imported: [String: Set<String>] = {
    let targets = Set(
      ((try? FileManager.default.contentsOfDirectory(atPath: sources.path)) ?? [])
        .filter { !$0.contains(".") })
    var imported: [String: Set<String>] = [:]
    for target in targets.subtracting(undrawn) {
      let folder = sources.appending(path: target)
      let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
      for file in files ?? [] where file.hasSuffix(".swift") {
        let text = try? String(contentsOf: folder.appending(path: file), encoding: .utf8)
        let names = (text ?? "").matches(of: #/(?m)^[\w@ ]*\bimport (\w+)/#).map { String($0.1) }
        imported[target, default: []].formUnion(
          targets.subtracting(undrawn).intersection(names))
      }
    }
    return imported
  }()

  /// Returns the targets that arrows reach from `target`.
  private static func reached(from target: String) -> Set<String> {
    var reached: Set<String> = []
    var open = [target]
    while let next = open.popLast() {
      open += drawn[next, default: []].filter { reached.insert($0).inserted }
    }
    return reached
  }

  @Test func everyImportIsInTheDiagram() {
    #expect(Self.imported.count > 15)
    for (target, imports) in Self.imported {
      let missing = imports.subtracting(Self.reached(from: target))
      #expect(missing.isEmpty, "\(target) imports \(missing.sorted())")
    }
  }

  /// The mutants are generated during the build, so their sources are not in the folder.
  @Test func everyArrowIsAnImport() {
    for (target, ends) in Self.drawn where !target.hasPrefix("Mutant") {
      let missing = ends.subtracting(Self.imported[target, default: []])
        .filter { !$0.hasPrefix("Mutant") }
      #expect(missing.isEmpty, "\(target) does not import \(missing.sorted())")
    }
  }

  @Test func theDiagramHasNoCycle() {
    for target in Self.drawn.keys {
      #expect(!Self.reached(from: target).contains(target), "\(target) imports itself")
    }
  }
}

import Foundation

/// Writes the mutated copy of one target, either a library (`Streams` or `RACDisposables`) or the
/// matrix cells:
/// `mutate library|cells LIST ORIGINALS OUTPUT`.
///
/// Unchanged files are not written, so that they are not compiled again.
func writeCopy(_ arguments: [String]) throws {
  guard arguments.count == 4, ["library", "cells"].contains(arguments[0]) else {
    throw MutationError.usage
  }
  let list = try MutantList(parsing: String(contentsOfFile: arguments[1], encoding: .utf8))
  let originals = try sources(below: arguments[2])
  var copies = originals.mapValues(CellCopy.retargeted)
  if arguments[0] == "library" {
    let module = URL(fileURLWithPath: arguments[2]).lastPathComponent
    let numbers = GeneratedMutant.numbers(in: module)
    let firstNumber = numbers.lowerBound
    let result = MutantSchemata(list.mutants, generatingFrom: firstNumber).applied(
      to: originals, of: module, besides: otherModules(of: list, beside: arguments[2]))
    guard result.generated.count <= numbers.count else {
      throw MutationError.tooManyMutants(result.generated.count, limit: numbers.count)
    }
    for (index, obstacle) in result.obstacles.sorted(by: { $0.key < $1.key })
    where list.mutants[index].edits.contains(where: { $0.module == module }) {
      printError(obstacle.warning(aboutMutant: list.mutants[index].name, inList: arguments[1]))
    }
    copies = result.copies
    if module != "Streams" { copies = copies.mapValues(CellCopy.importingSwitch) }
    copies["generatedMutants.swift"] = CellCopy.declaration(
      of: result.generated, from: firstNumber,
      folders: try sourcePaths(below: arguments[2]).mapValues {
        folder(of: $0, in: arguments[2])
      })
    copies["mutantObstacles.swift"] = CellCopy.declaration(of: result.obstacles)
  } else {
    copies["mutants.swift"] = CellCopy.declaration(of: list.mutants)
    // `Survivors.txt` lists the mutants that no matrix cell catches. It is in the folder of `LIST`.
    let survivors = URL(fileURLWithPath: arguments[1]).deletingLastPathComponent()
      .appending(path: "Survivors.txt")
    copies["survivors.swift"] = CellCopy.declaration(
      ofSurvivors: try String(contentsOf: survivors, encoding: .utf8))
  }
  let paths = try sourcePaths(below: arguments[2])
  for (name, text) in copies {
    var (located, output) = (text, name)
    if let path = paths[name], let original = originals[name] {
      located = CellCopy.located(text, from: original, at: path)
      output = "Mutated\(name)"
    }
    try write(located, to: "\(arguments[3])/\(output)")
  }
}

/// Returns the files of the other modules that mutants edit, by module. Each module's folder is
/// beside `folder`, the folder of the module that is copied. A module without a folder is omitted.
func otherModules(of list: MutantList, beside folder: String) -> [String: [String: String]] {
  let own = URL(fileURLWithPath: folder)
  let modules = Set(list.mutants.flatMap(\.edits).map(\.module))
  var files: [String: [String: String]] = [:]
  for module in modules where module != own.lastPathComponent {
    files[module] = try? sources(
      below: own.deletingLastPathComponent().appending(path: module).path)
  }
  return files
}

/// Returns the contents of the Swift files in a folder and its subfolders, by file name.
func sources(below folder: String) throws -> [String: String] {
  try sourcePaths(below: folder).mapValues { try String(contentsOfFile: $0, encoding: .utf8) }
}

/// Returns the paths of the Swift files in a folder and its subfolders, by file name.
func sourcePaths(below folder: String) throws -> [String: String] {
  let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
    .filter { $0.hasSuffix(".swift") }
  return Dictionary(
    uniqueKeysWithValues: paths.map { (($0 as NSString).lastPathComponent, "\(folder)/\($0)") })
}

/// Returns the folder that contains a file of a target, relative to the package's folder.
func folder(of path: String, in target: String) -> String {
  let package = URL(fileURLWithPath: target).deletingLastPathComponent().deletingLastPathComponent()
  return (String(path.dropFirst(package.path.count + 1)) as NSString).deletingLastPathComponent
}

/// Writes `text` to a file, unless it is already the content of the file.
func write(_ text: String, to path: String) throws {
  if let old = try? String(contentsOfFile: path, encoding: .utf8), old == text { return }
  try text.write(toFile: path, atomically: true, encoding: .utf8)
}

/// Writes a line to standard error. Builds show a line that contains `warning:` or `error:` as a
/// compiler message.
func printError(_ line: String) {
  FileHandle.standardError.write(Data("\(line)\n".utf8))
}

do {
  try writeCopy(Array(CommandLine.arguments.dropFirst()))
} catch {
  printError("error: \(error)")
  exit(1)
}

import Foundation

/// Writes the mutated copy of one target: `mutate library|cells LIST ORIGINALS OUTPUT`.
///
/// Files whose text did not change are left alone, so that they are not compiled again.
func writeCopy(_ arguments: [String]) throws {
  guard arguments.count == 4, ["library", "cells"].contains(arguments[0]) else {
    throw MutationError.wrongUse
  }
  let list = try MutantList(parsing: String(contentsOfFile: arguments[1], encoding: .utf8))
  let originals = try FileManager.default.subpathsOfDirectory(atPath: arguments[2])
    .filter { $0.hasSuffix(".swift") }
  let schemata = MutantSchemata(list.mutants)
  let isLibrary = arguments[0] == "library"
  if isLibrary {
    try schemata.checkFiles(originals.map { ($0 as NSString).lastPathComponent })
  }
  for path in originals {
    let name = (path as NSString).lastPathComponent
    let text = try String(contentsOfFile: "\(arguments[2])/\(path)", encoding: .utf8)
    let copy =
      try isLibrary ? schemata.applied(to: text, file: name) : CellCopy.retargeted(text)
    try write(copy, to: "\(arguments[3])/\(name)")
  }
  if !isLibrary {
    try write(CellCopy.declaration(of: list.mutants), to: "\(arguments[3])/mutants.swift")
  }
}

/// Writes `text` unless the file already holds it.
func write(_ text: String, to path: String) throws {
  if let old = try? String(contentsOfFile: path, encoding: .utf8), old == text { return }
  try text.write(toFile: path, atomically: true, encoding: .utf8)
}

do {
  try writeCopy(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}

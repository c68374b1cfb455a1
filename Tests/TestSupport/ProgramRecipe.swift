package import Foundation

/// What a test compiles: sources, files and options.
package struct ProgramRecipe {
  /// The name of the executable, from which the compiler derives the name of the module.
  package var name = "program"
  /// Texts by the names of their files, which are written beside the executable.
  package var sources: [String: String] = [:]
  /// Source files that are compiled where they are.
  package var files: [URL] = []
  /// Other files that the options name, such as objects and modules.
  package var inputs: [URL] = []
  package var options: [String]

  package init(
    name: String = "program", sources: [String: String] = [:], files: [URL] = [],
    inputs: [URL] = [], options: [String]
  ) {
    self.name = name
    self.sources = sources
    self.files = files
    self.inputs = inputs
    self.options = options
  }

  /// Everything that determines the executable.
  func contents(compiler: String) throws -> String {
    var parts = [compiler, name] + options
    for (name, text) in sources.sorted(by: { $0.key < $1.key }) { parts += [name, text] }
    for file in files { parts += [file.path, try String(contentsOf: file, encoding: .utf8)] }
    for input in inputs { parts += [input.path, FileStamp(input.path).description] }
    return parts.map { "\($0.utf8.count):\($0)\n" }.joined()
  }

  /// Writes the sources that are missing or differ.
  ///
  /// - Returns: Whether there was one.
  func writeSources(in folder: URL) throws -> Bool {
    var hasWritten = false
    for (name, text) in sources {
      let file = folder.appending(path: name)
      if let present = try? Data(contentsOf: file), present == Data(text.utf8) { continue }
      try Data(text.utf8).write(to: file)
      hasWritten = true
    }
    return hasWritten
  }

  func arguments(in folder: URL) -> [String] {
    options + sources.keys.sorted().map { folder.appending(path: $0).path } + files.map(\.path)
      + ["-o", folder.appending(path: name).path]
  }
}

package import Foundation

/// A run of a compiler, whose result is kept for later runs of the tests; see ``CompilationStore``.
///
/// The result is reused only if nothing that it depends on has changed: the sources, the command,
/// the files that the command reads, and the compiler. Different tests may use the same
/// result, so they must not change its files.
///
///     let program = try Compilation(
///       of: ["main.swift": "print(1)"], with: ["swiftc", "main.swift", "-o", "program"]
///     ).outcome().file("program")
package struct Compilation: Sendable {
  /// The result of a compilation.
  package struct Outcome: Sendable {
    /// The folder that contains the sources and the files that the compiler wrote.
    package var folder: URL
    package var status: Int32
    /// The output of the compiler, including errors.
    package var messages: String

    /// Returns the path of a file that the compiler wrote.
    package func file(_ name: String) -> String { folder.appending(path: name).path }
  }

  /// The error for sources that cannot be compiled.
  package struct Failed: Error, CustomStringConvertible {
    package var description: String
  }

  /// The texts of the sources that are written for this compilation, by their file names.
  package var sources: [String: String]
  /// The compiler's name, followed by its arguments. An argument that is a key of ``sources`` is
  /// replaced with the path of that source. Relative paths start at the folder of the result.
  package var command: [String]
  /// Other files that the compiler reads. Sources count as changed if their text is different.
  package var inputs: [URL]
  /// A Boolean value indicating whether a compilation with errors counts as a result, which is then
  /// stored.
  package var allowsErrors: Bool
  /// A Boolean value indicating whether the sources are deleted after the compilation.
  package var removesSources: Bool

  package init(
    of sources: [String: String] = [:], with command: [String], reading inputs: [URL] = [],
    allowsErrors: Bool = false, removesSources: Bool = false
  ) {
    self.sources = sources
    self.command = command
    self.inputs = inputs
    self.allowsErrors = allowsErrors
    self.removesSources = removesSources
  }

  /// Returns the result, which is compiled unless it exists. Waits while another test compiles it.
  package func outcome() throws -> Outcome {
    try CompilationStore.shared.outcome(of: self)
  }
}

extension Compilation {
  /// A description of everything that the result depends on.
  var key: String {
    get throws {
      var lines = ["command: \(command)", "flags: \(allowsErrors) \(removesSources)"]
      for (name, text) in sources.sorted(by: { $0.key < $1.key }) {
        lines.append("source: \(name)\n\(text)")
      }
      lines += try Toolchain.identity.get()
      for input in inputs.sorted(by: { $0.path < $1.path }) {
        let isSource = input.pathExtension == "swift"
        lines.append(
          try isSource
            ? "input: \(input.path)\n\(String(contentsOf: input, encoding: .utf8))"
            : fileIdentity(input.path))
      }
      return lines.joined(separator: "\n")
    }
  }

  /// Compiles in an empty folder.
  func compile(in folder: URL) throws -> Outcome {
    for (name, text) in sources {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let messages = folder.appending(path: ".messages")
    try Data().write(to: messages)
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = command.map { word in
      sources[word] == nil ? word : folder.appending(path: word).path
    }
    // When the compiler uses several threads, it also writes a module to the current folder.
    compiler.currentDirectoryURL = folder
    let output = try FileHandle(forWritingTo: messages)
    compiler.standardOutput = output
    compiler.standardError = output
    try compiler.run()
    compiler.waitUntilExit()
    try output.close()
    let text = String(decoding: try Data(contentsOf: messages), as: UTF8.self)
    let status = compiler.terminationStatus
    let isComplete = status == 0 || allowsErrors && status == 1
    guard compiler.terminationReason == .exit, isComplete else {
      throw Failed(description: "\(command) ended with status \(status): \(text)")
    }
    for name in removesSources ? Array(sources.keys) : [] {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
    return Outcome(folder: folder, status: status, messages: text)
  }
}

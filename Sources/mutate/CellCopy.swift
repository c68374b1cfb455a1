/// A type that prepares source files for running the matrix cells with the mutated library.
enum CellCopy {
  /// The modules with a mutated copy.
  private static let modules = ["Streams", "RACDisposables"]

  /// Returns the text of a file in which each import of one of the modules is replaced with an
  /// import of the module's mutated copy.
  static func retargeted(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line -> Substring in
        for module in modules where line.hasSuffix("import \(module)") {
          return line.dropLast(module.count) + "Mutant\(module)"
        }
        return line
      }
      .joined(separator: "\n")
  }

  /// Returns the text of a mutated file with an additional import of `MutantStreams`, which
  /// declares `MutantSwitch`. Use this for the files of all modules except `Streams`.
  static func importingSwitch(_ text: String) -> String {
    let text = retargeted(text)
    return text.contains("import MutantStreams") ? text : "import MutantStreams\n" + text
  }

  /// Returns a source file that declares `mutants`: the list of planted mistakes as Swift values.
  static func declaration(of mutants: [PlannedMutant]) -> String {
    let values = mutants.enumerated().map { index, mutant in
      """
        Mutant(
          index: \(index), name: \(mutant.name.debugDescription),
          summary: \(mutant.summary.debugDescription),
          endings: [\(mutant.endings.map { ".\($0)" }.joined(separator: ", "))],
          objects: \(mutant.objects), references: \(mutant.references),
          cells: \(mutant.cells)),

      """
    }
    return """
      package import Scenarios

      /// The planted mistakes, in the order of their list.
      package let mutants: [Mutant] = [
      \(values.joined())]

      """
  }

  /// Returns a source file that declares `mutantObstacles`: the reasons why mutants are missing
  /// from the copy.
  static func declaration(of obstacles: [Int: Obstacle]) -> String {
    let values = obstacles.sorted { $0.key < $1.key }
      .map { "  \($0.key): \($0.value.description.debugDescription),\n" }
    return """
      /// The reasons why mutants cannot be planted, by their index in the list.
      package let mutantObstacles: [Int: String] = [
      \(values.isEmpty ? "  :\n" : values.joined())]

      """
  }

  /// Returns a source file that declares `generatedMutantLines` and `firstGeneratedMutant`. Each
  /// line of `generatedMutantLines` describes a generated mutant: its kind, folder, file, line,
  /// enclosing types and function, and source text, separated by tabs.
  ///
  /// The lines are one string literal, because compiling hundreds of values takes seconds.
  ///
  /// - Parameter folders: The folder of each file, relative to the package.
  static func declaration(
    of mutants: [GeneratedMutant], from firstNumber: Int, folders: [String: String]
  ) -> String {
    let lines = mutants.map { mutant in
      [
        mutant.kind.rawValue, folders[mutant.file] ?? "", mutant.file, "\(mutant.line)",
        mutant.scope, mutant.sourceText.replacing("\t", with: " "),
      ].joined(separator: "\t")
    }
    return """
      /// The generated mutants, in the order of their numbers.
      package let generatedMutantLines = ##\"""
      \(lines.joined(separator: "\n"))
      \"""##

      /// The number of the first generated mutant.
      package let firstGeneratedMutant = \(firstNumber)

      """
  }

  /// Returns a source file that declares `survivorLines`, the text of the list of mutants that no
  /// matrix cell catches.
  static func declaration(ofSurvivors text: String) -> String {
    """
    /// The text of the list of generated mutants that no cell catches.
    let survivorLines = ##\"""
    \(text)
    \"""##

    """
  }
}

/// What the cells need so that they run over the mutated library.
enum CellCopy {
  /// The text of a file of cells with the library's import swapped for the mutated one.
  static func retargeted(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        line.hasSuffix("import Streams") ? line.dropLast("Streams".count) + "MutantStreams" : line
      }
      .joined(separator: "\n")
  }

  /// A source file that declares `mutants`, the list as Swift values.
  static func declaration(of mutants: [PlannedMutant]) -> String {
    let values = mutants.enumerated().map { index, mutant in
      """
        Mutant(
          index: \(index), name: \(mutant.name.debugDescription),
          summary: \(mutant.summary.debugDescription),
          endings: [\(mutant.endings.map { ".\($0)" }.joined(separator: ", "))],
          objects: \(mutant.objects), cells: \(mutant.cells)),

      """
    }
    return """
      package import Scenarios

      /// The planted mistakes, in the order of their list.
      package let mutants: [Mutant] = [
      \(values.joined())]

      """
  }

  /// A source file that declares `mutantObstacles`: why mutants are missing from the copy.
  static func declaration(of obstacles: [Int: Obstacle]) -> String {
    let values = obstacles.sorted { $0.key < $1.key }
      .map { "  \($0.key): \($0.value.description.debugDescription),\n" }
    return """
      /// Why mutants cannot be planted, by their place in the list.
      package let mutantObstacles: [Int: String] = [
      \(values.isEmpty ? "  :\n" : values.joined())]

      """
  }
}

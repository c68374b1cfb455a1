/// The mutated copy of `RACDisposables`.
///
/// The rest of this target is generated at build time, as that of `MutantStreams` is, with
/// the edits of `Mutants.txt` that name a file of the family.
package enum RACMutation {
  /// The reasons why mutants cannot be planted, by their index in the list.
  package static var obstacles: [Int: String] { mutantObstacles }

  /// The lines of its generated mutants, and the number of the first.
  package static var generated: (lines: String, firstNumber: Int) {
    (generatedMutantLines, firstGeneratedMutant)
  }
}

/// The mutated copy of `RACDisposables`.
///
/// The rest of this target is generated at build time, as in `MutantStreams`, with the edits of
/// `Mutants.txt` that name a file of `RACDisposables`.
package enum RACMutation {
  /// The reasons why mutants cannot be planted, by their index in the list.
  package static var obstacles: [Int: String] { mutantObstacles }

  /// The lines of the generated mutants of this target, and the number of the first one.
  package static var generated: (lines: String, firstNumber: Int) {
    (generatedMutantLines, firstGeneratedMutant)
  }
}

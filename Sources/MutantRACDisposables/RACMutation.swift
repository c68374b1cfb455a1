/// The mutated copy of `RACDisposables`.
///
/// The rest of this target is generated at build time, in the same way as `MutantStreams`. It
/// contains the generated mutants of `RACDisposables`, and the edits from `Mutants.txt` that name a
/// file of `RACDisposables`.
package enum RACMutation {
  /// The reasons why mutants cannot be planted, by the index of the mutant in the list.
  package static var obstacles: [Int: String] { mutantObstacles }

  /// The descriptions of the generated mutants of this target, one per line, and the number of the
  /// first mutant.
  package static var generated: (lines: String, firstNumber: Int) {
    (generatedMutantLines, firstGeneratedMutant)
  }
}

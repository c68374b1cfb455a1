package import Scenarios
import StreamCells

// This target replaces `MutantCells` if another package depends on this package. It contains no
// planted mistakes, so the build of the other package need not generate and compile the mutated
// copies of the library.

/// The planted mistakes. This build contains none.
package let mutants: [Mutant] = []

/// The generated mutants. This build contains none.
package let generatedMutants: [GeneratedMutant] = []

/// The list of mutants that no matrix cell catches. It is empty, because there are no mutants.
package let survivorList = SurvivorList(parsing: "")

/// Returns the matrix of the unmodified library.
package func streamMatrix() -> Matrix { StreamCells.streamMatrix() }

extension Mutant {
  /// The reason why the mistake cannot be planted.
  package var obstacle: String? { "leakcheck was built without planted mistakes" }

  /// Does nothing; see ``obstacle`` for the reason.
  package func plant() {}
}

extension GeneratedMutant {
  /// Does nothing, because there is no such mutant.
  package func plant() {}
}

/// The record of the code that a matrix cell executes. It is always empty in this build.
package enum ExecutedPositions {
  /// Does nothing.
  package static func forget() {}

  /// An empty array.
  package static var all: [Int] { [] }

  /// An empty array.
  package static var beforeFailure: [Int] { [] }

  /// Does nothing.
  package static func checked(_ hasPassed: Bool) {}
}

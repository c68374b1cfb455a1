package import Scenarios
import StreamCells

// The replacement for `MutantCells` in a checkout that another package depends on. It contains no
// planted mistakes, so that the build of that package need not generate and compile the mutated
// copies of the library.

/// The planted mistakes. This build contains none.
package let mutants: [Mutant] = []

/// The generated mutants. This build contains none.
package let generatedMutants: [GeneratedMutant] = []

/// The list of mutants that no cell catches. It is empty, because there are no mutants.
package let survivorList = SurvivorList(parsing: "")

/// Returns the cells of the library itself.
package func streamMatrix() -> Matrix { StreamCells.streamMatrix() }

extension Mutant {
  /// The reason why the mistake cannot be planted.
  package var obstacle: String? { "leakcheck was built without planted mistakes" }

  /// Does nothing; ``obstacle`` is the reason.
  package func plant() {}
}

extension GeneratedMutant {
  /// Does nothing, because there is no such mutant.
  package func plant() {}
}

/// The positions of the library that a cell executes, which are unknown here.
package enum ExecutedPositions {
  /// Does nothing.
  package static func forget() {}

  /// Empty.
  package static var all: [Int] { [] }

  /// Empty.
  package static var beforeFailure: [Int] { [] }

  /// Does nothing.
  package static func checked(_ hasPassed: Bool) {}
}

import MutantRACDisposables
import MutantStreams
package import Scenarios

extension Mutant {
  /// The reason why the mistake could not be planted in the mutated copy; `nil` if the copy
  /// contains the mistake.
  package var obstacle: String? {
    MutantStreams.mutantObstacles[index] ?? RACMutation.obstacles[index]
  }

  /// Activates the mutant until the process ends. Only the mutated copy of the library is affected.
  package func plant() {
    Patience.shorten()
    MutantSwitch.turnOn(index)
  }
}

/// Every generated mutant. Mutants of `Streams` come first.
package let generatedMutants =
  GeneratedMutant.list(
    MutantStreams.generatedMutantLines, from: MutantStreams.firstGeneratedMutant)
  + GeneratedMutant.list(
    RACMutation.generated.lines, from: RACMutation.generated.firstNumber)

extension GeneratedMutant {
  /// Activates the mutant until the process ends. Only the mutated copy of the library is affected.
  package func plant() {
    Patience.shorten()
    MutantSwitch.turnOn(number)
  }
}

/// The positions of the library that a cell executes.
package enum ExecutedPositions {
  /// Clears the record of executed positions.
  package static func forget() { MutantSwitch.forgetVisits() }

  /// The numbers of the mutants whose positions were executed since ``forget()``.
  package static var all: [Int] { MutantSwitch.visited }

  /// The numbers of the mutants whose positions were executed between the first check that failed
  /// and the check before it; empty if no check failed since ``forget()``.
  package static var beforeFailure: [Int] { MutantSwitch.visitedBeforeFailure }

  /// Records that a cell made a check, and whether the check passed.
  package static func checked(_ hasPassed: Bool) { MutantSwitch.endPart(hasPassed: hasPassed) }
}

/// The generated mutants that no cell catches, with reasons.
package let survivorList = SurvivorList(parsing: survivorLines)

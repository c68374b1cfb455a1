import MutantRACDisposables
import MutantStreams
package import Scenarios

extension Mutant {
  /// Why the mistake is not in the mutated copy: the library is no longer as the list
  /// knows it; `nil` if it is there.
  package var obstacle: String? {
    MutantStreams.mutantObstacles[index] ?? RACMutation.obstacles[index]
  }

  /// Turns the mistake on for the rest of the process, in the mutated copy only.
  package func plant() {
    Patience.shorten()
    MutantSwitch.turnOn(index)
  }
}

/// Every generated mutant, those of `Streams` first.
package let generatedMutants =
  GeneratedMutant.list(
    MutantStreams.generatedMutantLines, from: MutantStreams.firstGeneratedMutant)
  + GeneratedMutant.list(
    RACMutation.generated.lines, from: RACMutation.generated.firstNumber)

extension GeneratedMutant {
  /// Turns the mistake on for the rest of the process, in the mutated copy only.
  package func plant() {
    Patience.shorten()
    MutantSwitch.turnOn(number)
  }
}

/// Which places of the library a cell executes.
package enum ExecutedPlaces {
  /// Forgets what was executed before.
  package static func forget() { MutantSwitch.forgetVisits() }

  /// The numbers of the mutants whose places were executed since ``forget()``.
  package static var all: [Int] { MutantSwitch.visited }

  /// The numbers of the mutants whose places were executed last before the first check that
  /// failed; empty if no check failed since ``forget()``.
  package static var beforeFailure: [Int] { MutantSwitch.visitedBeforeFailure }

  /// Notes that a cell checked something.
  package static func checked(_ hasPassed: Bool) { MutantSwitch.endPart(hasPassed: hasPassed) }
}

/// The generated mutants that no cell catches, with reasons.
package let survivorList = SurvivorList(parsing: survivorLines)

import MutantRACDisposables
import MutantStreams
package import Scenarios

extension Mutant {
  /// The reason why the mistake could not be planted in the mutated copy; `nil` if the copy
  /// contains the mistake.
  package var obstacle: String? {
    MutantStreams.mutantObstacles[index] ?? RACMutation.obstacles[index]
  }

  /// Activates the mutant, which affects only the mutated copy of the library, and shortens the
  /// time that cells wait for other threads.
  package func plant() {
    WaitTimeout.shorten()
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
  /// Activates the mutant, which affects only the mutated copy of the library, and shortens the
  /// time that cells wait for other threads.
  package func plant() {
    WaitTimeout.shorten()
    MutantSwitch.turnOn(number)
  }
}

/// The mutation points that a matrix cell executes in the library. A mutation point is the source
/// position that a mutant changes, and has the same number as the mutant.
package enum ExecutedPositions {
  /// Clears the record of executed mutation points.
  package static func forget() { MutantSwitch.clearVisits() }

  /// The mutation points that were executed since ``forget()`` was called, each identified by its
  /// number.
  package static var all: [Int] { MutantSwitch.visited }

  /// The mutation points that were executed between the first failed check and the check before it,
  /// each identified by its number. If no check precedes the failed one, all points before it are
  /// included. The array is empty if no check has failed since ``forget()`` was called.
  package static var beforeFailure: [Int] { MutantSwitch.visitedBeforeFailure }

  /// Records that a cell made a check, and whether the check passed.
  package static func checked(_ hasPassed: Bool) { MutantSwitch.endPart(hasPassed: hasPassed) }
}

/// The list of generated mutants that no cell catches, with the reasons.
package let survivorList = SurvivorList(parsing: survivorLines)

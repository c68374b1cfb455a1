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
    MutantSwitch.turnOn(index)
  }
}

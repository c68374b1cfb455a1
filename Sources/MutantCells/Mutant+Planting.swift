import MutantStreams
package import Scenarios

extension Mutant {
  /// Turns the mistake on for the rest of the process, in the mutated copy only.
  package func plant() {
    MutantSwitch.turnOn(index)
  }
}

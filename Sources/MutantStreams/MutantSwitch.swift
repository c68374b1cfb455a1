import Synchronization

/// Which planted mistake is on in this process; none unless ``turnOn(_:)`` was called.
///
/// The rest of this target is generated at build time: the files of `Streams`,
/// with every edit of `Mutants.txt` behind ``isOn(_:)``.
package enum MutantSwitch {
  private static let active = Atomic(-1)

  /// Turns one mutant on, and any other off.
  ///
  /// - Parameter index: The mutant's place in the list, from 0.
  package static func turnOn(_ index: Int) {
    active.store(index, ordering: .relaxed)
  }

  package static func isOn(_ index: Int) -> Bool {
    active.load(ordering: .relaxed) == index
  }
}

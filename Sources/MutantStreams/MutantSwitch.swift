import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which planted mistake is on in this process; none unless ``turnOn(_:)`` was called.
///
/// The rest of this target is generated at build time: the files of `Streams`, with every
/// edit of `Mutants.txt` and every generated mutant behind ``isOn(_:)``.
package enum MutantSwitch {
  private static let active = Atomic(-1)

  /// The number of switches there can be.
  private static let limit = 8_192

  /// For each switch whether it was asked for since ``forgetVisits()``.
  ///
  /// Bytes that threads only ever set to the same value.
  private nonisolated(unsafe) static let visits = {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: limit)
    unsafe bytes.initialize(repeating: 0, count: limit)
    return unsafe bytes
  }()

  /// Turns one mutant on, and any other off.
  ///
  /// - Parameter index: The number of the mutant, from 0.
  package static func turnOn(_ index: Int) {
    active.store(index, ordering: .relaxed)
  }

  package static func isOn(_ index: Int) -> Bool {
    // Within the bytes: numbers are given at build time, below the limit.
    unsafe visits[index] = 1
    return active.load(ordering: .relaxed) == index
  }

  /// Forgets which switches were asked for.
  package static func forgetVisits() {
    unsafe visits.update(repeating: 0, count: limit)
  }

  /// The switches that were asked for since ``forgetVisits()``, in order.
  package static var visited: [Int] {
    // Initialized when they were allocated, and never freed.
    (0..<limit).filter { unsafe visits[$0] != 0 }
  }

  /// Gives other threads time to come between a load and a store.
  package static func pause() { usleep(2_000) }

  /// Returns the disposable, or one that does nothing if a mutant is on.
  static func forgetting(_ index: Int, _ disposable: DisposableObject) -> DisposableObject {
    isOn(index) ? NopDisposable.shared : disposable
  }

  /// Returns the disposable, or one that does nothing if a mutant is on.
  static func forgetting(_ index: Int, _ disposable: any Disposable) -> any Disposable {
    isOn(index) ? Disposables.create() : disposable
  }
}

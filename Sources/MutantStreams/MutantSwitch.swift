import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The planted mistake that is active in this process; none unless ``turnOn(_:)`` was called.
///
/// The rest of this target is generated at build time: the files of `Streams`, with every
/// edit of `Mutants.txt` and every generated mutant behind ``isOn(_:)``.
package enum MutantSwitch {
  private static let active = Atomic(-1)

  /// The number of switches there can be.
  private static let limit = 8_192

  /// For each switch the part of a cell in which it was last asked for, or 0.
  ///
  /// Threads may write the same byte at once; whichever value it then has is a valid one.
  private nonisolated(unsafe) static let visits = {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: limit)
    unsafe bytes.initialize(repeating: 0, count: limit)
    return unsafe bytes
  }()

  /// The number of the present part of a cell: a check that passes ends a part.
  private nonisolated(unsafe) static var part: UInt8 = 1

  /// The switches of the part that ended with the first check that failed.
  private nonisolated(unsafe) static var failedPart: [Int]?

  /// Turns one mutant on, and any other off.
  ///
  /// - Parameter index: The number of the mutant, from 0.
  package static func turnOn(_ index: Int) {
    active.store(index, ordering: .relaxed)
  }

  package static func isOn(_ index: Int) -> Bool {
    // Within the bytes: numbers are given at build time, below the limit.
    unsafe visits[index] = part
    return active.load(ordering: .relaxed) == index
  }

  /// Forgets which switches were asked for, before a cell.
  package static func forgetVisits() {
    unsafe visits.update(repeating: 0, count: limit)
    pauses.store(0, ordering: .relaxed)
    unsafe (part, failedPart) = (1, nil)
  }

  /// Ends a part of a cell. Called by the thread that runs the cell.
  ///
  /// - Parameter hasPassed: Whether the check that ends the part passed.
  package static func endPart(hasPassed: Bool) {
    guard hasPassed else {
      if unsafe failedPart == nil { unsafe failedPart = asked(in: part) }
      return
    }
    if unsafe part == .max {
      // The parts before become one, so that the number of parts has no limit.
      for index in 0..<limit where unsafe visits[index] > 1 { unsafe visits[index] = 1 }
      unsafe part = 1
    }
    unsafe part += 1
  }

  /// The switches of the part that ended with the first check that failed, in order; empty if none
  /// failed.
  package static var visitedBeforeFailure: [Int] { unsafe failedPart ?? [] }

  private static func asked(in part: UInt8) -> [Int] {
    (0..<limit).filter { unsafe visits[$0] == part }
  }

  /// The switches that were asked for since ``forgetVisits()``, in order.
  package static var visited: [Int] {
    // A loop without closures, because every cell asks. The visits are initialized when they are
    // allocated, and never freed.
    var (visited, index) = ([Int](), 0)
    while index < limit {
      if unsafe visits[index] != 0 { visited.append(index) }
      index += 1
    }
    return visited
  }

  /// Gives other threads time to come between a load and a store.
  ///
  /// A cell pauses for one second at most, so that one with thousands of objects does not seem to
  /// hang.
  package static func pause() {
    if pauses.wrappingAdd(1, ordering: .relaxed).oldValue < maxPauses { usleep(2_000) }
  }

  private static let pauses = Atomic(0)
  private static let maxPauses = 500

  /// Returns the disposable, or one that does nothing if a mutant is on.
  static func forgetting(_ index: Int, _ disposable: DisposableObject) -> DisposableObject {
    isOn(index) ? NopDisposable.shared : disposable
  }

  /// Returns the disposable, or one that does nothing if a mutant is on.
  static func forgetting(_ index: Int, _ disposable: any Disposable) -> any Disposable {
    isOn(index) ? Disposables.create() : disposable
  }
}

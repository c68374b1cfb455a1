import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The switch that activates one mutant, a planted mistake, in this process. No mutant is active
/// until ``turnOn(_:)`` is called.
///
/// The rest of this target is generated at build time. It consists of the files of `Streams`,
/// into which all mutants are inserted: the edits from `Mutants.txt` and the generated ones. Each
/// mutant takes effect only if ``isOn(_:)`` returns `true` for it.
package enum MutantSwitch {
  private static let active = Atomic(-1)

  /// The maximum number of mutants.
  private static let limit = 8_192

  /// For each mutant, the value that `part` had at the last call to ``isOn(_:)``; 0 if the function
  /// was not called for the mutant since ``clearVisits()`` was called.
  ///
  /// Several threads may write the same byte at the same time. Each of the values that they write
  /// is valid.
  private nonisolated(unsafe) static let visits = {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: limit)
    unsafe bytes.initialize(repeating: 0, count: limit)
    return unsafe bytes
  }()

  /// The number of the current part of a matrix cell. Each check of the cell ends a part.
  private nonisolated(unsafe) static var part: UInt8 = 1

  /// The mutants for which ``isOn(_:)`` was called in the part that ended with the first failed
  /// check.
  private nonisolated(unsafe) static var failedPart: [Int]?

  /// Turns one mutant on and all others off.
  ///
  /// - Parameter index: The index of the mutant, from 0.
  package static func turnOn(_ index: Int) {
    active.store(index, ordering: .relaxed)
  }

  /// Returns whether a mutant is active, and records the call.
  package static func isOn(_ index: Int) -> Bool {
    // The index is within bounds, because the indices of mutants are assigned at build time and are
    // less than `limit`.
    unsafe visits[index] = part
    return active.load(ordering: .relaxed) == index
  }

  /// Clears the record of the calls to ``isOn(_:)``. Call this before a matrix cell runs.
  package static func clearVisits() {
    unsafe visits.update(repeating: 0, count: limit)
    pauses.store(0, ordering: .relaxed)
    unsafe (part, failedPart) = (1, nil)
  }

  /// Ends a part of a cell. Only the thread that runs the cell may call this.
  ///
  /// - Parameter hasPassed: A Boolean value indicating whether the check that ends the part passed.
  package static func endPart(hasPassed: Bool) {
    guard hasPassed else {
      if unsafe failedPart == nil { unsafe failedPart = visited(in: part) }
      return
    }
    if unsafe part == .max {
      // The earlier parts are combined into one, so that the number of parts is not limited.
      for index in 0..<limit where unsafe visits[index] > 1 { unsafe visits[index] = 1 }
      unsafe part = 1
    }
    unsafe part += 1
  }

  /// The mutants for which ``isOn(_:)`` was called in the part that ended with the first failed
  /// check, in order; empty if no check failed.
  package static var visitedBeforeFailure: [Int] { unsafe failedPart ?? [] }

  private static func visited(in part: UInt8) -> [Int] {
    (0..<limit).filter { unsafe visits[$0] == part }
  }

  /// The mutants for which ``isOn(_:)`` was called since ``clearVisits()`` was called, in order.
  package static var visited: [Int] {
    // The loop has no closures, because it runs for every cell and must be fast. Reading `visits`
    // is safe, because its bytes are initialized when they are allocated, and are never freed.
    var (visited, index) = ([Int](), 0)
    while index < limit {
      if unsafe visits[index] != 0 { visited.append(index) }
      index += 1
    }
    return visited
  }

  /// Gives other threads time to run between a load and a store.
  ///
  /// A cell pauses for at most one second in total, so that a cell with thousands of objects does
  /// not seem to hang.
  package static func pause() {
    if pauses.wrappingAdd(1, ordering: .relaxed).oldValue < maxPauses { usleep(2_000) }
  }

  private static let pauses = Atomic(0)
  private static let maxPauses = 500

  /// Returns the disposable, or a disposable without effect if the mutant with this index is
  /// active.
  static func forgetting(_ index: Int, _ disposable: DisposableObject) -> DisposableObject {
    isOn(index) ? NopDisposable.shared : disposable
  }

  /// Returns the disposable, or a disposable without effect if the mutant with this index is
  /// active.
  static func forgetting(_ index: Int, _ disposable: any Disposable) -> any Disposable {
    isOn(index) ? Disposables.create() : disposable
  }
}

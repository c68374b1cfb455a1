import Foundation

/// A program, with its expected result.
struct Case: Sendable {
  /// A value indicating whether the program leaks.
  enum Truth: String, Sendable {
    case leaks, clean
  }

  var name: String
  var truth: Truth
  /// The number of reachable objects at the end.
  var kept: Int
  var body: @Sendable () async throws -> Void

  static func leaks(
    _ name: String, kept: Int = 0, _ body: @escaping @Sendable () async throws -> Void
  ) -> Case {
    Case(name: name, truth: .leaks, kept: kept, body: body)
  }

  static func clean(
    _ name: String, kept: Int = 0, _ body: @escaping @Sendable () async throws -> Void
  ) -> Case {
    Case(name: name, truth: .clean, kept: kept, body: body)
  }
}

/// A counter of the objects that exist, updated in `init` and `deinit`.
final class Count: @unchecked Sendable {
  static let alive = Count()
  private let lock = NSLock()
  private var count = 0

  func add(_ change: Int) {
    lock.lock()
    count += change
    lock.unlock()
  }

  var value: Int {
    lock.lock()
    defer { lock.unlock() }
    return count
  }
}

/// An object that counts its creation and deinitialization.
class Tracked: @unchecked Sendable {
  init() { Count.alive.add(1) }
  deinit { Count.alive.add(-1) }
}

/// Uses an object in a way that is opaque to the compiler, which therefore cannot evaluate a case
/// at compile time.
@inline(never) @_optimize(none) func keepAlive(_ object: Any?) { _ = object }

/// Waits until a condition holds, for at most ten seconds.
func wait(until condition: @escaping @Sendable () -> Bool) {
  let end = Date(timeIntervalSinceNow: 10)
  while !condition(), Date() < end { usleep(1_000) }
}

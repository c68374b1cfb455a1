import Foundation

/// One program: what it does, and what it thereby leaves.
struct Case: Sendable {
  /// What is true of the program.
  enum Truth: String, Sendable {
    case leaks, clean
  }

  var name: String
  var truth: Truth
  /// Objects that the program rightly still has when it ends.
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

/// The objects that are alive, by their own word.
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

/// An object that says when it goes.
class Tracked: @unchecked Sendable {
  init() { Count.alive.add(1) }
  deinit { Count.alive.add(-1) }
}

/// The compiler may not look inside, so it cannot do the work of a case in advance.
@inline(never) @_optimize(none) func keepAlive(_ object: Any?) { _ = object }

/// Waits until a condition holds, ten seconds at most.
func wait(until condition: @escaping @Sendable () -> Bool) {
  let end = Date(timeIntervalSinceNow: 10)
  while !condition(), Date() < end { usleep(1_000) }
}

import Synchronization

/// A number that several threads count up.
public final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  public init() {}

  /// The number of calls of `increment()` so far.
  public var value: Int { count.load(ordering: .sequentiallyConsistent) }

  /// Counts one more and returns how many there were before.
  @discardableResult
  public func increment() -> Int {
    count.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue
  }
}

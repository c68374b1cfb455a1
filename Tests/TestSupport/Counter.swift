import Synchronization

/// A counter that several threads increment.
public final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  public init() {}

  /// The number of calls to `increment()` so far.
  public var value: Int { count.load(ordering: .sequentiallyConsistent) }

  /// Increments the counter and returns its previous value.
  @discardableResult
  public func increment() -> Int {
    count.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue
  }
}

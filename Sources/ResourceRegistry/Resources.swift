import Synchronization

/// The objects of the stream library that are alive: how many, which, and since when.
///
/// Every class of the library counts itself; locks and other plumbing do not, so a debug
/// and a release build read the same number. Visible with `import Streams` when the
/// package trait `TRACE_RESOURCES` is on.
///
///     let before = Resources.total
///     useStreams()
///     assert(Resources.total == before, "\(Resources.totalsByType)")
///
/// Everything here may be called on any thread at any time. Numbers are process-wide.
public enum Resources {
  /// The number of living objects, and of those counted by hand.
  ///
  /// - Complexity: O(1).
  public static var total: Int32 {
    Int32(clamping: Registry.total)
  }

  /// The number of living instances of a class and its subclasses.
  ///
  /// - Complexity: O(*n*) for *n* living objects.
  public static func total(of type: Any.Type) -> Int32 {
    guard let wanted = type as? AnyClass else { return 0 }
    var isKind: [ObjectIdentifier: Bool] = [:]
    var count = 0
    Registry.withRecords { record in
      let key = ObjectIdentifier(record.type)
      let counts = isKind[key] ?? isClass(record.type, kindOf: wanted)
      isKind[key] = counts
      if counts { count += 1 }
    }
    return Int32(clamping: count)
  }

  /// The number of living instances of the classes with a name.
  ///
  /// - Parameter name: The name without module; with generic arguments, only that one
  ///   specialisation is counted: `"SinkDisposer"`, `"AnonymousObserver<Int>"`.
  /// - Complexity: O(*n*) for *n* living objects.
  public static func total(ofTypeNamed name: String) -> Int32 {
    countsByClass().reduce(0) { sum, entry in
      let full = String(describing: entry.type)
      let matches = full == name || ResourceTypeName.name(stripping: full) == name
      return matches ? sum + entry.count : sum
    }
  }

  /// The number of living instances of the classes with a name.
  ///
  /// The same as `total(ofTypeNamed:)`.
  public static func total(of typeName: String) -> Int32 {
    total(ofTypeNamed: typeName)
  }

  /// The number of living objects by the name of their type, without generic arguments.
  ///
  /// - Complexity: O(*n*) for *n* living objects.
  public static var totalsByType: [String: Int32] {
    countsByClass().reduce(into: [:]) { totals, entry in
      totals[ResourceTypeName.name(of: entry.type), default: 0] += entry.count
    }
  }

  /// Counts one object more that does not register itself, and returns the new total.
  @discardableResult
  public static func incrementTotal() -> Int32 {
    Registry.uncounted.wrappingAdd(1, ordering: .acquiringAndReleasing)
    return total
  }

  /// Counts one object less that does not register itself, and returns the new total.
  @discardableResult
  public static func decrementTotal() -> Int32 {
    Registry.uncounted.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    return total
  }

  private static func countsByClass() -> [(type: AnyClass, count: Int32)] {
    var counts: [ObjectIdentifier: (type: AnyClass, count: Int32)] = [:]
    Registry.withRecords { record in
      counts[ObjectIdentifier(record.type), default: (record.type, 0)].count += 1
    }
    return Array(counts.values)
  }

  private static func isClass(_ type: AnyClass, kindOf ancestor: AnyClass) -> Bool {
    var candidate: AnyClass? = type
    while let current = candidate {
      if current == ancestor { return true }
      candidate = _getSuperclass(current)
    }
    return false
  }
}

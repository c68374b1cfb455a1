import Synchronization

/// The live objects of the stream library: their number, their types, and the order in which they
/// were created.
///
/// Sequences, observers, disposables and dispose bags are counted. Schedulers, testable sequences
/// and observers, constants, and internal state, such as locks, are not. Debug and release builds
/// report the same counts. `Resources` is visible with `import Streams` if the package trait
/// `TRACE_RESOURCES` is on.
///
///     let before = Resources.total
///     useStreams()
///     assert(Resources.total == before, "\(Resources.totalsByType)")
///
/// All members may be used on any thread. The counts are process-wide.
public enum Resources {
  /// The number of live objects, including those counted by ``incrementTotal()``.
  ///
  /// - Complexity: O(1).
  public static var total: Int32 {
    Int32(clamping: Registry.total)
  }

  /// Returns the number of live instances of a class and its subclasses.
  ///
  /// - Parameter type: The class. For a type that is not a class, the result is 0.
  /// - Complexity: O(*n*), where *n* is the largest number of objects that the registry has ever
  ///   contained at one time.
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

  /// Returns the number of live instances of the classes with the given name.
  ///
  /// - Parameter name: The name without the module, such as `"SinkDisposer"`. If it has generic
  ///   arguments, as `"AnonymousObserver<Int>"` does, only that specialization is counted.
  /// - Complexity: O(*n*), where *n* is the largest number of objects that the registry has ever
  ///   contained at one time.
  public static func total(ofTypeNamed name: String) -> Int32 {
    countsByClass().reduce(0) { sum, entry in
      let full = String(describing: entry.type)
      let matches = full == name || ResourceTypeName.name(stripping: full) == name
      return matches ? sum + entry.count : sum
    }
  }

  /// Returns the number of live instances of the classes with the given name, like
  /// `total(ofTypeNamed:)`.
  ///
  /// - Parameter typeName: The name without the module.
  public static func total(of typeName: String) -> Int32 {
    total(ofTypeNamed: typeName)
  }

  /// The number of live objects for each type name, without generic arguments.
  ///
  /// - Complexity: O(*n*), where *n* is the largest number of objects that the registry has ever
  ///   contained at one time.
  public static var totalsByType: [String: Int32] {
    countsByClass().reduce(into: [:]) { totals, entry in
      totals[ResourceTypeName.name(of: entry.type), default: 0] += entry.count
    }
  }

  /// Counts an object that does not register itself, and returns the new total.
  @discardableResult
  public static func incrementTotal() -> Int32 {
    Registry.manualCount.wrappingAdd(1, ordering: .acquiringAndReleasing)
    return total
  }

  /// Stops counting an object that does not register itself, and returns the new total.
  @discardableResult
  public static func decrementTotal() -> Int32 {
    Registry.manualCount.wrappingSubtract(1, ordering: .acquiringAndReleasing)
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

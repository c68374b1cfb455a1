/// A stored property of a generated class.
struct Field: Hashable, Sendable {
  /// The ways in which a property can store its value.
  enum Form: String, CaseIterable, Sendable {
    case variable, lazy, wrapped, mutex, uncopyable, uncopyableEnum, uncopyableOptional, pack
    case workItem, keyPath, finishedTask
    case managedBuffer, pointer, cMemory
    case streamBuffer, streamTermination
    case foundationArray, foundationDictionary
    case atomicReference
    case weak, unowned, unownedUnsafe, unmanaged
    /// The continuation of a suspended task. The task refers to the owner and to the value.
    case continuationOfOwnersTask
    /// The continuation of a stream over which a suspended task iterates.
    case streamOfOwnersTask
  }

  var form: Form
  var shape: Shape
}

extension Field.Form {
  /// A Boolean value indicating whether the property retains what it refers to.
  var isOwning: Bool { ![.weak, .unowned, .unownedUnsafe, .unmanaged].contains(self) }

  /// A Boolean value indicating whether the value is in memory whose type the runtime's metadata
  /// does not describe. An analysis must scan such memory, unless it knows the layout.
  var isUntyped: Bool {
    switch self {
    case .workItem, .managedBuffer, .pointer, .cMemory, .streamBuffer, .streamTermination,
      .foundationArray, .foundationDictionary, .atomicReference, .continuationOfOwnersTask,
      .streamOfOwnersTask,
      .finishedTask:
      true
    default: false
    }
  }

  /// A Boolean value indicating whether no analysis can know the type of the memory that contains
  /// the value.
  var isAlwaysUntyped: Bool {
    [.pointer, .cMemory, .continuationOfOwnersTask, .streamOfOwnersTask].contains(self)
  }

  /// A Boolean value indicating whether the property can store only a single reference. Other
  /// properties can store values that contain references.
  var takesLeafOnly: Bool {
    switch self {
    case .cMemory, .foundationArray, .foundationDictionary, .atomicReference, .weak, .unowned,
      .unownedUnsafe, .unmanaged:
      true
    default: false
    }
  }

  /// A Boolean value indicating whether the property stores a continuation or a stream for which a
  /// task waits, and the task retains the owner of the property.
  var retainsOwner: Bool { self == .continuationOfOwnersTask || self == .streamOfOwnersTask }

  /// A Boolean value indicating whether a closure that the property stores, or that the stored
  /// object runs, captures the value.
  var isClosure: Bool { self == .workItem || self == .streamTermination }

  /// A Boolean value indicating whether other threads use the objects, and may therefore delay
  /// their deallocation.
  var isConcurrent: Bool {
    [.finishedTask, .continuationOfOwnersTask, .streamOfOwnersTask].contains(self)
  }
}

/// A generated class.
struct ObjectClass: Hashable, Sendable {
  enum Flavor: Hashable, Sendable {
    case plain
    /// A class with a chain of superclasses. The fields are distributed over all these classes.
    case derived(levels: Int)
    /// A generic class with this generic argument.
    case generic(String)
    /// A subclass of a generic class.
    case derivedFromGeneric
    case foundation
    case actor
  }

  var flavor: Flavor
  var fields: [Field] = []
}

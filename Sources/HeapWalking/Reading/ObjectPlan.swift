internal import OwnershipGraph

/// The plan for reading one kind of heap object.
struct ObjectPlan: BitwiseCopyable {
  /// The storage that follows the fields of an object. The steps in ``steps`` read only the fields.
  enum Tail: BitwiseCopyable {
    case none
    /// The elements of a `_ContiguousArrayStorage`. Their count is at offset 16.
    case array(start: Int, element: Repetition)
    /// The keys and values of a `_DictionaryStorage` or a `_SetStorage`, and the bitmap of the
    /// buckets in use.
    case hashTable(bitmap: Int, key: Repetition, value: Repetition?)
    /// Slots for elements. The buffer does not store which slots are in use.
    case slots(start: Int, element: Repetition)
    /// The storage after the header of an instance, if no class in the chain of superclasses
    /// declares a stored property.
    case undeclared
    /// The elements of a deque. They begin at the first slot in use, and may wrap around the end.
    case ring(start: Int, element: Repetition)
    /// The code units of a string. If they are not ASCII, a reference to breadcrumbs may follow
    /// them. Breadcrumbs are an object that caches positions in the string.
    case string
    /// A key path's components, some of which may have arguments.
    case keyPath
    /// The captures of a block, up to the size that the block's descriptor contains.
    case block
    /// A task's own words, and the slabs of its allocator.
    case task
  }

  var steps: StepRange
  var tail: Tail = .none
  var kind: ObjectGraph.Kind
  /// The type by which the object is named; `nil` for closure contexts, blocks, tasks and unknown
  /// objects.
  var type: Metadata?
  /// The size of an instance without its tail, in bytes; for a block, the size with its captures; 0
  /// if unknown.
  var size = 0
  /// The number of bytes of the instance that no step reads as a value of a known type.
  var untypedBytes = 0
  /// A Boolean value indicating whether objects with the same metadata may need different plans;
  /// see ``BindingKey``.
  var dependsOnBindings = false

  /// A Boolean value indicating whether the memory is a block or an object of the Swift runtime.
  /// The kind of such an object may be unknown.
  var isObject: Bool { kind != .unknown || !steps.isEmpty }
}

/// The part of a plan that a walk needs for each object.
struct PlanHead: BitwiseCopyable {
  enum Tail: UInt8 {
    case none
    /// An array. ``elements`` contains the steps that read one element; the count is at offset 16.
    case array
    /// Another tail, which ``ObjectPlan/tail`` describes.
    case other
  }

  var steps: StepRange
  /// The index of the whole plan in ``PlanStore/objects``.
  var plan: UInt32
  /// The steps for one element of an array.
  var elements = StepRange.empty
  var elementStart: UInt32 = 0
  var elementStride: UInt32 = 0
  /// The number of bytes after the object's header that the plan's steps read as values of known
  /// types. For a block, all bytes after the first 16 are counted.
  var typedBytes: UInt32
  var tail = Tail.other
  /// A Boolean value indicating whether the word after the object's metadata contains the runtime's
  /// reference counts.
  var isCounted: Bool
  /// A Boolean value indicating whether the object is a block. The reference count of a block has
  /// its own format.
  var isBlock: Bool
  var dependsOnBindings: Bool

  init(_ plan: ObjectPlan, at index: UInt32) {
    steps = plan.steps
    self.plan = index
    typedBytes = UInt32(max(0, plan.size - 16 - plan.untypedBytes))
    isCounted = plan.kind != .block && plan.isObject
    isBlock = plan.kind == .block
    dependsOnBindings = plan.dependsOnBindings
    if case .none = plan.tail { tail = .none }
    if case .array(let start, let element) = plan.tail {
      elements = element.steps
      elementStart = UInt32(start)
      elementStride = UInt32(element.stride)
      tail = elements.isEmpty ? .none : .array
    }
  }
}

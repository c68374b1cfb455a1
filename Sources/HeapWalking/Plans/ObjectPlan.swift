internal import OwnershipGraph

/// How to read one kind of heap object.
struct ObjectPlan: BitwiseCopyable {
  /// Storage past the steps whose extent the object itself tells.
  enum Tail: BitwiseCopyable {
    case none
    /// Elements with a count at offset 16: `_ContiguousArrayStorage`.
    case array(start: Int, element: Repetition)
    /// Keys and values under a bitmap: `_DictionaryStorage`, `_SetStorage`.
    case hashTable(bitmap: Int, key: Repetition, value: Repetition?)
    /// Room for elements of which only the owner of the buffer knows how many there are.
    case slots(start: Int, element: Repetition)
    /// What a class without stored properties has behind its header, if anything.
    case undeclared
    /// Elements of a deque, from the first slot in use on, round the end.
    case ring(start: Int, element: Repetition)
    /// Text, and for some that is not ASCII an object with places in it.
    case string
    /// A key path's components, some of which may have arguments.
    case keyPath
    /// Captured bytes up to the size that the block's descriptor states.
    case block
    /// The task's own words and its allocator's slabs.
    case task
  }

  var steps: StepRange
  var tail: Tail = .none
  var kind: ObjectGraph.Kind
  /// The type that names the object; `nil` for closure contexts.
  var type: Metadata?
  /// The bytes of an instance before any tail; 0 where not known.
  var size = 0
  /// Bytes of the instance that no step reads by type.
  var untypedBytes = 0
  /// A Boolean value indicating whether the plan holds for one set of generic bindings only, which
  /// the object carries.
  var dependsOnBindings = false

  /// A Boolean value indicating whether something of the runtime's is there, though its kind may be
  /// unknown.
  var isObject: Bool { kind != .unknown || !steps.isEmpty }
}

/// What a walk needs of a plan for each object; the rest is only for those with a tail.
struct PlanHead: BitwiseCopyable {
  enum Tail: UInt8 {
    case none
    /// ``elements``, with their count at offset 16.
    case array
    /// See ``ObjectPlan/tail``.
    case other
  }

  var steps: StepRange
  /// The whole plan, an index into ``PlanStore/objects``.
  var plan: UInt32
  /// How to read one element of an array.
  var elements = StepRange.empty
  var elementStart: UInt32 = 0
  var elementStride: UInt32 = 0
  /// Bytes of the instance that are read by type, the header excepted.
  var typedBytes: UInt32
  var tail = Tail.other
  /// A Boolean value indicating whether the object has the runtime's reference counts after its
  /// metadata.
  var isCounted: Bool
  /// A Boolean value indicating whether the object is a block, which has a count of its own.
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

internal import OwnershipGraph

/// The plan for reading one kind of heap object.
struct ObjectPlan: BitwiseCopyable {
  /// The storage of an object after the part that the steps read.
  enum Tail: BitwiseCopyable {
    case none
    /// Elements whose count is at offset 16: `_ContiguousArrayStorage`.
    case array(start: Int, element: Repetition)
    /// Keys and values with a bitmap: `_DictionaryStorage`, `_SetStorage`.
    case hashTable(bitmap: Int, key: Repetition, value: Repetition?)
    /// Elements whose number is not stored in the buffer.
    case slots(start: Int, element: Repetition)
    /// Undeclared storage after the header of an instance of a class without stored properties.
    case undeclared
    /// Elements of a deque, from the first slot in use on, wrapping around the end.
    case ring(start: Int, element: Repetition)
    /// Text; if it is not ASCII, possibly with an object that stores breadcrumbs.
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
  /// The size of an instance without its tail; 0 if unknown.
  var size = 0
  /// The number of bytes of the instance that no step reads by type.
  var untypedBytes = 0
  /// A Boolean value indicating whether objects with the same metadata may need different plans;
  /// see ``BindingKey``.
  var dependsOnBindings = false

  /// A Boolean value indicating whether the memory is an object of the runtime, even if its kind is
  /// unknown.
  var isObject: Bool { kind != .unknown || !steps.isEmpty }
}

/// The part of a plan that a walk needs for each object.
struct PlanHead: BitwiseCopyable {
  enum Tail: UInt8 {
    case none
    /// ``elements``, with their count at offset 16.
    case array
    /// See ``ObjectPlan/tail``.
    case other
  }

  var steps: StepRange
  /// The index of the whole plan in ``PlanStore/objects``.
  var plan: UInt32
  /// The steps for one element of an array.
  var elements = StepRange.empty
  var elementStart: UInt32 = 0
  var elementStride: UInt32 = 0
  /// The number of bytes of the instance that are read by type, without the header.
  var typedBytes: UInt32
  var tail = Tail.other
  /// A Boolean value indicating whether the object has the runtime's reference counts after its
  /// metadata.
  var isCounted: Bool
  /// A Boolean value indicating whether the object is a block, which has its own kind of count.
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

internal import OwnershipGraph

/// A type that collects the words of one object that may be addresses of C memory: references,
/// pointers, integers and bytes of unknown type.
///
/// Other words of the object's memory may contain earlier contents: the padding after a small
/// property, the payload of an enum's previous case, unoccupied buckets, and the capacity of an
/// array after its elements.
struct PointerVisitor: WordVisitor {
  var words: [UInt] = []
  let live: any LiveObjects
  let addresses: Range<UInt>

  mutating func reference(_ found: RawReference) {
    if found.strength != .weak { words.append(found.target) }
  }

  mutating func enterSlots(bytes: Int) {}
  mutating func leaveSlots() {}
}

extension HeapWalker {
  /// Returns the words of an object that may be addresses of C memory; see ``PointerVisitor``.
  ///
  /// - Parameter addresses: The range that contains all blocks.
  /// - Returns: `nil` if any word of the object may be an address: the runtime and libdispatch link
  ///   tasks and blocks in lists of their own.
  /// - Complexity: O(bytes of the object).
  func pointers(in object: Address, among addresses: Range<UInt>) -> [UInt]? {
    let head = integerPlans.objectPlan(for: object)
    switch integerPlans.store.objects[head.element.plan].kind {
    case .block, .function, .root, .unknown: return nil
    case .task where !interpreter.isComplete(task: object): return nil
    case .task, .classInstance, .actor, .array, .dictionary, .set, .box, .error, .closureContext:
      break
    }
    var visitor = PointerVisitor(live: live, addresses: addresses)
    PlanInterpreter(plans: integerPlans).visit(object, head: head, &visitor)
    return visitor.words
  }
}

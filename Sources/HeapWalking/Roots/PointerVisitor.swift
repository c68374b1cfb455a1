internal import OwnershipGraph

/// A visitor that collects those words of one object that may be addresses of C memory: counted
/// references, pointers, integers and bytes of unknown type.
///
/// It omits all other words, because they may contain earlier contents of the memory: the padding
/// after a small property, the payload of an enum's previous case, unoccupied buckets, and the
/// unused capacity of an array. It also omits weak and `unowned(unsafe)` references and `Unmanaged`
/// values: they refer to objects, and such an object may have been freed.
struct PointerVisitor: WordVisitor {
  var words: [UInt] = []
  let live: any LiveObjects
  let addresses: Range<UInt>

  mutating func reference(_ found: RawReference) {
    switch found.strength {
    case .strong, .unowned, .pointer: words.append(found.target)
    case .weak, .unownedUnsafe, .unmanaged: break
    }
  }

  mutating func enterSlots(bytes: Int) {}
  mutating func leaveSlots() {}
}

extension HeapWalker {
  /// Returns those words of an object that may be addresses of C memory; see ``PointerVisitor``.
  ///
  /// - Parameter addresses: The range that contains all blocks of memory.
  /// - Returns: `nil` if every word of the object has to be treated as a possible address. This is
  ///   the case for an object of unknown kind. It is also the case for a `@convention(block)`
  ///   closure, and for a task until it has ended: libdispatch and the runtime link such objects in
  ///   their own lists.
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

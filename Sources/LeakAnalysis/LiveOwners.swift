import HeapWalking
import OwnershipGraph

/// The properties and captures that should not be made weak.
///
/// In at least one live object, such a property is the only strong reference to its target; or in
/// live closures with the same code, such captures are the only strong references. If they were
/// weak, the target would be deallocated while the program uses it.
///
/// Only constants and captures are considered, because a variable may still refer to an object that
/// the program no longer uses. A reference in a live cycle is not considered either, because it may
/// refer back to an owner. The only exception is the capture of an object that was created together
/// with the closure, as in `let next = Promise(); observe { next.resolve($0) }`.
///
/// The capture of `self` is also not considered if only the runtime retains the captured object,
/// for example through the handler of a timer that was not cancelled. That capture is reported as a
/// mistake itself.
struct LiveOwners {
  /// The position at which similar objects or closures store a reference.
  private enum Slot: Hashable {
    /// The word at a fixed offset in every object of a class, or in every closure context that is
    /// allocated at one call site.
    ///
    /// `offset` is the distance of the word from the start of the object, in bytes. `site`
    /// distinguishes closures with equal metadata: it is the return address of the call that
    /// allocates the closure context, and 0 for a class.
    case word(metadata: UInt, offset: UInt, site: UInt)
    /// The only capture of a closure with this code. The captured object is the closure's context.
    case context(code: UInt)
  }

  /// The strong references to a target that are stored in the same slot of several owners.
  private struct Owners {
    var count = 0
    /// A Boolean value indicating whether each of the owners is retained by the target, directly or
    /// indirectly.
    var areRetained = true

    mutating func add(isRetained: Bool) {
      count += 1
      areRetained = areRetained && isRetained
    }
  }

  /// The maximum number of live objects that are examined for each class.
  private static let maxCompared = 1_000
  /// The maximum retain count of a closure's context. Contexts with a larger count are skipped.
  private static let maxOwners = 8

  /// The question whether a slot owns its targets.
  private struct Query: Hashable {
    var slot: Slot
    /// A Boolean value indicating whether a reference in a live cycle may refer back to an owner.
    var mayReferBack: Bool
    /// A Boolean value indicating whether objects that only the runtime retains are ignored.
    var ignoresHeld: Bool
  }

  private let leaked: LeakedHeap
  /// For each object of the heap, whether only the runtime retains it; empty if this is true of no
  /// object.
  private let isHeld: [Bool]
  /// The metadata words of the objects that are reported.
  private let classes: Set<UInt>
  /// Live objects by their metadata word, for the words in ``classes``. At most ``maxCompared``
  /// objects are listed for each word.
  private lazy var liveObjects = objectsByClass()
  /// The closures that are the only owners of their context. The key is the address of a closure's
  /// code. The value is `true` if all these closures with this code are in cycles. In such a cycle,
  /// the context owns the object that stores the closure, directly or indirectly.
  private lazy var soleContexts = contextsOfEqualClosures(ignoringHeld: false)
  /// The entries of ``soleContexts`` without contexts that only the runtime retains.
  private lazy var soleContextsInUse = contextsOfEqualClosures(ignoringHeld: true)
  private var isOwningCache: [Query: Bool] = [:]

  /// - Parameters:
  ///   - classified: All objects that are reported.
  ///   - held: The objects that only the runtime retains.
  init(in leaked: LeakedHeap, besides classified: [ClassifiedObjects], held: [HeapNode]) {
    self.leaked = leaked
    var isHeld = held.isEmpty ? [] : [Bool](repeating: false, count: leaked.heap.addresses.count)
    for object in held { isHeld[object.index] = true }
    self.isHeld = isHeld
    let members = classified.flatMap(\.objects).map(leaked.heap.address)
    classes = Set(members.map { Address($0).metadataWord })
  }

  /// Finds the description's references that should not be made weak, and sets their
  /// `ownsInLiveObjects`.
  ///
  /// - Complexity: O(references of the description) for each call, and O(objects and references of
  ///   the heap) once.
  mutating func mark(_ description: inout ObjectDescription) {
    guard !description.isByType else { return }
    let candidates = description.graph.references.indices.filter {
      Self.isConstant(description.graph.references[$0], in: description.graph)
    }
    guard !candidates.isEmpty else { return }
    let slots = slots(in: description)
    for index in candidates {
      let reference = description.graph.references[index]
      guard let slot = slots[reference.source]?[reference.label] else { continue }
      let query = Query(
        slot: slot,
        mayReferBack: !Self.isCreatedWithClosure(reference, in: description.graph),
        ignoresHeld: reference.shownLabel == "capture self")
      guard isOwning(query) else { continue }
      description.graph.references[index].ownsInLiveObjects = true
    }
  }

  /// Returns whether a reference is a capture, or a `let` property of a class, and refers to a
  /// class instance or an actor.
  private static func isConstant(
    _ reference: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> Bool {
    let classes: Set<ObjectGraph.Kind> = [.classInstance, .actor]
    let source = graph.nodes[reference.from].kind
    let isProperty = classes.contains(source) && reference.declaration?.isConstant == true
    return (isProperty || source.isClosure) && classes.contains(graph.nodes[reference.to].kind)
      && reference.strength == .strong && reference.evidence == .typed
      && !reference.label.contains("[")
  }

  /// Returns whether the captured object was allocated by the function whose body contains the
  /// closure.
  private static func isCreatedWithClosure(
    _ capture: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> Bool {
    let closure = graph.nodes[capture.from]
    guard closure.kind.isClosure,
      let creator = graph.nodes[capture.to].allocation.first?.function
    else { return false }
    return closure.type.hasSuffix(" in \(creator)")
  }

  /// Returns, for each node, a map from the labels of its references to the slots that store them.
  /// Only slots in the node's object itself are included, not those in storage that it owns.
  private func slots(in description: ObjectDescription) -> [GraphNode: [String: Slot]] {
    var addresses: [GraphNode: UInt] = [:]
    for (address, node) in description.nodeOf where description.owners[address] == nil {
      addresses[node] = address
    }
    var found: [GraphNode: [String: Slot]] = [:]
    for group in description.storedReferences.groups {
      let (node, label) = (group.edge.from, group.edge.label)
      let isClosure = description.graph[node].kind.isClosure
      for word in group.words where isClosure || !word.slot.followsCode {
        let slot =
          word.slot.followsCode
          ? Slot.context(code: leaked.walker.word(at: word.slot.address - 8))
          : addresses[node].flatMap { self.word(of: word.slot, in: $0, isClosure: isClosure) }
        if let slot { found[node, default: [:]][label] = slot }
      }
    }
    return found
  }

  private func word(of slot: ReferenceSlot, in object: UInt, isClosure: Bool) -> Slot? {
    guard slot.address > object, slot.address - object < UInt(leaked.walker.size(of: object)),
      let site = isClosure ? leaked.walker.allocationStack(of: object).first : 0
    else { return nil }
    return .word(
      metadata: Address(object).metadataWord, offset: slot.address - object, site: site)
  }

  private mutating func isOwning(_ query: Query) -> Bool {
    if let known = isOwningCache[query] { return known }
    let found =
      switch query.slot {
      case .word(let metadata, let offset, let site):
        isOwning(offset, of: metadata, allocatedAt: site, query)
      case .context(let code):
        (query.ignoresHeld ? soleContextsInUse : soleContexts)[code].map { refersBack in
          !query.mayReferBack || !refersBack
        } ?? false
      }
    isOwningCache[query] = found
    return found
  }

  private mutating func isOwning(
    _ offset: UInt, of metadata: UInt, allocatedAt site: UInt, _ query: Query
  ) -> Bool {
    let (heap, accounting) = (leaked.heap, leaked.accounting)
    var ownersOf: [HeapNode: Owners] = [:]
    for owner in liveObjects[metadata, default: []] {
      let address = heap.address(of: owner)
      guard site == 0 || leaked.walker.allocationStack(of: address).first == site,
        let target = heap.node(at: leaked.walker.word(at: address + offset)),
        heap.targets(of: owner).contains(target), !(query.ignoresHeld && isHeld(target))
      else { continue }
      ownersOf[target, default: Owners()].add(
        isRetained: query.mayReferBack && accounting.retainEachOther(owner, target))
    }
    return ownersOf.contains { target, owners in
      // Several children of a parent may refer back to the parent, so their references do not show
      // that the property owns its target.
      let isClosure = site != 0
      return (isClosure || owners.count == 1) && heap.strongCount(of: target) == owners.count
        && !(query.mayReferBack && owners.areRetained)
    }
  }

  private func isHeld(_ object: HeapNode) -> Bool { !isHeld.isEmpty && isHeld[object.index] }

  private func objectsByClass() -> [UInt: [HeapNode]] {
    let heap = leaked.heap
    var found: [UInt: [HeapNode]] = [:]
    for object in heap.nodes {
      let word = Address(heap.address(of: object)).metadataWord
      guard classes.contains(word), found[word, default: []].count < Self.maxCompared,
        heap.strongCount(of: object) != 0, !leaked.isLeaked(object)
      else { continue }
      found[word, default: []].append(object)
    }
    return found
  }

  private mutating func contextsOfEqualClosures(ignoringHeld: Bool) -> [UInt: Bool] {
    let heap = leaked.heap
    var found: [UInt: Bool] = [:]
    for (context, owners) in ownersOfContexts()
    where heap.strongCount(of: context.node) == owners.count
      && !(ignoringHeld && isHeld(context.node))
    {
      found[context.code] = (found[context.code] ?? true) && owners.areRetained
    }
    return found
  }

  /// The context of closures with the same code.
  private struct Context: Hashable {
    var node: HeapNode
    var code: UInt
  }

  private mutating func ownersOfContexts() -> [Context: Owners] {
    let heap = leaked.heap
    let contexts = Set(
      liveObjects.values.joined().filter { heap.strongCount(of: $0) <= Self.maxOwners })
    var ownersOf: [Context: Owners] = [:]
    guard !contexts.isEmpty else { return ownersOf }
    for owner in heap.nodes where heap.strongCount(of: owner) != 0 {
      guard heap.targets(of: owner).contains(where: contexts.contains) else { continue }
      for reference in leaked.walker.reading(of: Address(heap.address(of: owner))).references {
        guard reference.function != 0, reference.strength == .strong,
          let context = heap.node(at: reference.target), contexts.contains(context)
        else { continue }
        ownersOf[Context(node: context, code: reference.function), default: Owners()].add(
          isRetained: leaked.accounting.retainEachOther(owner, context))
      }
    }
    return ownersOf
  }
}

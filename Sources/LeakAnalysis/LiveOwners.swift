import HeapWalking
import OwnershipGraph

/// The properties and captures through which live objects are the only owners of other objects.
///
/// Such a reference should not be made weak, because the objects that it refers to would be
/// deallocated while the program uses them. Only constants and captures are considered: a variable
/// may still refer to an object that the program no longer uses. A reference is not considered
/// either if it may be the back reference, that is, if the object that it refers to also owns the
/// object that stores it. The capture of an object that was created together with the closure is
/// not a back reference, as in `let next = Promise(); observe { next.resolve($0) }`.
struct LiveOwners {
  /// A property of a class, or a capture of a closure.
  private struct Slot: Hashable {
    var metadata: UInt
    /// The distance of the slot's word from the start of the object, in bytes.
    var offset: UInt
    /// The return address of the call that allocated the closure, which distinguishes closures with
    /// equal metadata; 0 for a property.
    var allocationSite: UInt
    /// A Boolean value indicating whether the reference may refer back to an owner.
    var mayReferBack: Bool
  }

  /// The maximum number of live objects that are examined for each class.
  private static let maxCompared = 1_000

  private let leaked: LeakedHeap
  /// The metadata words of the objects that are reported.
  private let classes: Set<UInt>
  /// For each of these metadata words, live objects with the word, at most ``maxCompared``.
  private lazy var liveObjects = objectsByClass()
  private var isOwning: [Slot: Bool] = [:]

  /// - Parameter classified: All objects that are reported.
  init(in leaked: LeakedHeap, besides classified: [ClassifiedObjects]) {
    self.leaked = leaked
    let members = classified.flatMap(\.objects).map(leaked.heap.address)
    classes = Set(members.map { Address($0).metadataWord })
  }

  /// Marks each reference that is the only one to its target in a live object.
  ///
  /// - Complexity: O(references of the description). The first call that examines live objects also
  ///   takes O(objects of the heap).
  mutating func mark(_ description: inout ObjectDescription) {
    guard !description.isByType else { return }
    let candidates = description.graph.references.indices.filter {
      Self.isConstant(description.graph.references[$0], in: description.graph)
    }
    guard !candidates.isEmpty else { return }
    let slots = slots(in: description)
    for index in candidates {
      let reference = description.graph.references[index]
      guard var slot = slots[reference.source]?[reference.label] else { continue }
      slot.mayReferBack =
        slot.allocationSite == 0 || !Self.isCreatedWithClosure(reference, in: description.graph)
      guard isOwning(slot) else { continue }
      description.graph.references[index].ownsInLiveObjects = true
    }
  }

  /// Returns whether a reference is a capture or a constant of a class, and refers to an object.
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

  /// Returns whether the same function allocated a closure and the object that it captures.
  private static func isCreatedWithClosure(
    _ capture: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> Bool {
    guard let closure = graph.nodes[capture.from].allocation.first,
      let object = graph.nodes[capture.to].allocation.first, let file = closure.location?.file
    else { return false }
    return closure.function == object.function && file == object.location?.file
  }

  /// Returns, for each node, the slots of the node's object by label. Slots outside the object, in
  /// storage that it owns, are not included.
  private func slots(in description: ObjectDescription) -> [GraphNode: [String: Slot]] {
    var addresses: [GraphNode: UInt] = [:]
    for (address, node) in description.nodeOf where description.owners[address] == nil {
      addresses[node] = address
    }
    var found: [GraphNode: [String: Slot]] = [:]
    for stored in description.storedReferences where !stored.slot.followsCode {
      guard let object = addresses[stored.from], stored.slot.address > object else { continue }
      let offset = stored.slot.address - object
      guard offset < UInt(leaked.walker.size(of: object)) else { continue }
      let isClosure = description.graph.nodes[stored.from.index].kind.isClosure
      let site = isClosure ? leaked.walker.allocationStack(of: object).first : 0
      guard let site else { continue }
      found[stored.from, default: [:]][stored.label] = Slot(
        metadata: Address(object).metadataWord, offset: offset, allocationSite: site,
        mayReferBack: true)
    }
    return found
  }

  private mutating func isOwning(_ slot: Slot) -> Bool {
    if let known = isOwning[slot] { return known }
    let (heap, accounting) = (leaked.heap, leaked.accounting)
    let found = liveObjects[slot.metadata, default: []].contains { [leaked] owner in
      let address = heap.address(of: owner)
      let word = leaked.walker.word(at: address + slot.offset)
      let isMatch =
        slot.allocationSite == 0
        || leaked.walker.allocationStack(of: address).first == slot.allocationSite
      return isMatch
        && heap.targets(of: owner).contains { target in
          heap.address(of: target) == word && heap.strongCount(of: target) == 1
            && !(slot.mayReferBack && accounting.retainEachOther(owner, target))
        }
    }
    isOwning[slot] = found
    return found
  }

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
}

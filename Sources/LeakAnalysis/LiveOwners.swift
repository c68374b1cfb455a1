import HeapWalking
import OwnershipGraph

/// The live objects that are the only owners of their targets, which shows that a property owns its
/// target.
///
/// If the property were weak, the targets of the live objects would be deallocated. Only constants
/// are considered, because a program may forget to clear a variable of an object that is no longer
/// in use.
struct LiveOwners {
  /// The maximum number of live objects of a class that are compared.
  private static let maxCompared = 1_000

  private let heap: HeapSnapshot
  private let walker: HeapWalker
  private let isLeaked: (HeapNode) -> Bool
  /// The metadata words of the classes of objects in cycles.
  private let classes: Set<UInt>
  /// The live objects of each of these classes.
  private lazy var liveObjects = objectsByClass()

  /// - Parameter classified: All objects that are reported.
  init(in leaked: LeakedHeap, besides classified: [ClassifiedObjects]) {
    heap = leaked.heap
    walker = leaked.walker
    isLeaked = leaked.isLeaked
    let members = classified.flatMap(\.objects).map(leaked.heap.address)
    classes = Set(members.map { Address($0).metadataWord })
  }

  /// Marks the declarations of the properties that own their targets in live objects.
  ///
  /// - Complexity: O(references), and O(objects of the heap) once.
  mutating func mark(_ description: inout ObjectDescription) {
    struct Property: Hashable {
      var owner: GraphNode
      var label: String
    }
    guard !description.isByType else { return }
    let constants = description.graph.references.indices.filter {
      Self.isConstant(description.graph.references[$0], in: description.graph)
    }
    guard !constants.isEmpty else { return }
    var slots: [Property: UInt] = [:]
    for stored in description.storedReferences where !stored.slot.followsCode {
      slots[Property(owner: stored.from, label: stored.label)] = stored.slot.address
    }
    let addresses = Self.addresses(in: description)
    for index in constants {
      let reference = description.graph.references[index]
      let property = Property(owner: reference.source, label: reference.label)
      guard let slot = slots[property], let object = addresses[reference.source],
        isOwner(slot, in: object)
      else { continue }
      description.graph.references[index].declaration?.ownsInLiveObjects = true
    }
  }

  private static func isConstant(
    _ reference: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> Bool {
    reference.declaration?.isConstant == true && reference.strength == .strong
      && reference.evidence == .typed && !reference.label.contains("[")
      && [reference.from, reference.to].allSatisfy {
        [.classInstance, .actor].contains(graph.nodes[$0].kind)
      }
  }

  /// Returns the address of the object that each node represents, without its joined storage.
  private static func addresses(in description: ObjectDescription) -> [GraphNode: UInt] {
    var found: [GraphNode: UInt] = [:]
    for (address, node) in description.nodeOf where description.owners[address] == nil {
      found[node] = address
    }
    return found
  }

  /// Returns whether the word at the same offset is the only owner of its target in a live object
  /// of the same class.
  ///
  /// - Parameter slot: The address of a word, which is ignored if it is outside the object, in
  ///   storage that the object owns.
  private mutating func isOwner(_ slot: UInt, in object: UInt) -> Bool {
    guard slot > object, slot - object < UInt(walker.size(of: object)) else { return false }
    return liveObjects[Address(object).metadataWord, default: []].contains { [heap] other in
      let word = walker.word(at: heap.address(of: other) + (slot - object))
      return heap.targets(of: other).contains {
        heap.address(of: $0) == word && heap.strongCount(of: $0) == 1
      }
    }
  }

  private func objectsByClass() -> [UInt: [HeapNode]] {
    var found: [UInt: [HeapNode]] = [:]
    for object in heap.nodes {
      let word = Address(heap.address(of: object)).metadataWord
      guard classes.contains(word), found[word, default: []].count < Self.maxCompared,
        heap.strongCount(of: object) != 0, !isLeaked(object)
      else { continue }
      found[word, default: []].append(object)
    }
    return found
  }
}

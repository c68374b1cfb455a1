import HeapWalking
import OwnershipGraph

/// The properties by which live objects are the only owners of other objects.
///
/// If such a property were weak, the objects that it refers to would be deallocated while the
/// program uses them. Only constants are considered, because a program may forget to clear a
/// variable of an object that is no longer in use. An object that also owns the owner of the
/// property is not considered either, because the property may be the one that refers back.
struct LiveOwners {
  /// A property of a class.
  private struct Property: Hashable {
    var metadata: UInt
    /// The distance of the property's word from the start of the object.
    var offset: UInt
  }

  /// The maximum number of live objects of a class that are compared.
  private static let maxCompared = 1_000

  private let leaked: LeakedHeap
  /// The metadata words of the classes of the objects that are reported.
  private let classes: Set<UInt>
  /// The live objects of each of these classes.
  private lazy var liveObjects = objectsByClass()
  private var isOwning: [Property: Bool] = [:]

  /// - Parameter classified: All objects that are reported.
  init(in leaked: LeakedHeap, besides classified: [ClassifiedObjects]) {
    self.leaked = leaked
    let members = classified.flatMap(\.objects).map(leaked.heap.address)
    classes = Set(members.map { Address($0).metadataWord })
  }

  /// Marks the declarations of the properties that own their targets in live objects.
  ///
  /// - Complexity: O(references), and O(objects of the heap) once.
  mutating func mark(_ description: inout ObjectDescription) {
    guard !description.isByType else { return }
    let constants = description.graph.references.indices.filter {
      Self.isConstant(description.graph.references[$0], in: description.graph)
    }
    guard !constants.isEmpty else { return }
    let properties = properties(in: description)
    for index in constants {
      let reference = description.graph.references[index]
      guard let property = properties[reference.source]?[reference.label], isOwning(property)
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

  /// Returns the properties of each node's object by their labels. Properties that are stored
  /// outside the object, in storage that it owns, are not included.
  private func properties(in description: ObjectDescription) -> [GraphNode: [String: Property]] {
    var addresses: [GraphNode: UInt] = [:]
    for (address, node) in description.nodeOf where description.owners[address] == nil {
      addresses[node] = address
    }
    var found: [GraphNode: [String: Property]] = [:]
    for stored in description.storedReferences where !stored.slot.followsCode {
      guard let object = addresses[stored.from], stored.slot.address > object else { continue }
      let offset = stored.slot.address - object
      guard offset < UInt(leaked.walker.size(of: object)) else { continue }
      found[stored.from, default: [:]][stored.label] = Property(
        metadata: Address(object).metadataWord, offset: offset)
    }
    return found
  }

  private mutating func isOwning(_ property: Property) -> Bool {
    if let known = isOwning[property] { return known }
    let (heap, accounting) = (leaked.heap, leaked.accounting)
    let found = liveObjects[property.metadata, default: []].contains { [leaked] owner in
      let word = leaked.walker.word(at: heap.address(of: owner) + property.offset)
      return heap.targets(of: owner).contains { target in
        heap.address(of: target) == word && heap.strongCount(of: target) == 1
          && !accounting.retainEachOther(owner, target)
      }
    }
    isOwning[property] = found
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

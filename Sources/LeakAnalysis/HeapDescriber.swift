import Findings
import HeapWalking
import OwnershipGraph

/// A type that describes classified objects by names, source locations and labeled references.
struct HeapDescriber {
  /// The number of objects above which they are described by type instead of object by object.
  private static let maxDescribedObjects = 5_000
  /// The number of references above which objects are described by type. A few objects can have
  /// many references, for example if an array contains the same object many times.
  private static let maxDescribedReferences = 10_000

  let heap: HeapSnapshot
  let accounting: HeapAccounting
  let walker: HeapWalker

  /// Returns the description of classified objects: by type if there are very many objects or
  /// references, and otherwise object by object.
  ///
  /// - Parameter unreached: The objects that no root reaches; `nil` if roots were not searched for.
  func description(
    of classified: ClassifiedObjects, _ unreached: UnreachedObjects?
  ) -> ObjectDescription {
    guard case .cycle = classified.reason else {
      var held = describe(noCycle: classified)
      for task in classified.tasks {
        let task = Address(heap.address(of: task))
        let code = walker.suspendedCode(ofTask: task)
        // Tasks that are suspended at the same `await` wait for the same thing.
        if let code, held.tasks.contains(code) { continue }
        if let code { held.tasks.append(code) }
        if let wait = walker.wait(ofTask: task), !held.waits.contains(wait) {
          held.waits.append(wait)
        }
      }
      return held
    }
    let owned = classified.objects + classified.behind
    let possible = unreached?.possibleReferences(among: owned) ?? []
    let values = functionValues(possible)
    var description = describe(cycle: classified, possible, values)
    add(possible, besides: values, to: &description)
    return description
  }

  /// Returns whether an object belongs to a known library.
  func belongsToLibrary(_ object: HeapNode) -> Bool { belongToLibrary([object]) }

  /// Returns whether all of the objects, and the functions of the closures that they store, belong
  /// to known libraries.
  func belongToLibrary(_ objects: [HeapNode]) -> Bool {
    let description =
      isLarge(objects) ? describeByType([(objects, .held)], storing: false) : describe(objects)
    return !description.graph.nodes.contains(where: CodeOrigins().isOutsideLibraries)
  }

  /// Looks up the allocation sites and declarations of the objects in leaked cycles, and of the
  /// objects that these cycles keep alive. One look-up for all of them is faster than several.
  func locate(_ classes: [ClassifiedObjects]) {
    let cycles = classes.filter { if case .cycle = $0.reason { true } else { false } }
    let leaked = cycles.flatMap { $0.objects + $0.behind }.map(heap.address)
    walker.locateAllocations(of: leaked)
    walker.locateDeclarations(of: leaked)
  }

  private func describe(
    cycle: ClassifiedObjects, _ possible: [PossibleReference],
    _ values: FunctionValues
  ) -> ObjectDescription {
    let objects = cycle.objects + cycle.behind + cycle.holders
    guard isLarge(objects) else { return describe(objects, possible, values) }
    return describeByType(
      [(cycle.holders, .context), (cycle.behind, .behind), (cycle.objects, .cycle)],
      storing: true, values)
  }

  /// Returns the description of objects that are not classified as a cycle.
  private func describe(noCycle classified: ClassifiedObjects) -> ObjectDescription {
    let owners = Set(classified.closureOwners).sorted()
    let objects = classified.objects + classified.behind + owners
    guard isLarge(objects) else { return describe(objects) }
    return describeByType(
      [(owners, .context), (classified.behind, .behind), (classified.objects, .held)],
      storing: false)
  }

  /// Returns whether there are so many objects or references that they are described by type.
  private func isLarge(_ objects: [HeapNode]) -> Bool {
    guard objects.count <= Self.maxDescribedObjects else { return true }
    return objects.reduce(0) { $0 + heap.targets(of: $1).count } > Self.maxDescribedReferences
  }

  /// Returns the description of sets of objects, by type.
  ///
  /// - Parameters:
  ///   - sets: Disjoint sets of objects, each with the role of its objects in the finding.
  ///   - storing: A Boolean value indicating whether the words that store references are listed.
  private func describeByType(
    _ sets: [(objects: [HeapNode], role: ObjectGraph.Role)], storing: Bool,
    _ values: FunctionValues = [:]
  ) -> ObjectDescription {
    var roles = [ObjectGraph.Role](repeating: .context, count: heap.addresses.count)
    for (objects, role) in sets { for object in objects { roles[object.index] = role } }
    let objects = sets.flatMap { $0.objects }
    let description = walker.describeByType(
      order.ordered(objects.map(heap.address)), names: ObjectNames(),
      functionValues: byAddress(values), storesReferences: storing
    ) { [heap] object in heap.node(at: object).map { roles[$0.index] } ?? .context }
    return explained(description, objects)
  }

  private var order: ObjectOrder { ObjectOrder(heap: heap, walker: walker) }

  private func describe(
    _ objects: [HeapNode], _ possible: [PossibleReference] = [],
    _ values: FunctionValues = [:]
  ) -> ObjectDescription {
    let addresses = order.ordered(objects.map(heap.address), possible)
    let description = walker.describe(
      addresses, names: ObjectNames(), functionValues: byAddress(values))
    return explained(description, objects)
  }

  /// Returns a copy of the description without the references that were found by scanning untyped
  /// memory, except references of function values.
  ///
  /// The description may omit some owners of an object, although their references explain retains
  /// of the object. This method therefore raises `referencesFound` of the object's node to the
  /// number of retains that are explained if all owners are considered.
  private func explained(
    _ description: ObjectDescription, _ objects: [HeapNode]
  ) -> ObjectDescription {
    var description = description
    description.graph.references.removeAll {
      $0.evidence == .scanned && !$0.label.hasPrefix(ObjectGraph.Reference.untypedMemory)
        && $0.label != ObjectGraph.Reference.storedProperty
    }
    for object in objects {
      guard let described = description.nodeOf[heap.address(of: object)] else { continue }
      let node = description.graph[described]
      let found = (node.retainCount ?? 0) - Int(accounting.unexplainedOwners(of: object))
      description.graph[described].referencesFound = max(found, node.referencesFound)
    }
    return description
  }
}

// Possible references from untyped memory.
extension HeapDescriber {
  /// Adds possible references from untyped memory. They explain retains that typed references do
  /// not explain.
  ///
  /// - Parameter values: The function values that the description contains. Possible references to
  ///   their contexts are not added.
  private func add(
    _ possible: [PossibleReference], besides values: FunctionValues,
    to description: inout ObjectDescription
  ) {
    name(values, in: &description)
    let possible = possible.filter { !isContext($0.to, ofValueIn: $0.from, values) }
    guard !possible.isEmpty else { return }
    // The references are sorted, because they were found in the order of addresses, which differs
    // from run to run.
    let found = ends(of: possible, in: description).sorted {
      $0.key.lexicographicallyPrecedes($1.key)
    }
    for (ends, words) in found {
      for label in words.labels.isEmpty ? [nil] : words.labels.sorted().map(Optional.some) {
        description.graph.references.append(
          words.areStoredProperties
            ? property(label, ends, words)
            : ObjectGraph.Reference(
              from: ends[0], to: ends[1], label: ObjectGraph.Reference.untypedMemory,
              evidence: .scanned, sourceLabel: label))
      }
    }
  }

  /// Returns the reference from a stored property whose class was compiled without reflection
  /// metadata. If a class with reflection metadata declares the property instead, the result is an
  /// ordinary reference from untyped memory.
  private func property(
    _ name: String?, _ ends: [GraphNode], _ words: Words
  ) -> ObjectGraph.Reference {
    guard let name else {
      return ObjectGraph.Reference(
        from: ends[0], to: ends[1], label: ObjectGraph.Reference.storedProperty,
        evidence: .scanned)
    }
    let declaration = walker.declaration(
      ofUndescribedProperty: name, in: heap.address(of: words.owner))
    return ObjectGraph.Reference(
      from: ends[0], to: ends[1],
      label: declaration == nil ? ObjectGraph.Reference.untypedMemory : name, evidence: .scanned,
      declaration: declaration, sourceLabel: declaration == nil ? name : nil)
  }

  /// The words of one node's memory that refer to another node.
  private struct Words {
    /// The labels of the properties that contain such a word, or refer to the block that contains
    /// it; empty if the properties are unknown.
    var labels: Set<String> = []
    /// A Boolean value indicating whether all of these words are stored properties of objects whose
    /// class was compiled without reflection metadata.
    var areStoredProperties = true
    /// The first object whose memory contains such a word.
    var owner: HeapNode
  }

  /// Returns a map of the possible references. A key is a pair of nodes: the first node owns
  /// untyped memory that may refer to the second.
  private func ends(
    of possible: [PossibleReference], in description: ObjectDescription
  ) -> [[GraphNode]: Words] {
    var found: [[GraphNode]: Words] = [:]
    var labels: [HeapNode: SourceLabels] = [:]
    for reference in possible {
      let (source, target) = (reference.from, reference.to)
      guard let from = description.nodeOf[heap.address(of: source)] else { continue }
      if labels[source] == nil { labels[source] = sourceLabels(of: source) }
      let label =
        isOwner(source, from, in: description)
        ? labels[source]?.label(of: reference, at: heap.address(of: target)) : nil
      let isItself = source == target || isOwner(target, from, in: description)
      let ends = isItself ? [from] : ends(of: target, asPartOf: from, in: description)
      let isProperty = labels[source]?.isUndescribed == true && !reference.isInBlock
      for to in ends {
        var words = found[[from, to]] ?? Words(owner: source)
        words.labels.formUnion(label.map { [$0] } ?? [])
        words.areStoredProperties = words.areStoredProperties && isProperty
        found[[from, to]] = words
      }
    }
    return found
  }

  /// The labels for the possible references of one object.
  private struct SourceLabels {
    /// The names of properties, by the address that they contain.
    var properties: [UInt: String] = [:]
    /// The label of references in untyped memory to which the object refers; `nil` if the property
    /// that refers to the memory is unknown.
    var memory: String?
    /// A Boolean value indicating whether the object's class or one of its superclasses was
    /// compiled without reflection metadata.
    var isUndescribed = false

    func label(of reference: PossibleReference, at target: UInt) -> String? {
      reference.isInBlock ? memory : properties[target]
    }
  }

  /// Returns the labels of an object of the program. The result has no labels for an object of a
  /// library.
  private func sourceLabels(of source: HeapNode) -> SourceLabels {
    guard !belongsToLibrary(source) else { return SourceLabels() }
    return SourceLabels(
      properties: walker.propertiesOfUntypedWords(in: heap.address(of: source)),
      memory: property(of: source).map(ObjectGraph.Reference.untypedMemory(of:)),
      isUndescribed: walker.isUndescribed(heap.address(of: source)))
  }

  /// Returns the property through which an object of the program refers to untyped memory; `nil` if
  /// the property is unknown or the object belongs to a library.
  private func property(of object: HeapNode) -> String? {
    guard !belongsToLibrary(object) else { return nil }
    return walker.propertyWithUntypedMemory(of: heap.address(of: object)) {
      heap.node(at: $0) != nil
    }
  }

  /// Returns whether `node` represents `object` itself. If `object` is described as a part of its
  /// owner, such as storage, the node represents the owner.
  private func isOwner(
    _ object: HeapNode, _ node: GraphNode, in description: ObjectDescription
  ) -> Bool {
    let address = heap.address(of: object)
    return description.nodeOf[address] == node && description.owners[address] == nil
  }

  /// Returns the nodes that a reference to `object` reaches.
  ///
  /// Usually this is the node of the object. If the object is described as a part of `owner`, the
  /// result contains the nodes to which the part refers, directly or through other parts of
  /// `owner`. If a part refers back to the owner itself, the result contains `owner`.
  private func ends(
    of object: HeapNode, asPartOf owner: GraphNode, in description: ObjectDescription
  ) -> [GraphNode] {
    var seen: Set<HeapNode> = [object]
    var open = [object]
    var found: [GraphNode] = []
    while let object = open.popLast() {
      guard let node = description.nodeOf[heap.address(of: object)] else { continue }
      let isPart = description.owners[heap.address(of: object)] != nil
      if node != owner || !isPart {
        found.append(node)
      } else {
        open += heap.targets(of: object).filter { seen.insert($0).inserted }
      }
    }
    return found
  }
}

// Function values in untyped memory.
extension HeapDescriber {
  /// The function values in the untyped memory of objects.
  private typealias FunctionValues = [HeapNode: [ObjectReferences.Reference]]

  /// The maximum number of bytes that are searched for the function values of one finding. Many
  /// objects may refer to the same blocks.
  private static let maxSearchedBytes = 32 << 20

  /// Returns the function values whose contexts are objects that untyped memory may own.
  private func functionValues(
    _ possible: [PossibleReference]
  ) -> FunctionValues {
    var bytesLeft = Self.maxSearchedBytes
    let owned = Dictionary(grouping: possible, by: \.from)
    return owned.keys.sorted().reduce(into: [:]) { values, owner in
      let found = walker.functionValues(
        inMemoryOf: heap.address(of: owner),
        withContexts: Set(owned[owner, default: []].map { heap.address(of: $0.to) }),
        bytesLeft: &bytesLeft
      ) { heap.node(at: $0) != nil }
      if !found.isEmpty { values[owner] = found }
    }
  }

  private func byAddress(_ values: FunctionValues) -> [UInt: [ObjectReferences.Reference]] {
    Dictionary(uniqueKeysWithValues: values.map { (heap.address(of: $0.key), $0.value) })
  }

  private func isContext(
    _ object: HeapNode, ofValueIn owner: HeapNode, _ values: FunctionValues
  ) -> Bool {
    values[owner, default: []].contains { $0.target == heap.address(of: object) }
  }

  /// Labels each function value in untyped memory with the name of the property that refers to the
  /// memory or contains the value, if that property is known.
  private func name(_ values: FunctionValues, in description: inout ObjectDescription) {
    let indices = description.graph.references.indices.filter {
      description.graph.references[$0].isFunctionValue
    }
    let indicesOf = Dictionary(grouping: indices) { description.graph.references[$0].source }
    for object in values.keys.sorted() {
      guard let node = description.nodeOf[heap.address(of: object)],
        isOwner(object, node, in: description), let indices = indicesOf[node]
      else { continue }
      nameProperties(of: object, values[object, default: []], indices, in: &description)
      guard let property = property(of: object) else { continue }
      for index in indices
      where description.graph.references[index].label == ObjectGraph.Reference.untypedMemory {
        description.graph.references[index].sourceLabel =
          ObjectGraph.Reference.untypedMemory(of: property)
      }
    }
  }

  /// Labels the function values in the stored properties of an object whose class was compiled
  /// without reflection metadata.
  ///
  /// - Parameter indices: The references of the object's node that are function values.
  private func nameProperties(
    of object: HeapNode, _ values: [ObjectReferences.Reference], _ indices: [Int],
    in description: inout ObjectDescription
  ) {
    let label = ObjectGraph.Reference.storedProperty
    let values = values.filter { $0.label == label }
    guard !values.isEmpty else { return }
    let address = heap.address(of: object)
    let names = walker.propertiesOfUntypedWords(in: address)
    for index in indices where description.graph.references[index].label == label {
      // If the context of a closure is an object of a class, the closure and the context have
      // different nodes. No value then matches the reference, so the names of all values are
      // compared.
      let contexts = values.filter {
        description.nodeOf[$0.target] == description.graph.references[index].target
      }
      let found = Set((contexts.isEmpty ? values : contexts).map { names[$0.target] })
      guard found.count == 1, let property = found.first, let name = property,
        let declaration = walker.declaration(ofUndescribedProperty: name, in: address)
      else { continue }
      description.graph.references[index].label = name
      description.graph.references[index].declaration = declaration
    }
  }
}

extension ObjectGraph.Reference {
  /// A Boolean value indicating whether the reference is a function value in untyped memory.
  fileprivate var isFunctionValue: Bool {
    evidence == .scanned && (label == Self.untypedMemory || label == Self.storedProperty)
  }
}

import KnownCode

internal import OwnershipGraph

/// Makes an ``ObjectDescription``: reads the objects, joins storage to its owner,
/// names the rest.
struct DescriptionBuilder {
  private let walker: HeapWalker
  private let objects: [UInt]
  private var readings: [UInt: ObjectReading] = [:]
  private var labels: [UInt: ObjectLabel] = [:]
  private var ownersOf: [UInt: [UInt]] = [:]
  private var joined: Set<UInt> = []
  private var coverage = Coverage()

  init(walker: HeapWalker, objects: [UInt]) {
    self.walker = walker
    self.objects = objects
    var functions: [UInt: UInt] = [:]
    var ranks: [UInt: Int] = [:]
    for (rank, object) in objects.enumerated() { ranks[object] = rank }
    for object in objects {
      var reading = walker.reading(of: Address(object))
      if reading.kind == .dictionary || reading.kind == .set {
        // Hashing has another seed in every process.
        reading.references.sort {
          (ranks[$0.target] ?? .max, $0.label) < (ranks[$1.target] ?? .max, $1.label)
        }
      }
      readings[object] = reading
      coverage += reading.coverage
      for reference in reading.references where reference.strength == .strong {
        ownersOf[reference.target, default: []].append(object)
        if reference.function != 0 { functions[reference.target] = reference.function }
      }
    }
    for object in objects {
      guard var reading = readings[object] else { continue }
      // A variable's box has the same kind of metadata as a closure's context.
      if reading.kind == .closureContext, functions[object] == nil { reading.kind = .box }
      readings[object] = reading
      labels[object] = walker.label(
        of: Address(object), kind: reading.kind, function: functions[object] ?? 0)
    }
  }

  /// Marks storage with one owner as a part of it.
  mutating func joinStorage(keeping kept: Set<UInt>) {
    for object in objects where !kept.contains(object) && isStorage(object) {
      guard ownersOf[object]?.count == 1 else { continue }
      if let count = readings[object]?.counts.strong, count > 1 { continue }
      joined.insert(object)
    }
    // Storage that only holds itself has no owner to be joined to.
    joined = joined.filter { owner(of: $0) != nil }
  }

  private func isStorage(_ object: UInt) -> Bool {
    guard let reading = readings[object], let label = labels[object] else { return false }
    switch reading.kind {
    case .array, .dictionary, .set, .box, .error: return true
    case .closureContext: return label.isThunk
    case .classInstance: return label.qualified.hasPrefix("Swift._")
    case .actor, .task, .block, .function, .root, .unknown: return false
    }
  }

  /// The storage that all empty collections share: it has no owner and is never freed.
  private func isEmptyStorage(_ object: UInt) -> Bool {
    readings[object]?.counts.strong == nil && readings[object]?.references.isEmpty == true
      && labels[object]?.qualified.hasPrefix("Swift.__Empty") == true
  }

  /// The nearest owner that is a node of its own.
  private func owner(of object: UInt) -> UInt? {
    var current = object
    for _ in 0...joined.count {
      guard joined.contains(current) else { return current }
      guard let owner = ownersOf[current]?.first else { return nil }
      current = owner
    }
    return nil
  }

  func locateClosures() {
    let contexts = labels.values.compactMap(\.code)
    let functions = readings.values.flatMap(\.references).filter(isContextItself)
      .compactMap { walker.closureLabel($0.function).code }
    walker.locate(contexts + functions)
    let declared = labels.values.filter { !KnownModules.language.contains($0.module) }
    let inherited = objects.filter { isProgramClass($0) }
      .flatMap { walker.superclassDeclarations(of: Address($0)) }
    walker.locator.locate(declared.compactMap(\.declaration) + inherited)
    let functionLabels = readings.values.flatMap(\.references).filter(isContextItself)
      .map { walker.closureLabel($0.function) }
    for label in Array(labels.values) + functionLabels {
      guard let code = label.code.map(walker.located) ?? label.declaration else { continue }
      walker.origins.note(module: label.module, code: code)
    }
  }

  /// An instance of a class that does not come with the language.
  private func isProgramClass(_ object: UInt) -> Bool {
    guard let label = labels[object], label.declaration != nil else { return false }
    return !KnownModules.language.contains(label.module)
  }

  /// Where a class of the root package is declared.
  private func declaration(of label: ObjectLabel) -> SourceLocation? {
    guard !KnownModules.language.contains(label.module),
      walker.origins.origin(ofModule: label.module) == nil
    else { return nil }
    return label.declaration.flatMap(walker.locator.location)
  }

  func locateAllocations() { walker.locateAllocations(of: objects) }

  func finished(names: ObjectNames, generation: (UInt) -> UInt64) -> ObjectDescription {
    let shown = objects.filter { !joined.contains($0) && !isEmptyStorage($0) }
    var nodeOf: [UInt: Int] = [:]
    for (node, object) in shown.enumerated() { nodeOf[object] = node }
    var graph = ObjectGraph()
    var functions: [ObjectGraph.Node] = []
    var stored: [ObjectDescription.StoredReference] = []
    for object in shown {
      var parts: [UInt] = []
      let references = outgoing(from: object, parts: &parts)
      let node = graph.nodes.count
      var functionCounts: [String: Int] = [:]
      graph.nodes.append(self.node(object, parts, names, generation(object)))
      for reference in references {
        guard let target = nodeOf[reference.target] else { continue }
        func store(_ from: Int, _ to: Int, _ label: String) {
          guard let slot = reference.slot else { return }
          stored.append(
            ObjectDescription.StoredReference(
              from: from, to: to, label: label, slot: slot, target: reference.target))
        }
        var from = node
        if isContextItself(reference) {
          // Several functions in one list have labels alike.
          let alike = functionCounts[reference.label, default: 0]
          functionCounts[reference.label] = alike + 1
          functions.append(function(reference, alike, of: object, names, generation(object)))
          from = shown.count + functions.count - 1
          graph.references.append(
            ObjectGraph.Reference(from: node, to: from, label: reference.label))
          store(node, from, reference.label)
        }
        let label = label(of: reference, in: object, among: references)
        graph.references.append(
          ObjectGraph.Reference(
            from: from, to: target, label: label,
            strength: reference.strength, evidence: reference.evidence,
            declaration: isProgramClass(object)
              ? walker.declaration(ofProperty: reference.label, in: Address(object)) : nil))
        if reference.evidence == .typed { store(from, target, label) }
      }
    }
    graph.nodes += functions
    for object in joined { nodeOf[object] = owner(of: object).flatMap { nodeOf[$0] } }
    return ObjectDescription(
      graph: graph, nodeOf: nodeOf, coverage: coverage, storedReferences: stored)
  }

  /// A closure that captures one object and a method of an object need no context:
  /// the function value refers to the object at once.
  private func isContextItself(_ reference: ObjectReading.Reference) -> Bool {
    reference.function != 0 && readings[reference.target]?.kind != .closureContext
  }

  private func function(
    _ reference: ObjectReading.Reference, _ alike: Int, of object: UInt, _ names: ObjectNames,
    _ generation: UInt64
  ) -> ObjectGraph.Node {
    let label = walker.closureLabel(reference.function)
    return ObjectGraph.Node(
      id: names.name(
        for: object, type: label.short, generation: generation,
        part: alike == 0 ? reference.label : "\(reference.label) \(alike)"),
      type: label.short, qualifiedType: label.qualified, module: label.module, kind: .function,
      location: label.code.flatMap(walker.location),
      origin: walker.origins.origin(ofModule: label.module))
  }

  private func node(
    _ object: UInt, _ parts: [UInt], _ names: ObjectNames, _ generation: UInt64
  ) -> ObjectGraph.Node {
    let label = labels[object] ?? ObjectLabel(short: "object")
    let reading = readings[object]
    return ObjectGraph.Node(
      id: names.name(for: object, type: label.short, generation: generation),
      type: label.short, qualifiedType: label.qualified, module: label.module,
      kind: reading?.kind ?? .unknown,
      size: (parts + [object]).reduce(0) { $0 + (readings[$1]?.size ?? 0) },
      retainCount: reading?.kind == .block ? nil : reading?.counts.strong,
      referencesFound: ownersOf[object]?.count ?? 0,
      isDeiniting: reading?.counts.isDeiniting ?? false,
      location: label.code.flatMap(walker.location),
      allocation: walker.allocation(of: object),
      origin: walker.origins.origin(ofModule: label.module),
      declaration: declaration(of: label),
      order: walker.live.allocationOrder(of: object))
  }

  /// The references out of an object and the storage joined to it.
  private func outgoing(
    from object: UInt, parts: inout [UInt]
  ) -> [ObjectReading.Reference] {
    (readings[object]?.references ?? []).flatMap { reference -> [ObjectReading.Reference] in
      guard joined.contains(reference.target), reference.strength == .strong else {
        return [reference]
      }
      parts.append(reference.target)
      let hidesLabel = labels[reference.target]?.isThunk ?? false
      let isVariable = readings[reference.target]?.kind == .box
      return outgoing(from: reference.target, parts: &parts).map { inner in
        var whole = inner
        let innerLabel =
          hidesLabel || isVariable && inner.label.hasPrefix("capture #1")
          ? String(inner.label.dropFirst("capture #1".count)) : inner.label
        whole.label = Self.join(reference.label, innerLabel)
        if reference.evidence == .scanned { whole.evidence = .scanned }
        return whole
      }
    }
  }

  private static func join(_ outer: String, _ inner: String) -> String {
    PlanBuilder.path(outer, inner.hasPrefix(".") ? String(inner.dropFirst()) : inner)
  }

  /// A capture by the name of what is captured, where the types tell.
  private func label(
    of reference: ObjectReading.Reference, in object: UInt, among all: [ObjectReading.Reference]
  ) -> String {
    if isContextItself(reference) {
      let type = walker.closureLabel(reference.function).enclosingType
      return captureLabel("capture", of: reference.target, enclosingType: type, isOnly: true)
    }
    guard readings[object]?.kind == .closureContext, Self.isCapture(reference.label) else {
      return reference.label
    }
    let type = labels[object]?.enclosingType
    let others = all.filter { other in
      Self.isCapture(other.label) && other.target != reference.target
        && type.map { isInstance(other.target, of: $0) } ?? false
    }
    return captureLabel(
      reference.label, of: reference.target, enclosingType: type, isOnly: others.isEmpty)
  }

  /// `capture self` where the captured object is the only one of the type around the
  /// closure, otherwise the capture's place and type.
  private func captureLabel(
    _ place: String, of target: UInt, enclosingType: String?, isOnly: Bool
  ) -> String {
    if isOnly, let enclosingType, isInstance(target, of: enclosingType) { return "capture self" }
    return labels[target].map { "\(place): \($0.short)" } ?? place
  }

  /// The reference is a capture itself, not a part of one.
  private static func isCapture(_ label: String) -> Bool {
    label.hasPrefix("capture #") && label.dropFirst("capture #".count).allSatisfy(\.isNumber)
  }

  private func isInstance(_ object: UInt, of type: String) -> Bool {
    guard let reading = readings[object], reading.kind == .classInstance || reading.kind == .actor
    else { return false }
    return walker.classNames(of: Address(object)).contains(type)
  }
}

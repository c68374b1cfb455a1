internal import OwnershipGraph

/// Makes an ``ObjectDescription``: reads the objects, joins storage to its owner,
/// names what is left.
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
    for object in objects {
      let reading = walker.reading(of: Address(object))
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
    case .actor, .task, .block, .root, .unknown: return false
    }
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

  func finished(names: ObjectNames, generation: (UInt) -> UInt64) -> ObjectDescription {
    let shown = objects.filter { !joined.contains($0) }
    var nodeOf: [UInt: Int] = [:]
    for (node, object) in shown.enumerated() { nodeOf[object] = node }
    var graph = ObjectGraph()
    for (node, object) in shown.enumerated() {
      var parts: [UInt] = []
      let references = outgoing(from: object, parts: &parts)
      graph.nodes.append(self.node(object, parts, names, generation(object)))
      graph.references += references.compactMap { reference in
        nodeOf[reference.target].map { target in
          ObjectGraph.Reference(
            from: node, to: target, label: label(of: reference, in: object, among: references),
            strength: reference.strength, evidence: reference.evidence)
        }
      }
    }
    for object in joined { nodeOf[object] = owner(of: object).flatMap { nodeOf[$0] } }
    return ObjectDescription(graph: graph, nodeOf: nodeOf, coverage: coverage)
  }

  private func node(
    _ object: UInt, _ parts: [UInt], _ names: ObjectNames, _ generation: UInt64
  ) -> ObjectGraph.Node {
    let label = labels[object] ?? ObjectLabel(short: "object")
    let reading = readings[object]
    return ObjectGraph.Node(
      id: names.name(for: object, type: label.short, generation: generation),
      type: label.short, qualifiedType: label.qualified, kind: reading?.kind ?? .unknown,
      size: (parts + [object]).reduce(0) { $0 + (readings[$1]?.size ?? 0) },
      retainCount: reading?.kind == .block ? nil : reading?.counts.strong,
      referencesFound: ownersOf[object]?.count ?? 0,
      isDeiniting: reading?.counts.isDeiniting ?? false,
      location: label.code.flatMap(walker.location))
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
    guard let label = labels[object], readings[object]?.kind == .closureContext,
      reference.label.hasPrefix("capture #"),
      reference.label.dropFirst("capture #".count).allSatisfy(\.isNumber)
    else { return reference.label }
    let targetLabel = labels[reference.target]
    if let type = label.enclosingType, isInstance(reference.target, of: type) {
      let others = all.filter {
        $0.label.hasPrefix("capture #") && isInstance($0.target, of: type)
      }
      if Set(others.map(\.label)).count == 1 { return "capture self" }
    }
    return targetLabel.map { "\(reference.label): \($0.short)" } ?? reference.label
  }

  private func isInstance(_ object: UInt, of type: String) -> Bool {
    guard let reading = readings[object], reading.kind == .classInstance || reading.kind == .actor
    else { return false }
    return walker.classNames(of: Address(object)).contains(type)
  }
}

// Class instances, actors and Foundation's objects: two words of header, then the
// fields of each class of the chain, most distant first; each class's metadata has
// its own offsets. Storage of the standard library's collections follows the fields.

internal import OwnershipGraph

extension PlanBuilder {
  func classPlan(for object: Address, _ metadata: Metadata) -> ObjectPlan {
    var steps: [PlanStep] = []
    var level: Metadata? = metadata
    var isActor = false
    var hasTail = false
    var size = 16
    while let current = level, let classMetadata = ClassMetadata(current) {
      if current == metadata { size = classMetadata.instanceSize }
      steps.insert(contentsOf: self.steps(of: classMetadata), at: 0)
      isActor = isActor || self.isActor(classMetadata)
      hasTail = hasTail || self.hasTail(classMetadata)
      level = classMetadata.superclass
    }
    if hasTail { steps.append(bufferTail(after: size)) }
    let (tail, kind) = storage(of: metadata)
    return ObjectPlan(
      steps: store.steps.append(contentsOf: steps), tail: tail,
      kind: isActor ? .actor : kind, type: metadata, size: size,
      untypedBytes: steps.reduce(0) { $0 + ($1.opcode == .scan ? Int($1.operand) : 0) })
  }

  private func steps(of level: ClassMetadata) -> [PlanStep] {
    let start = level.superclass.flatMap(ClassMetadata.init)?.instanceSize ?? 16
    guard let records = level.descriptor.fields else {
      return scan(offset: start, length: level.instanceSize - start).map { [$0] } ?? []
    }
    let fields = withEnds(
      (0..<records.count).map { (records[$0], offset: level.fieldOffset($0)) },
      size: level.instanceSize)
    return self.steps(
      of: fields, in: level.descriptor, arguments: level.genericArguments, hidesNames: false)
  }

  /// The class itself has the storage of the default actor, or names an executor's.
  private func isActor(_ level: ClassMetadata) -> Bool {
    guard let records = level.descriptor.fields, records.count > 0 else { return false }
    return records[0].name == "$defaultActor"
  }

  /// A managed buffer with elements that may be references.
  private func hasTail(_ level: ClassMetadata) -> Bool {
    guard level.descriptor.name == "ManagedBuffer", level.descriptor.module == "Swift" else {
      return false
    }
    return !store.plan(for: Metadata(level.genericArguments.address(8))).isEmpty
  }

  /// Elements of a managed buffer: their number is its owner's business.
  private func bufferTail(after size: Int) -> PlanStep {
    PlanStep(offset: UInt32((size + 7) & ~7), opcode: .scanRest, label: store.label("elements[*]"))
  }
}

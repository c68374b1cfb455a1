// An instance of a class or an actor consists of a header of two words and the fields of each class
// in its chain of superclasses, starting with the root class. The metadata of each class contains
// the offsets of its fields. In the storage of a collection and in a `ManagedBuffer`, the elements
// follow the fields. An object that Core Foundation created is scanned conservatively.

internal import OwnershipGraph

extension PlanBuilder {
  func classPlan(for object: Address, _ metadata: Metadata) -> ObjectPlan {
    if isCoreFoundation(metadata) { return coreFoundationPlan(for: metadata) }
    var steps: [PlanStep] = []
    var level: Metadata? = metadata
    var isActor = false
    var size = 16
    while let current = level, let classMetadata = ClassMetadata(current) {
      if current == metadata { size = classMetadata.instanceSize }
      steps.insert(contentsOf: self.steps(of: classMetadata), at: 0)
      isActor = isActor || self.isActor(classMetadata)
      level = classMetadata.superclass
    }
    var (tail, kind) = storage(of: metadata)
    if case .none = tail {
      if let slots = slots(of: metadata, after: size) {
        tail = slots
      } else if size == 16 {
        tail = .undeclared
      }
    }
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

  /// Returns whether the class itself, rather than a superclass, declares the storage of a default
  /// actor.
  private func isActor(_ level: ClassMetadata) -> Bool {
    guard let records = level.descriptor.fields, records.count > 0 else { return false }
    return records[0].name == DefaultActorLayout.field
  }

  /// Returns the steps that read the address of the first job in each list of a default actor; see
  /// ``DefaultActorLayout``.
  ///
  /// The steps read these addresses as raw pointers, not as references, because a list does not
  /// retain its jobs. A task is retained once, from its start to its end, whether it is suspended,
  /// in a queue, or running.
  func jobs(ofActorWithStorageAt offset: Int) -> [PlanStep] {
    DefaultActorLayout.heads.map { head in
      PlanStep(offset: UInt32(offset + head), opcode: .pointer, label: 0)
    }
  }

  /// Returns whether Core Foundation created the objects with this metadata. The Swift class of
  /// such an object does not describe the storage after the header. For example, an `_NSCFSet` has
  /// none of the storage that its Swift superclass declares.
  private func isCoreFoundation(_ metadata: Metadata) -> Bool {
    guard let level = ClassMetadata(metadata) else { return false }
    let name = level.descriptor.name.drop { $0 == "_" }
    return name.hasPrefix("NSCF") && level.descriptor.module == "Foundation"
  }

  private func coreFoundationPlan(for metadata: Metadata) -> ObjectPlan {
    let contents = PlanStep(offset: 16, opcode: .scanRest, label: store.label("contents"))
    return ObjectPlan(
      steps: store.steps.append(contentsOf: [contents]), kind: .classInstance, type: metadata)
  }

}

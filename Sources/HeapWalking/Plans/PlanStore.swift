/// The plans compiled so far, and the labels that they use.
///
/// A store belongs to one walker and is not shared between threads.
final class PlanStore {
  let steps = Arena<PlanStep>()
  let cases = Arena<EnumChoice.Case>()
  let choices = Arena<EnumChoice>()
  let repetitions = Arena<Repetition>()
  let objects = Arena<ObjectPlan>()
  /// The same plans' heads, at the same indices.
  let heads = Arena<PlanHead>()
  let symbols: SymbolTable
  let check = MetadataCheck()
  private(set) var labels = PlanStore.fixedLabels
  private var labelIndices: [String: UInt32] = [:]
  private var valuePlans: [Metadata: ValuePlan] = [:]
  private var keyPathArguments: [Address: StepRange?] = [:]
  private var storedPlans: [Metadata: StoredPlan] = [:]
  private let objectPlans = MetadataTable()
  private var boundPlans: [[UInt]: UInt32] = [:]
  private var bindingKeys: [UInt: BindingKey] = [:]

  init(symbols: SymbolTable) {
    self.symbols = symbols
    for (index, text) in Self.fixedLabels.enumerated() where labelIndices[text] == nil {
      labelIndices[text] = UInt32(index)
    }
  }

  func label(_ text: String) -> UInt32 {
    if let known = labelIndices[text] { return known }
    let index = UInt32(labels.count)
    labels.append(text)
    labelIndices[text] = index
    return index
  }

  /// The plan of a value of `type`, compiled on first use.
  func plan(for type: Metadata) -> ValuePlan {
    if let known = valuePlans[type] { return known }
    let plan = PlanBuilder(store: self).valuePlan(for: type)
    valuePlans[type] = plan
    return plan
  }

  /// A type's plan where a walk can run over it.
  struct StoredPlan {
    var steps: StepRange
    /// In an existential the value is kept in a box.
    var isBoxed: Bool
  }

  /// The plan of a value whose type was found in memory.
  func storedPlan(for type: Metadata) -> StoredPlan {
    if let known = storedPlans[type] { return known }
    var stored = StoredPlan(steps: .empty, isBoxed: false)
    if check.isType(type) {
      stored.steps = steps.append(contentsOf: plan(for: type).steps)
      stored.isBoxed = type.kind != .classType && type.isStoredOutOfLine
    }
    storedPlans[type] = stored
    return stored
  }

  /// The steps of a value of `type`.
  func steps(for type: Metadata) -> StepRange { storedPlan(for: type).steps }

  /// The steps to read a key path's captured arguments; `nil` where their types are unknown.
  func keyPathArguments(witnesses: Address, size: Int) -> StepRange? {
    if let known = keyPathArguments[witnesses] { return known }
    let plan = PlanBuilder(store: self).keyPathArgumentPlan(witnesses: witnesses, size: size)
    let range = plan.map { steps.append(contentsOf: $0.steps) }
    keyPathArguments[witnesses] = .some(range)
    return range
  }

  /// The index in ``objects`` of the plan for the object at `object`.
  ///
  /// - Complexity: O(1) but for the first object of its kind.
  @inline(__always)
  func objectPlan(for object: Address) -> UInt32 {
    let metadata = object.word()
    if let known = objectPlans[metadata] {
      return heads[known].dependsOnBindings ? boundPlan(for: object) : known
    }
    return addObjectPlan(for: object)
  }

  private func addObjectPlan(for object: Address) -> UInt32 {
    let metadata = Metadata(object.address())
    let plan = PlanBuilder(store: self).objectPlan(for: object, metadata)
    let index = add(plan)
    objectPlans.insert(metadata.address.bits, index)
    if plan.dependsOnBindings { boundPlans[bindings(of: object)] = index }
    return index
  }

  private func boundPlan(for object: Address) -> UInt32 {
    let key = bindings(of: object)
    if let known = boundPlans[key] { return known }
    let metadata = Metadata(object.address())
    let index = add(PlanBuilder(store: self).objectPlan(for: object, metadata))
    boundPlans[key] = index
    return index
  }

  private func add(_ plan: ObjectPlan) -> UInt32 {
    _ = heads.append(PlanHead(plan))
    return objects.append(plan)
  }

  /// What makes the plan of `object` differ from that of others with its metadata.
  private func bindings(of object: Address) -> [UInt] {
    let metadata = object.word()
    let key = bindingKeys[metadata] ?? BindingKey(Metadata(object.address()))
    bindingKeys[metadata] = key
    return [metadata] + key.words(of: object, check)
  }
}

extension PlanStore {
  // Labels that every store has at the same place.
  static let elementLabel: UInt32 = 1
  static let keyLabel: UInt32 = 2
  static let valueLabel: UInt32 = 3
  static let captureLabel: UInt32 = 4
  static let frameLabel: UInt32 = 5
  static let resultLabel: UInt32 = 6
  static let argumentLabel: UInt32 = 7
  static let breadcrumbsLabel: UInt32 = 8
  static let bufferElementLabel: UInt32 = 9
  static let tailLabel: UInt32 = 10
  fileprivate static let fixedLabels = [
    "", "[*]", "[*].key", "[*]", "capture", "async frame", "result", "argument", "breadcrumbs",
    "elements[*]", "tail",
  ]
}

/// The plans that were compiled so far, and the labels of their references.
///
/// Each store belongs to one walker and is not shared between threads.
final class PlanStore {
  let steps = Arena<PlanStep>()
  let cases = Arena<EnumChoice.Case>()
  let choices = Arena<EnumChoice>()
  let repetitions = Arena<Repetition>()
  let objects = Arena<ObjectPlan>()
  /// The heads of the plans in ``objects``.
  let heads = Arena<PlanHead>()
  let symbols: SymbolTable
  /// A Boolean value indicating whether integers are read in the same way as pointers, because they
  /// may be addresses of C memory.
  let readsIntegers: Bool
  let check = MetadataCheck()
  private(set) var labels = PlanStore.fixedLabels.map { Label(text: $0) }
  private var labelIndices: [Label: UInt32] = [:]
  /// The plans that ``PlanBuilder`` compiled for values, by type.
  var valuePlans: [Metadata: ValuePlan] = [:]
  var storedPlans: [Metadata: StoredPlan] = [:]

  init(symbols: SymbolTable, readsIntegers: Bool) {
    self.symbols = symbols
    self.readsIntegers = readsIntegers
    for (index, label) in labels.enumerated() where labelIndices[label] == nil {
      labelIndices[label] = UInt32(index)
    }
  }

  func label(_ text: String, isInPayload: Bool = false) -> UInt32 {
    let label = Label(text: text, isInPayload: isInPayload)
    if let known = labelIndices[label] { return known }
    let index = UInt32(labels.count)
    labels.append(label)
    labelIndices[label] = index
    return index
  }
}

extension PlanStore {
  /// The label of a reference, or a part of the label.
  struct Label: Hashable {
    /// The field path, such as `state.handlers[*]`.
    var text: String
    /// A Boolean value indicating whether the reference is in the payload of an enum's case or in
    /// the value of an existential. The path is then not an expression that a program can contain.
    /// An optional does not count as an enum.
    var isInPayload = false
  }
}

extension PlanStore {
  // The indices of the labels in `fixedLabels`, which are the same in every store.
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

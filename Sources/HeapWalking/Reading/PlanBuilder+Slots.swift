// A managed buffer consists of a header of any type and slots for elements of another type. Any
// slot may be unused, and the program may also store values of other types in the memory of the
// slots. `TreeDictionary` in swift-collections does so, for example.
//
// Source: `ManagedBuffer.swift` in the Swift repository.

extension PlanBuilder {
  /// Returns the slots of a `ManagedBuffer` or an instance of a subclass; `nil` for another class.
  ///
  /// - Parameter size: The size of the instance without its slots.
  func slots(of metadata: Metadata, after size: Int) -> ObjectPlan.Tail? {
    var level: Metadata? = metadata
    while let current = level, let classMetadata = ClassMetadata(current) {
      if classMetadata.descriptor.name == "ManagedBuffer",
        classMetadata.descriptor.module == "Swift"
      {
        let element = Metadata(classMetadata.genericArguments.address(8))
        let start = (size + element.alignment - 1) & ~(element.alignment - 1)
        return .slots(start: start, element: slot(of: element))
      }
      level = classMetadata.superclass
    }
    return nil
  }

  /// Returns a repetition whose steps read one slot. The words that are not references in a value
  /// of the type `element` are scanned, because the slot may contain a value of another type.
  private func slot(of element: Metadata) -> Repetition {
    let known = storedPlan(for: element).steps
    var steps = (0..<known.count).map { known[$0] }
    let read = steps.map { (start: Int($0.offset), end: Int($0.offset) + extent(of: $0)) }
    var end = 0
    for range in read.sorted(by: { $0.start < $1.start }) + [(element.stride, element.stride)] {
      if let gap = scan(offset: end, length: range.start - end) { steps.append(gap) }
      end = max(end, range.end)
    }
    return Repetition(
      count: 0, stride: element.stride, steps: store.steps.append(contentsOf: steps))
  }

  /// Returns the number of bytes that a step reads.
  private func extent(of step: PlanStep) -> Int {
    switch step.opcode {
    case .strong, .bridge, .weak, .unowned, .unownedUnsafe, .unmanaged, .pointer, .block: return 8
    case .function: return 16
    // The witness tables that may follow are not objects.
    case .existential: return 32
    case .choice: return store.choices[step.operand].size
    case .repetition:
      let values = store.repetitions[step.operand]
      return values.count * values.stride
    case .scan: return Int(step.operand)
    case .scanRest: return .max / 2
    }
  }
}

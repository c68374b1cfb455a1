// Structs, tuples and inline arrays consist of their parts, one after another.
//
// The metadata of a struct has a vector of 32-bit field offsets. The metadata of a tuple has the
// count, the labels, and then the type and the offset of each element. The metadata of a fixed
// array has the count and the element type. Source: `Metadata.h` in the Swift repository.

extension PlanBuilder {
  func structPlan(for type: Metadata) -> ValuePlan {
    guard let descriptor = type.descriptor else { return untyped(type) }
    if let plan = rawLayoutPlan(for: type, descriptor) { return plan }
    if descriptor.name == "InlineArray", descriptor.module == "Swift" {
      let count = Int(bitPattern: type.valueGenericArguments.word())
      return repeated(Metadata(type.valueGenericArguments.address(8)), count: count)
    }
    if descriptor.module == "Swift", Self.plainWords.contains(descriptor.name) {
      return store.readsIntegers ? reference(.pointer) : ValuePlan()
    }
    // A C struct or union has no field records, and a C++ class has only those of its public
    // members. The words of a value may contain the address of a manually retained object.
    if descriptor.module == "__C" { return type.hasLayout ? words(of: type) : ValuePlan() }
    guard let records = descriptor.fields else { return undescribed(type) }
    let offsets = type.address + descriptor.structFieldOffsetVector * 8
    let fields = withEnds(
      (0..<records.count).map { (records[$0], offset: Int(offsets.uint32($0 * 4))) },
      size: type.size)
    return ValuePlan(
      steps: steps(
        of: fields, in: descriptor, arguments: type.valueGenericArguments,
        hidesNames: hidesNames(descriptor)))
  }

  /// One-word types of the standard library that own nothing. The word may be an address, as in an
  /// `ObjectIdentifier`.
  private static let plainWords: Set<String> = [
    "Int", "UInt", "Int64", "UInt64", "Double", "ObjectIdentifier",
  ]

  /// Returns a plan for plain data whose words may be addresses.
  func words(of type: Metadata) -> ValuePlan {
    guard type.alignment >= 8 else { return ValuePlan() }
    return ValuePlan(
      steps: (0..<type.size / 8).flatMap { nest(reference(.pointer), at: $0 * 8, label: "") })
  }

  func tuplePlan(for type: Metadata) -> ValuePlan {
    let labels = type.address.address(16).text.split(
      separator: " ", omittingEmptySubsequences: false)
    let steps = (0..<Int(bitPattern: type.address.word(8))).flatMap { index -> [PlanStep] in
      let element = type.address + 24 + index * 16
      let label =
        index < labels.count && !labels[index].isEmpty ? String(labels[index]) : "\(index)"
      return nest(
        plan(for: Metadata(element.address())), at: Int(element.uint32(8)), label: label)
    }
    return ValuePlan(steps: steps)
  }

  func fixedArrayPlan(for type: Metadata) -> ValuePlan {
    repeated(
      Metadata(type.address.address(16)), count: Int(bitPattern: type.address.word(8)))
  }

  private func repeated(_ element: Metadata, count: Int) -> ValuePlan {
    let steps = storedPlan(for: element).steps
    guard !steps.isEmpty else { return ValuePlan() }
    let repetition = Repetition(count: count, stride: element.stride, steps: steps)
    return ValuePlan(steps: [
      PlanStep(
        offset: 0, opcode: .repetition, label: store.label("[*]"),
        operand: store.repetitions.append(repetition))
    ])
  }

  /// Returns the plan for a builtin type: a reference, a pointer, plain data or unknown bytes.
  func opaquePlan(for type: Metadata) -> ValuePlan {
    if type == Metadata.nativeObject { return reference(.strong) }
    if type == Metadata.bridgeObject { return reference(.bridge) }
    // A value of a builtin type of one plain word, as in an atomic, may be an address.
    let isWord = type.hasLayout && type.isPlainData && type.size == 8 && type.alignment == 8
    return isWord ? reference(.pointer) : untyped(type)
  }

  /// Returns the plan for a type of `Synchronization` whose contents are not described by field
  /// records; `nil` for any other type.
  ///
  /// A `_Cell<Value>` and an `Atomic<Value>` start with the bytes of the value; an
  /// `AtomicLazyReference` owns the object that its word refers to.
  private func rawLayoutPlan(for type: Metadata, _ descriptor: TypeDescriptor) -> ValuePlan? {
    guard descriptor.module == "Synchronization" else { return nil }
    let argument = Metadata(type.valueGenericArguments.address())
    switch descriptor.name {
    case "_Cell": return plan(for: argument)
    case "Mutex": return mutexPlan(for: type, descriptor, value: argument)
    case "Atomic": return atomicPlan(for: argument)
    case "_MutexHandle": return ValuePlan()
    case "AtomicLazyReference": return reference(.strong)
    default: return nil
    }
  }

  /// Returns the plan for an atomic. Its words may be addresses, whatever the declared type is.
  private func atomicPlan(for value: Metadata) -> ValuePlan {
    value.hasLayout ? words(of: value) : ValuePlan()
  }

  /// Returns the plan for a mutex. A mutex consists of a handle and, at the offset of the second
  /// field, a `_Cell` with the protected value.
  private func mutexPlan(
    for type: Metadata, _ descriptor: TypeDescriptor, value: Metadata
  ) -> ValuePlan {
    let offsets = type.address + descriptor.structFieldOffsetVector * 8
    return ValuePlan(
      steps: nest(plan(for: value), at: Int(offsets.uint32(4)), label: ""))
  }
}

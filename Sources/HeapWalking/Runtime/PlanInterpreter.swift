import CSwiftRuntime

/// Runs plans over live memory.
///
/// Reads only what a plan says is there: words of the object, the storage that it
/// leads to, and the metadata of values in existentials. Nothing is retained,
/// released or written.
struct PlanInterpreter {
  let store: PlanStore

  /// The bits of a reference that are address, in a word that may carry flags.
  static let addressBits: UInt = 0x0FFF_FFFF_FFFF_FFF8

  /// Reads the object at `object` by its plan.
  @inline(__always)
  func visit<Visitor: ReferenceVisitor>(
    _ object: Address, head: PlanHead, plan: UInt32, _ visitor: inout Visitor
  ) {
    run(head.steps, at: object, of: object, &visitor)
    if head.hasTail { visitTail(of: object, plan: store.objects[plan], &visitor) }
  }

  private func visitTail<Visitor: ReferenceVisitor>(
    of object: Address, plan: ObjectPlan, _ visitor: inout Visitor
  ) {
    switch plan.tail {
    case .none: break
    case .array(let start, let element):
      guard !element.steps.isEmpty else { return }
      visitor.enter(label: PlanStore.elementLabel)
      // Storage that is being made may have any count yet.
      let room = max(0, visitor.extent(of: object) - start) / max(1, element.stride)
      for index in 0..<min(room, max(0, Int(bitPattern: object.word(16)))) {
        run(element.steps, at: object + start + index * element.stride, of: object, &visitor)
      }
      visitor.leave()
    case .hashTable(let bitmap, let key, let value):
      visitBuckets(of: object, bitmap: object + bitmap, key: key, value: value, &visitor)
    case .ring(let start, let element):
      visitRing(of: object, start: start, element: element, &visitor)
    case .keyPath:
      visitKeyPath(object, &visitor)
    case .block:
      let descriptor = object.address(24)
      guard (descriptor + 8).isReadable else { return }
      let size = min(Int(bitPattern: descriptor.word(8)), visitor.extent(of: object))
      visitor.untyped(start: object + 32, length: max(0, size - 32), label: PlanStore.captureLabel)
    case .task:
      visitTask(object, &visitor)
    }
  }

  private func visitRing<Visitor: ReferenceVisitor>(
    of object: Address, start: Int, element: Repetition, _ visitor: inout Visitor
  ) {
    let capacity = Int(bitPattern: object.word(16))
    let count = Int(bitPattern: object.word(24))
    let first = Int(bitPattern: object.word(32))
    // The allocator may have given up to 15 bytes more than asked for, and they are used.
    let extent = visitor.extent(of: object) &+ 15
    let room = max(0, (extent < 0 ? .max : extent) - start) / max(1, element.stride)
    guard !element.steps.isEmpty, capacity >= 0, capacity <= room, count >= 0, count <= capacity,
      first >= 0,
      first < max(1, capacity)
    else { return }
    visitor.enter(label: PlanStore.elementLabel)
    for index in 0..<count {
      let slot = (first + index) % capacity
      run(element.steps, at: object + start + slot * element.stride, of: object, &visitor)
    }
    visitor.leave()
  }

  /// The highest bit says that nothing in the components must be destroyed.
  private func visitKeyPath<Visitor: ReferenceVisitor>(
    _ object: Address, _ visitor: inout Visitor
  ) {
    let header = object.uint32(24)
    guard header >> 31 == 0 else { return }
    let size = min(Int(header & 0xFF_FFFF), max(0, visitor.extent(of: object) - 32))
    visitor.untyped(start: object + 32, length: size, label: PlanStore.argumentLabel)
  }

  private func visitBuckets<Visitor: ReferenceVisitor>(
    of object: Address, bitmap: Address, key: Repetition, value: Repetition?,
    _ visitor: inout Visitor
  ) {
    let scale = Int(object.byte(32))
    let extent = visitor.extent(of: object)
    guard scale < 40 else { return }
    let parts = [
      (PlanStore.keyLabel, object.address(48), Optional(key)),
      (PlanStore.valueLabel, object.address(56), value),
    ]
    for (label, base, part) in parts {
      guard let part, !part.steps.isEmpty, base.bits >= object.bits,
        Int(base.bits - object.bits) + (part.stride << scale) <= extent
      else { continue }
      visitor.enter(label: label)
      for bucket in 0..<(1 << scale)
      where bitmap.word(bucket / 64 * 8) >> UInt(bucket % 64) & 1 == 1 {
        run(part.steps, at: base + bucket * part.stride, of: object, &visitor)
      }
      visitor.leave()
    }
  }

  @inline(__always)
  private func run<Visitor: ReferenceVisitor>(
    _ steps: StepRange, at base: Address, of object: Address, _ visitor: inout Visitor
  ) {
    for index in steps.start..<steps.end {
      let step = store.steps[index]
      let place = base + Int(step.offset)
      if step.opcode == .strong {
        let word = place.word()
        if word >= Address.least {
          visitor.reference(
            RawReference(target: word, strength: .strong, label: step.label, place: place))
        }
      } else {
        runOther(step, at: place, of: object, &visitor)
      }
    }
  }

  private func runOther<Visitor: ReferenceVisitor>(
    _ step: PlanStep, at place: Address, of object: Address, _ visitor: inout Visitor
  ) {
    let word = place.word()
    switch step.opcode {
    case .strong, .block:
      visit(word, .strong, step, place, &visitor)
    case .bridge:
      if word >> 63 == 0 { visit(word & Self.addressBits, .strong, step, place, &visitor) }
    case .function:
      let context = place.word(8) & Self.addressBits
      guard word >= Address.least, context >= Address.least else { return }
      visitor.reference(
        RawReference(
          target: context, strength: .strong, label: step.label, function: word, place: place))
    case .weak:
      guard visitor.followsWeakReferences, let target = WeakReference.target(of: word) else {
        return
      }
      visit(target, .weak, step, place, &visitor)
    case .unowned: visit(word, .unowned, step, place, &visitor)
    case .unmanaged: visit(word, .unmanaged, step, place, &visitor)
    case .existential: runExistential(step, at: place, of: object, &visitor)
    case .choice: runChoice(step, at: place, of: object, &visitor)
    case .repetition:
      let repetition = store.repetitions[step.operand]
      visitor.enter(label: step.label)
      for index in 0..<repetition.count {
        run(repetition.steps, at: place + index * repetition.stride, of: object, &visitor)
      }
      visitor.leave()
    case .scan:
      visitor.untyped(start: place, length: Int(step.operand), label: step.label)
    case .scanRest:
      visitor.untypedRest(of: object, from: Int(step.offset), label: step.label)
    }
  }

  private func visit<Visitor: ReferenceVisitor>(
    _ target: UInt, _ strength: RawReference.Strength, _ step: PlanStep, _ place: Address,
    _ visitor: inout Visitor
  ) {
    guard target >= Address.least else { return }
    visitor.reference(
      RawReference(target: target, strength: strength, label: step.label, place: place))
  }

  /// The value is inline, or the first word refers to the box that has it.
  private func runExistential<Visitor: ReferenceVisitor>(
    _ step: PlanStep, at place: Address, of object: Address, _ visitor: inout Visitor
  ) {
    let type = Metadata(place.address(24))
    guard type.address.bits >= Address.least else { return }
    let value = store.storedPlan(for: type)
    if value.isBoxed {
      visit(place.word(), .strong, step, place, &visitor)
    } else if !value.steps.isEmpty {
      visitor.enter(label: step.label)
      run(value.steps, at: place, of: object, &visitor)
      visitor.leave()
    }
  }

  private func runChoice<Visitor: ReferenceVisitor>(
    _ step: PlanStep, at place: Address, of object: Address, _ visitor: inout Visitor
  ) {
    let choice = store.choices[step.operand]
    // Valid: the value at `place` is of the enum's type, which has these witnesses.
    let tag = unsafe lk_enum_tag(place.pointer, choice.metadata.address.pointer)
    guard tag < choice.cases.count else { return }
    let selected = store.cases[choice.cases.start + tag]
    guard !selected.steps.isEmpty else { return }
    visitor.enter(label: step.label)
    visitor.enter(label: selected.label)
    if choice.isInPlace {
      run(selected.steps, at: place, of: object, &visitor)
    } else {
      runPayload(of: choice, selected, at: place, of: object, &visitor)
    }
    visitor.leave()
    visitor.leave()
  }

  /// Taking the payload out clears the case's bits, so it is done on a copy.
  private func runPayload<Visitor: ReferenceVisitor>(
    of choice: EnumChoice, _ selected: EnumChoice.Case, at place: Address, of object: Address,
    _ visitor: inout Visitor
  ) {
    guard let source = unsafe place.pointer else { return }
    unsafe withUnsafeTemporaryAllocation(byteCount: choice.size + 8, alignment: 16) { copy in
      guard let start = copy.baseAddress else { return }
      unsafe start.copyMemory(from: source, byteCount: choice.size)
      // Valid: a bitwise copy that is never destroyed; the witness only clears bits.
      unsafe lk_enum_project(start, choice.metadata.address.pointer)
      unsafe run(selected.steps, at: Address(start), of: object, &visitor)
    }
  }
}

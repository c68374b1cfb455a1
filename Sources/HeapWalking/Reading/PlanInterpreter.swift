/// An interpreter that reads live objects by running their plans.
///
/// It reads the words of the object, the storage to which the object refers, and the runtime's
/// records about them, such as metadata, side tables, and the frames of tasks. It does not retain,
/// release or change any object of the program.
struct PlanInterpreter {
  let plans: PlanLibrary
  let store: PlanStore

  init(plans: PlanLibrary) {
    self.plans = plans
    store = plans.store
  }

  /// A mask for the address in a word that contains a reference and may also contain flags.
  static let addressBits: UInt = 0x0FFF_FFFF_FFFF_FFF8

  /// Reads the object at `object` by its plan.
  @inline(__always)
  func visit<Visitor: ReferenceVisitor & ~Copyable>(
    _ object: Address, head: ArenaPointer<PlanHead>, _ visitor: inout Visitor
  ) {
    // If there are steps, the object's address is aligned to a word. At an unaligned address, loads
    // return 0, so the object has no metadata and its plan has no steps.
    runSteps(head.element.steps, at: object, of: object, &visitor)
    switch head.element.tail {
    case .none: break
    case .array: visitElements(of: object, head.element, &visitor)
    case .other: visitTail(of: object, plan: store.objects[head.element.plan], &visitor)
    }
  }

  /// Reads a value at `base`. Does nothing if `base` is not aligned to a word or is below the
  /// lowest address.
  func run<Visitor: ReferenceVisitor & ~Copyable>(
    _ steps: StepRange, at base: Address, of object: Address, _ visitor: inout Visitor
  ) {
    if base.isWord { runSteps(steps, at: base, of: object, &visitor) }
  }

  /// Reads a value at `base`, which must be aligned to a word.
  @inline(__always)
  func runSteps<Visitor: ReferenceVisitor & ~Copyable>(
    _ steps: StepRange, at base: Address, of object: Address, _ visitor: inout Visitor
  ) {
    var index: UInt32 = 0
    while index < steps.count {
      let step = steps[index]
      index &+= 1
      let address = base + Int(step.offset)
      if step.opcode == .strong {
        let word = address.knownWord()
        if word >= Address.lowest {
          visitor.reference(
            RawReference(target: word, strength: .strong, label: step.label, address: address))
        }
      } else if step.opcode == .function {
        runFunction(step, at: address, &visitor)
      } else {
        runOther(step, at: address, of: object, &visitor)
      }
    }
  }

  @inline(__always)
  private func runFunction<Visitor: ReferenceVisitor & ~Copyable>(
    _ step: PlanStep, at address: Address, _ visitor: inout Visitor
  ) {
    let function = address.knownWord()
    let context = (address + 8).knownWord() & Self.addressBits
    guard function >= Address.lowest, context >= Address.lowest else { return }
    visitor.reference(
      RawReference(
        target: context, strength: .strong, label: step.label, function: function, address: address)
    )
  }

  /// Reads a value by its type.
  func visitValue<Visitor: ReferenceVisitor & ~Copyable>(
    of type: Metadata, at address: Address, of object: Address, _ visitor: inout Visitor
  ) {
    run(plans.storedPlan(for: type).steps, at: address, of: object, &visitor)
  }

  @inline(never)
  private func runOther<Visitor: ReferenceVisitor & ~Copyable>(
    _ step: PlanStep, at address: Address, of object: Address, _ visitor: inout Visitor
  ) {
    let word = address.word()
    switch step.opcode {
    case .strong, .block:
      visit(word, .strong, step, address, &visitor)
    case .bridge:
      if word >> 63 == 0 { visit(word & Self.addressBits, .strong, step, address, &visitor) }
    case .function:
      runFunction(step, at: address, &visitor)
    case .weak:
      guard visitor.followsWeakReferences, let target = WeakReference.target(of: word) else {
        return
      }
      visit(target, .weak, step, address, &visitor)
    case .unowned: visit(word, .unowned, step, address, &visitor)
    case .unownedUnsafe: visit(word, .unownedUnsafe, step, address, &visitor)
    case .unmanaged: visit(word, .unmanaged, step, address, &visitor)
    case .pointer: visit(word, .pointer, step, address, &visitor)
    case .existential: runExistential(step, at: address, of: object, &visitor)
    case .choice: runChoice(step, at: address, of: object, &visitor)
    case .repetition:
      let repetition = store.repetitions[step.operand]
      visitor.enter(label: step.label)
      for index in 0..<repetition.count {
        run(repetition.steps, at: address + index * repetition.stride, of: object, &visitor)
      }
      visitor.leave()
    case .scan:
      visitor.untyped(start: address, length: Int(step.operand), label: step.label)
    case .scanRest:
      visitor.untypedRest(of: object, from: Int(step.offset), label: step.label)
    }
  }

  func visit<Visitor: ReferenceVisitor & ~Copyable>(
    _ target: UInt, _ strength: RawReference.Strength, _ step: PlanStep, _ address: Address,
    _ visitor: inout Visitor
  ) {
    guard target >= Address.lowest else { return }
    visitor.reference(
      RawReference(target: target, strength: strength, label: step.label, address: address))
  }

  /// Reads an existential. The value is inline, or the first word refers to the box of the value.
  private func runExistential<Visitor: ReferenceVisitor & ~Copyable>(
    _ step: PlanStep, at address: Address, of object: Address, _ visitor: inout Visitor
  ) {
    let type = Metadata(address.address(24))
    guard type.address.bits >= Address.lowest else { return }
    let value = plans.storedPlan(for: type)
    if value.isBoxed {
      visit(address.word(), .strong, step, address, &visitor)
    } else if !value.steps.isEmpty {
      visitor.enter(label: step.label)
      run(value.steps, at: address, of: object, &visitor)
      visitor.leave()
    }
  }

  private func runChoice<Visitor: ReferenceVisitor & ~Copyable>(
    _ step: PlanStep, at address: Address, of object: Address, _ visitor: inout Visitor
  ) {
    let choice = store.choices[step.operand]
    let tag = choice.metadata.enumTag(of: address)
    guard tag < choice.cases.count, !choice.cases[tag].steps.isEmpty else { return }
    let selected = choice.cases[tag]
    visitor.enter(label: step.label)
    visitor.enter(label: selected.label)
    if choice.isInPlace {
      run(selected.steps, at: address, of: object, &visitor)
    } else {
      choice.metadata.withEnumPayload(of: address, size: choice.size) { payload in
        visitor.enterCopy(payload, of: address, size: choice.size)
        run(selected.steps, at: payload, of: object, &visitor)
        visitor.leaveCopy()
      }
    }
    visitor.leave()
    visitor.leave()
  }
}

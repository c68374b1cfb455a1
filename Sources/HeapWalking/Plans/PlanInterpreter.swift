/// Runs plans over live memory.
///
/// Reads only what a plan says is there: words of the object, the storage that it
/// leads to, and the metadata of values in existentials. Nothing is retained,
/// released or written.
struct PlanInterpreter {
  let plans: PlanLibrary
  let store: PlanStore

  init(plans: PlanLibrary) {
    self.plans = plans
    store = plans.store
  }

  /// The bits of a reference that are address, in a word that may carry flags.
  static let addressBits: UInt = 0x0FFF_FFFF_FFFF_FFF8

  /// Reads the object at `object` by its plan.
  @inline(__always)
  func visit<Visitor: ReferenceVisitor & ~Copyable>(
    _ object: Address, head: ArenaPlace<PlanHead>, _ visitor: inout Visitor
  ) {
    // What has a plan with steps has metadata, which was read: the object is at a word.
    runSteps(head.element.steps, at: object, of: object, &visitor)
    switch head.element.tail {
    case .none: break
    case .array: visitElements(of: object, head.element, &visitor)
    case .other: visitTail(of: object, plan: store.objects[head.element.plan], &visitor)
    }
  }

  /// Reads a value at `base`, which may be anything; what is at no word is not read.
  func run<Visitor: ReferenceVisitor & ~Copyable>(
    _ steps: StepRange, at base: Address, of object: Address, _ visitor: inout Visitor
  ) {
    if base.isWord { runSteps(steps, at: base, of: object, &visitor) }
  }

  /// Reads a value at `base`, the address of a word.
  @inline(__always)
  func runSteps<Visitor: ReferenceVisitor & ~Copyable>(
    _ steps: StepRange, at base: Address, of object: Address, _ visitor: inout Visitor
  ) {
    var index: UInt32 = 0
    while index < steps.count {
      let step = steps[index]
      index &+= 1
      let place = base + Int(step.offset)
      if step.opcode == .strong {
        let word = place.knownWord()
        if word >= Address.least {
          visitor.reference(
            RawReference(target: word, strength: .strong, label: step.label, place: place))
        }
      } else if step.opcode == .function {
        runFunction(step, at: place, &visitor)
      } else {
        runOther(step, at: place, of: object, &visitor)
      }
    }
  }

  @inline(__always)
  private func runFunction<Visitor: ReferenceVisitor & ~Copyable>(
    _ step: PlanStep, at place: Address, _ visitor: inout Visitor
  ) {
    let function = place.knownWord()
    let context = (place + 8).knownWord() & Self.addressBits
    guard function >= Address.least, context >= Address.least else { return }
    visitor.reference(
      RawReference(
        target: context, strength: .strong, label: step.label, function: function, place: place))
  }

  /// Reads a value by its type.
  func visitValue<Visitor: ReferenceVisitor & ~Copyable>(
    of type: Metadata, at place: Address, of object: Address, _ visitor: inout Visitor
  ) {
    run(plans.storedPlan(for: type).steps, at: place, of: object, &visitor)
  }

  @inline(never)
  private func runOther<Visitor: ReferenceVisitor & ~Copyable>(
    _ step: PlanStep, at place: Address, of object: Address, _ visitor: inout Visitor
  ) {
    let word = place.word()
    switch step.opcode {
    case .strong, .block:
      visit(word, .strong, step, place, &visitor)
    case .bridge:
      if word >> 63 == 0 { visit(word & Self.addressBits, .strong, step, place, &visitor) }
    case .function:
      runFunction(step, at: place, &visitor)
    case .weak:
      guard visitor.followsWeakReferences, let target = WeakReference.target(of: word) else {
        return
      }
      visit(target, .weak, step, place, &visitor)
    case .unowned: visit(word, .unowned, step, place, &visitor)
    case .unownedUnsafe: visit(word, .unownedUnsafe, step, place, &visitor)
    case .unmanaged: visit(word, .unmanaged, step, place, &visitor)
    case .pointer: visit(word, .pointer, step, place, &visitor)
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

  func visit<Visitor: ReferenceVisitor & ~Copyable>(
    _ target: UInt, _ strength: RawReference.Strength, _ step: PlanStep, _ place: Address,
    _ visitor: inout Visitor
  ) {
    guard target >= Address.least else { return }
    visitor.reference(
      RawReference(target: target, strength: strength, label: step.label, place: place))
  }

  /// The value is inline, or the first word refers to the box that has it.
  private func runExistential<Visitor: ReferenceVisitor & ~Copyable>(
    _ step: PlanStep, at place: Address, of object: Address, _ visitor: inout Visitor
  ) {
    let type = Metadata(place.address(24))
    guard type.address.bits >= Address.least else { return }
    let value = plans.storedPlan(for: type)
    if value.isBoxed {
      visit(place.word(), .strong, step, place, &visitor)
    } else if !value.steps.isEmpty {
      visitor.enter(label: step.label)
      run(value.steps, at: place, of: object, &visitor)
      visitor.leave()
    }
  }

  private func runChoice<Visitor: ReferenceVisitor & ~Copyable>(
    _ step: PlanStep, at place: Address, of object: Address, _ visitor: inout Visitor
  ) {
    let choice = store.choices[step.operand]
    let tag = choice.metadata.enumTag(of: place)
    guard tag < choice.cases.count else { return }
    let selected = choice.cases[tag]
    guard !selected.steps.isEmpty else { return }
    visitor.enter(label: step.label)
    visitor.enter(label: selected.label)
    if choice.isInPlace {
      run(selected.steps, at: place, of: object, &visitor)
    } else {
      choice.metadata.withEnumPayload(of: place, size: choice.size) { payload in
        visitor.enterCopy(payload, of: place, size: choice.size)
        run(selected.steps, at: payload, of: object, &visitor)
        visitor.leaveCopy()
      }
    }
    visitor.leave()
    visitor.leave()
  }
}

internal import OwnershipGraph

/// A type that compiles the metadata of types into plans for reading objects and values.
///
/// Each family of types has an extension in its own file. This file selects the extension.
struct PlanBuilder {
  let store: PlanStore

  /// Returns the plan for a value of `type`. The plan is compiled on first use.
  func plan(for type: Metadata) -> ValuePlan {
    if let known = store.valuePlans[type] { return known }
    let plan = valuePlan(for: type)
    store.valuePlans[type] = plan
    return plan
  }

  /// Returns the plan for a value whose type was read from memory. The plan is empty if `type` is
  /// not the metadata of a type.
  func storedPlan(for type: Metadata) -> StoredPlan {
    if let known = store.storedPlans[type] { return known }
    var stored = StoredPlan(steps: .empty, isBoxed: false)
    if store.check.isType(type) {
      stored.steps = store.steps.append(contentsOf: plan(for: type).steps)
      stored.isBoxed = type.kind != .classType && type.isStoredOutOfLine
    }
    store.storedPlans[type] = stored
    return stored
  }

  /// Returns the steps that read a value of `type`.
  ///
  /// - Complexity: O(fields) the first time; the plans of nested types are reused.
  private func valuePlan(for type: Metadata) -> ValuePlan {
    switch type.kind {
    case .classType, .foreignClass: return reference(.strong)
    case .foreignReference: return reference(.pointer)
    case .structType: return structPlan(for: type)
    case .enumType, .optionalType: return enumPlan(for: type)
    case .tuple: return tuplePlan(for: type)
    case .function: return functionPlan(for: type)
    case .existential: return existentialPlan(for: type)
    case .extendedExistential: return extendedExistentialPlan(for: type)
    case .fixedArray: return fixedArrayPlan(for: type)
    case .opaque: return opaquePlan(for: type)
    case .metatype, .existentialMetatype: return ValuePlan()
    case .closureContext, .genericBox, .errorBox, .task, .job, nil: return untyped(type)
    }
  }

  /// Returns the plan for reading the object at `object`.
  func objectPlan(for object: Address, _ metadata: Metadata) -> ObjectPlan {
    if metadata.address == BlockClass.malloc { return blockPlan(for: object) }
    if metadata.address == BlockClass.global { return ObjectPlan(steps: .empty, kind: .block) }
    guard store.check.isObjectMetadata(metadata) else {
      return ObjectPlan(steps: .empty, kind: .unknown)
    }
    switch metadata.kind {
    case .classType: return classPlan(for: object, metadata)
    case .closureContext: return closurePlan(for: object, metadata)
    case .genericBox: return boxPlan(for: metadata)
    case .errorBox: return errorPlan(for: object)
    case .task, .job: return taskPlan()
    default: return unknownObjectPlan()
    }
  }

  func reference(_ opcode: Opcode, operand: UInt32 = 0) -> ValuePlan {
    ValuePlan(steps: [PlanStep(offset: 0, opcode: opcode, label: 0, operand: operand)])
  }

  /// Returns a plan that scans bytes whose type cannot be read.
  ///
  /// Plain data contains no counted reference. It is scanned only if the plans read integers; see
  /// ``PlanStore/readsIntegers``.
  func untyped(_ type: Metadata) -> ValuePlan {
    guard type.hasLayout else { return ValuePlan() }
    if type.isPlainData { return store.readsIntegers ? words(of: type) : ValuePlan() }
    return scan(offset: 0, length: type.size).map { ValuePlan(steps: [$0]) } ?? ValuePlan()
  }

  /// Returns a plan for a type that was compiled without reflection metadata. Its words may be
  /// pointers or `Unmanaged` values, even if it is plain data.
  func undescribed(_ type: Metadata) -> ValuePlan {
    type.hasLayout && type.isPlainData ? words(of: type) : untyped(type)
  }

  /// Returns a step that scans the aligned words of a range; `nil` if there are none.
  func scan(offset: Int, length: Int, label: UInt32 = 0) -> PlanStep? {
    let first = (offset + 7) & ~7
    let bytes = (offset + length - first) & ~7
    guard bytes > 0 else { return nil }
    return PlanStep(
      offset: UInt32(first), opcode: .scan, label: label, operand: UInt32(bytes))
  }

  /// Returns the steps of `plan`, moved so that they read a value at `offset` in a larger value.
  ///
  /// - Parameter isInPayload: A Boolean value indicating whether `plan` reads the payload of an
  ///   enum that is not an optional.
  func nest(
    _ plan: ValuePlan, at offset: Int, label: String, isInPayload: Bool = false
  ) -> [PlanStep] {
    plan.steps.map { step in
      var moved = step
      moved.offset += UInt32(offset)
      let inner = store.labels[Int(step.label)]
      moved.label = store.label(
        Self.path(label, inner.text), isInPayload: isInPayload || inner.isInPayload)
      return moved
    }
  }

  /// Returns the concatenation of two parts of a field path: `state.handlers` for `state` and
  /// `handlers`, and `handlers[*]` for `handlers` and `[*]`.
  static func path(_ outer: String, _ inner: String) -> String {
    if outer.isEmpty { return inner }
    if inner.isEmpty { return outer }
    return inner.hasPrefix("[") ? outer + inner : outer + "." + inner
  }

  func unknownObjectPlan() -> ObjectPlan {
    let rest = PlanStep(offset: 16, opcode: .scanRest, label: 0)
    return ObjectPlan(steps: store.steps.append(contentsOf: [rest]), kind: .unknown)
  }
}

// Enums. The value witnesses return the case of a value and extract its payload, for every layout
// strategy (spare bits, extra inhabitants, extra tag bytes). Field records list the cases in the
// order of their tags, and the cases with a payload come first. Source: `ValueWitness.def` and
// `RemoteInspection/Records.h` in the Swift repository.
//
// Most enums in objects are optional references. Such an enum can be read with the steps of its
// payload, as if it always had a payload. This is possible only if the cases without payload never
// store an address in a word that can be a reference of the payload. To check this, each case
// without payload is written to a buffer whose bits were all 1 before. In the buffer, each of these
// words must then be below the lowest valid address.
//
// The value witnesses of an optional structure may be wrong if the structure contains an unowned
// optional. For these witnesses, a null in the unowned optional means that there is no structure.
// Compiled code, however, stores another invalid address if there is no structure (observed with
// Swift 6.3.1). Therefore such an enum is also read as if it always had a payload.

extension PlanBuilder {
  func enumPlan(for type: Metadata) -> ValuePlan {
    guard let descriptor = type.descriptor else { return untyped(type) }
    guard let records = descriptor.fields else { return undescribed(type) }
    let payloadCount = (0..<records.count).prefix { records[$0].typeName != nil }.count
    let payloads = (0..<payloadCount).map {
      payload(of: records[$0], in: type, descriptor)
    }
    guard payloads.contains(where: { !$0.plan.isEmpty }) else { return ValuePlan() }
    if payloadCount == 1, !records[0].isIndirectCase,
      isDetermined(by: payloads[0].plan, type: type, cases: records.count)
    {
      let payload = payloads[0]
      return ValuePlan(
        steps: nest(
          payload.plan, at: 0, label: payload.label, isInPayload: payload.belongsToNamedCase))
    }
    let cases = payloads.map { payload in
      EnumChoice.Case(
        steps: store.steps.append(contentsOf: payload.plan.steps),
        label: store.label(payload.label, isInPayload: payload.belongsToNamedCase))
    }
    let choice = EnumChoice(
      metadata: type, size: type.size, isInPlace: payloadCount == 1,
      cases: store.cases.append(contentsOf: cases))
    return ValuePlan(steps: [
      PlanStep(offset: 0, opcode: .choice, label: 0, operand: store.choices.append(choice))
    ])
  }

  private struct Payload {
    var plan: ValuePlan
    /// The case's name; empty for the payload of an optional, and of an enum whose name starts with
    /// `_` and whose names are hidden; see ``hidesNames(_:)``.
    var label: String
    /// A Boolean value indicating whether the enum is not an optional.
    var belongsToNamedCase: Bool
  }

  private func payload(
    of record: FieldRecord, in type: Metadata, _ descriptor: TypeDescriptor
  ) -> Payload {
    let isNamed = type.kind != .optionalType
    let isHidden = !isNamed || hidesNames(descriptor) && descriptor.name.hasPrefix("_")
    let label = isHidden ? "" : record.name
    if record.isIndirectCase {
      return Payload(plan: reference(.strong), label: label, belongsToNamedCase: isNamed)
    }
    let field = Field(record: record, offset: 0, end: type.size)
    let steps = steps(
      of: [field], in: descriptor, arguments: type.valueGenericArguments, hidesNames: true)
    return Payload(plan: ValuePlan(steps: steps), label: label, belongsToNamedCase: isNamed)
  }

  /// Returns whether the enum is read without determining the case of the value. The result is
  /// `true` if the value witnesses are wrong; see ``isMisread(_:_:)``. It is also `true` if, in a
  /// value of any case without a payload, the words at the offsets of the payload's references
  /// contain no address. The result is `false` for an enum with more than nine cases.
  private func isDetermined(by plan: ValuePlan, type: Metadata, cases: Int) -> Bool {
    if cases == 2, isMisread(plan, type) { return true }
    guard cases <= 9, plan.steps.allSatisfy({ $0.opcode.hasGuardWord }) else { return false }
    return (1..<cases).allSatisfy { tag in
      let words = type.enumWords(ofCase: tag)
      return plan.steps.allSatisfy { step in
        let offset = Int(step.offset) + step.opcode.guardWord
        return offset % 8 == 0 && words[offset / 8] < Address.lowest
      }
    }
  }
}

extension PlanBuilder {
  /// Returns whether the value witnesses of an enum are wrong about its only case without payload:
  /// they represent this case by a null in an unowned optional of the payload.
  private func isMisread(_ plan: ValuePlan, _ type: Metadata) -> Bool {
    let nullable = plan.steps.filter(\.isUnownedOptional)
    guard !nullable.isEmpty else { return false }
    let words = type.enumWords(ofCase: 1)
    return nullable.contains { $0.offset % 8 == 0 && words[Int($0.offset) / 8] == 0 }
  }
}

extension Opcode {
  /// The offset, within a reference, of the word that is an address only if the reference exists.
  fileprivate var guardWord: Int { self == .existential ? 24 : 0 }

  fileprivate var hasGuardWord: Bool {
    switch self {
    case .strong, .bridge, .function, .existential, .unowned, .unownedUnsafe, .unmanaged, .pointer,
      .block:
      true
    case .weak, .choice, .repetition, .scan, .scanRest: false
    }
  }
}

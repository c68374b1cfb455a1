internal import OwnershipGraph

/// A type that names captures of closures: `capture self` if the types show that a capture is
/// `self`.
struct CaptureNames {
  typealias Position = ObjectSurvey.Position

  let survey: ObjectSurvey

  private var walker: HeapWalker { survey.walker }

  /// Returns the label of a reference out of an object.
  ///
  /// - Parameter all: All references out of the object.
  func label(
    of reference: ObjectReferences.Reference, in object: Position,
    among all: [ObjectReferences.Reference]
  ) -> String {
    if survey.isContextItself(reference) {
      let type = walker.closureLabel(reference.function).enclosingType
      return name(of: reference.target, at: "capture", enclosingType: type, isOnly: true)
    }
    guard survey.kind(at: object) == .closureContext, Self.isCapture(reference.label) else {
      return reference.label
    }
    let type = survey.label(at: object).enclosingType
    let others = all.filter { other in
      Self.isCapture(other.label) && other.target != reference.target
        && type.map { isInstance(other.target, of: $0) } ?? false
    }
    return name(
      of: reference.target, at: reference.label, enclosingType: type, isOnly: others.isEmpty)
  }

  /// Returns the label that the source shows: with the name of the captured variable, or without
  /// `self` if the capture is a different variable; `nil` if `label` is the best known label.
  ///
  /// - Parameter label: The reference's ``label(of:in:among:)``.
  func sourceLabel(
    of reference: ObjectReferences.Reference, in object: Position, label: String
  ) -> String? {
    let isItself = survey.isContextItself(reference)
    guard isItself || survey.kind(at: object) == .closureContext && Self.isCapture(reference.label)
    else { return nil }
    let closure =
      isItself ? walker.closureLabel(reference.function) : survey.label(at: object)
    let number = isItself ? 1 : Int(reference.label.dropFirst("capture #".count)) ?? 0
    switch walker.capturedVariable(number, of: closure, isOnly: isItself) {
    case .named(let name): return label == "capture \(name)" ? nil : "capture \(name)"
    case .other where label == "capture self":
      let capture = isItself ? "capture" : reference.label
      let target = survey.position(of: reference.target).map(survey.label)
      return target.map { "\(capture): \($0.short)" }
    default: return nil
    }
  }

  /// Returns `capture self` if the captured object is the only one of the closure's enclosing type;
  /// otherwise the label `capture` and, if known, the type of the object.
  private func name(
    of target: UInt, at capture: String, enclosingType: String?, isOnly: Bool
  ) -> String {
    if isOnly, let enclosingType, isInstance(target, of: enclosingType) { return "capture self" }
    let label = survey.position(of: target).map(survey.label)
    return label.map { "\(capture): \($0.short)" } ?? capture
  }

  /// Returns whether the reference is a capture itself rather than a part of one.
  private static func isCapture(_ label: String) -> Bool {
    label.hasPrefix("capture #") && label.dropFirst("capture #".count).allSatisfy(\.isNumber)
  }

  private func isInstance(_ object: UInt, of type: String) -> Bool {
    guard let position = survey.position(of: object),
      [.classInstance, .actor].contains(survey.kind(at: position))
    else { return false }
    return walker.classNames(of: Address(object)).contains(type)
  }
}

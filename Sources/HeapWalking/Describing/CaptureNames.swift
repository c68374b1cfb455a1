import KnownCode

internal import OwnershipGraph

/// A type that labels the captures of closures. The label is `capture self` if the types show that
/// the captured object is `self`.
struct CaptureNames {
  typealias Position = ObjectSurvey.Position

  let survey: ObjectSurvey

  private var walker: HeapWalker { survey.walker }

  /// Returns the label of a reference from an object.
  ///
  /// - Parameter all: All references from the object.
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

  /// Returns a better label for a capture, based on debug information and the source; `nil` if no
  /// better label than `label` is known.
  ///
  /// The better label contains the name of the captured variable. The name may be unknown although
  /// the source shows that the variable is not `self`. In this case, the label `capture self` is
  /// wrong, and the better label contains the type of the captured object instead.
  ///
  /// If the closure captures the variable by reference, the better label starts with `capture var`.
  ///
  /// - Parameter label: The result of ``label(of:in:among:)`` for the reference.
  func sourceLabel(
    of reference: ObjectReferences.Reference, in object: Position, label: String
  ) -> String? {
    let isItself = survey.isContextItself(reference)
    guard isItself || survey.kind(at: object) == .closureContext,
      let capture = isItself ? Capture(number: 1) : Capture(reference.label)
    else { return nil }
    let closure =
      isItself ? walker.closureLabel(reference.function) : survey.label(at: object)
    if isItself,
      let property = walker.onlyProperty(ofReceiverOf: closure, in: reference.function)
    {
      return "capture self.\(property)"
    }
    // A closure without a context of its own captures one object, by value.
    let isInVariable = reference.isInVariable && !isItself
    let variable = isInVariable ? "capture var " : "capture "
    let count = isItself ? 1 : captureCount(of: object)
    switch walker.capturedVariable(capture.number, of: closure, isOnly: isItself, count: count) {
    case .named("self") where label != "capture self":
      // If `self` is a structure, the captured reference is stored in one of its properties.
      let property = walker.onlyProperty(ofStructureAround: closure, in: reference.function)
      return property.map { "capture self.\($0)" } ?? "capture self\(capture.path)"
    case .named(let name):
      // If a closure captures only one variable, and captures it by reference, the variable's box
      // is the closure's context.
      let isBox =
        !isItself && (count == 1 || isOnlyReference(of: object))
        && walker.isCapturedByReference(name, by: closure)
      let named = (isBox ? "capture var " : variable) + name + capture.path
      return label == named ? nil : named
    case .other where label == "capture self":
      let capture = isItself ? "capture" : reference.label
      let target = survey.position(of: reference.target).map(survey.label)
      return target.map { "\(capture): \($0.short)" }
    default:
      return isInVariable ? "capture var #\(capture.number)\(capture.path)" : nil
    }
  }

  /// Returns what the source and the types show about a capture; `nil` if they show nothing.
  ///
  /// - Parameter label: The label to show. It contains the variable's name, if that is known.
  func capture(
    _ reference: ObjectReferences.Reference, in object: Position, label: String
  ) -> ObjectGraph.Reference.Capture? {
    let isItself = survey.isContextItself(reference)
    guard isItself || survey.kind(at: object) == .closureContext else { return nil }
    let closure =
      isItself ? walker.closureLabel(reference.function) : survey.label(at: object)
    var capture = variable(reference, in: object, label: label, capturedBy: closure) ?? .init()
    capture.factory = closure.factory
    return capture == ObjectGraph.Reference.Capture() ? nil : capture
  }

  private func variable(
    _ reference: ObjectReferences.Reference, in object: Position, label: String,
    capturedBy closure: ObjectLabel
  ) -> ObjectGraph.Reference.Capture? {
    let prefix = "capture "
    let isItself = survey.isContextItself(reference)
    if label.contains(#/^capture( #\d+)?: /#) {
      return walker.capture(of: nil, by: closure)
    }
    guard label.hasPrefix(prefix) else { return nil }
    let name = String(label.dropFirst(prefix.count))
    let kind = isItself ? nil : kind(of: reference, in: object)
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
      let isValue = reference.isInPayload || kind == .value || walker.isPrivate(name, to: closure)
      let shown = walker.capture(of: nil, by: closure)
      var capture = shown.flatMap { $0.method == nil ? nil : $0 } ?? .init()
      if !isItself && isValue { capture.isExpression = false }
      return capture
    }
    var capture = walker.capture(of: name, by: closure) ?? ObjectGraph.Reference.Capture()
    // In specialized code, the type of the value may be the argument for a generic parameter. The
    // argument may be a class although the parameter is not restricted to classes.
    if kind == .object, !closure.isSpecialized { capture.canBeWeak = nil }
    if kind == .unrestricted { capture.canBeWeak = false }
    // The label `capture self` denotes `self`, or the object of a method that is used as a value.
    // In the second case, the source around the method reference may have another `self`, so the
    // check below does not apply to this label.
    if name != "self", kind == .value || isValue(name, reference, capturedBy: closure) {
      capture.isExpression = false
    }
    return capture
  }

  /// Returns what the types show about an object that a closure with a context captures by value.
  private func kind(
    of reference: ObjectReferences.Reference, in closure: Position
  ) -> CapturedValue.Kind? {
    guard !reference.isInVariable, isInstance(reference.target),
      let capture = Capture(reference.label), !capture.path.contains("[")
    else { return nil }
    return CapturedValue(number: capture.number, of: Address(survey.object(at: closure)))?
      .kind(at: capture.path)
  }

  /// Returns whether the source shows that a captured variable is not a reference to the object,
  /// but a structure or an enumeration that contains the reference.
  private func isValue(
    _ name: String, _ reference: ObjectReferences.Reference, capturedBy closure: ObjectLabel
  ) -> Bool {
    guard isInstance(reference.target) else { return false }
    let classes = walker.classNames(of: Address(reference.target)).map { name in
      let plain = GenericArguments.removed(from: name)
      return plain.split(separator: ".").last.map { String($0) } ?? plain
    }
    return walker.isValue(
      name, capturedBy: closure, in: reference.function, classes: Set(classes))
  }

  /// Returns `capture self` if the captured object is the only captured instance of the closure's
  /// enclosing type. Otherwise returns the argument `capture`, followed by the type of the object
  /// if the type is known.
  private func name(
    of target: UInt, at capture: String, enclosingType: String?, isOnly: Bool
  ) -> String {
    if isOnly, let enclosingType, isInstance(target, of: enclosingType) { return "capture self" }
    let label = survey.position(of: target).map(survey.label)
    return label.map { "\(capture): \($0.short)" } ?? capture
  }

  private func captureCount(of closure: Position) -> Int? {
    CaptureDescriptor(Metadata(Address(survey.object(at: closure)).address()))?.captureCount
  }

  private func isOnlyReference(of closure: Position) -> Bool {
    survey.reading(at: closure).references.count == 1
  }

  /// Returns whether a label denotes a whole captured value (`capture #1`) rather than a part of
  /// the value (`capture #1.state`).
  private static func isCapture(_ label: String) -> Bool {
    Capture(label).map(\.path.isEmpty) ?? false
  }

  /// Returns whether a reference from a closure's context to a box refers to a variable that the
  /// closure captures by reference. Otherwise, the box is the storage of a captured existential or
  /// enumeration.
  static func isVariable(_ reference: ObjectReferences.Reference) -> Bool {
    isCapture(reference.label) && !reference.isInPayload
  }

  private func isInstance(_ object: UInt, of type: String) -> Bool {
    isInstance(object) && walker.classNames(of: Address(object)).contains(type)
  }

  /// Returns whether an object is an instance of a class or an actor.
  private func isInstance(_ object: UInt) -> Bool {
    survey.position(of: object).map {
      [.classInstance, .actor].contains(survey.kind(at: $0))
    } ?? false
  }
}

/// A capture of a closure, according to a label such as `capture #2.state[*]`.
private struct Capture {
  /// The position among the closure's captures, counted from 1.
  var number: Int
  /// The path of the reference within the captured value, such as `.state[*]`; empty if the
  /// reference is the whole value.
  var path = ""

  init(number: Int) { self.number = number }

  /// Creates the capture that a label denotes; `nil` if the label does not denote a capture.
  init?(_ label: String) {
    let prefix = "capture #"
    guard label.hasPrefix(prefix) else { return nil }
    let rest = label.dropFirst(prefix.count)
    guard let number = Int(rest.prefix(while: \.isNumber)) else { return nil }
    self.number = number
    path = String(rest.drop(while: \.isNumber))
    guard path.isEmpty || path.hasPrefix(".") || path.hasPrefix("[") else { return nil }
  }
}

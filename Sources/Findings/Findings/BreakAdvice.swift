package import OwnershipGraph

/// The edit that breaks a reference, as source text where possible: `[weak self]`, `weak var
/// parent`.
package struct BreakAdvice: Hashable, Sendable {
  /// The edit, as source text or as an instruction.
  package var text: String
  /// The line to edit, such as the line of a closure or of a property's declaration; `nil` if the
  /// line is unknown or the edit changes several lines.
  package var location: SourceLocation?
  /// The class or structure that declares the property to edit; `nil` for other edits, such as
  /// edits of captures and of untyped memory.
  package var type: String?
  /// The object that needs another owner, because the edit makes all known strong references to it
  /// weak: its type, or a description such as `the Node that is not the next of another Node`. It is
  /// `nil` if no object needs another owner.
  package var objectToOwn: String?

  /// - Parameters:
  ///   - index: The reference to break, as an index of ``ObjectGraph/references``.
  ///   - breaks: All references to break, as indices of ``ObjectGraph/references``.
  package init(
    for index: Int, in graph: ObjectGraph, breaking breaks: [Int] = [],
    origins: CodeOrigins = CodeOrigins()
  ) {
    let reference = graph.references[index]
    let source = graph.nodes[reference.from]
    location = source.kind.isClosure ? source.location : nil
    if let edit = Self.editOfSuspendedTask(reference, in: graph, origins) {
      text = edit.text
      location = edit.location
      return
    }
    if graph.keepsContinuation(reference), let call = LibraryCall.ending(reference, in: graph) {
      text = call
      return
    }
    if reference.evidence == .scanned, !reference.isInUndescribedProperty {
      text =
        reference.propertyOfUntypedMemory
        .map { "clear \($0) when done; if it is a pointer, first release what its memory retains" }
        ?? "release what this memory retains"
      return
    }
    if source.kind == .task {
      text =
        reference.isResultOfTask
        ? "release the task when it has finished" : "Task { [weak self] in … }"
      return
    }
    if let closure = Self.closureCapturing(collection: reference.from, in: graph, origins) {
      text = "capture weak references to the elements in \(closure.type)"
      location = closure.location
      return
    }
    if LibraryCall.ending(reference, in: graph) == nil,
      let element = LibraryElement(reference, in: graph, origins: origins)
    {
      let advice = element.advice(in: graph)
      text = advice.text
      type = advice.declaration.map { $0.declaration?.type ?? graph.nodes[$0.from].type }
      location = advice.declaration.flatMap { $0.declaration?.location }
      return
    }
    if let call = Self.callRetaining(reference, in: graph, origins) {
      text = Self.replacingCall(source, graph.nodes[reference.to])
      location = call.location
      return
    }
    guard origins.isProgram(source) || graph.origin(ofStorageOf: reference, origins) == .program
    else {
      text = Self.adviceForLibrary(reference, in: graph)
      location =
        source.origin == .dependency && Self.isEndedWithSubscription(reference, in: graph)
        ? Self.subscriptionLocation(in: graph, origins) : location
      return
    }
    if source.kind.isClosure {
      text = Self.capture(reference, in: graph)
      if Self.capturesCollectionStorage(reference, in: graph) {
        objectToOwn = Self.elementToOwn(capturedBy: index, in: graph, origins)
      } else if origins.isProgram(graph.nodes[reference.to]),
        text.contains("[weak ") || text.contains(" weakly"),
        Self.losesTarget(index, in: graph, breaks)
      {
        objectToOwn = Self.objectToOwn(index, in: graph, breaking: breaks)
      }
      return
    }
    text = ""
    if reference.label == ObjectGraph.Reference.storedProperty {
      let canBeWeak = [.classInstance, .actor].contains(graph.nodes[reference.to].kind)
      text =
        "\(canBeWeak ? "make the property weak or clear it" : "clear the property when done") "
        + "(\(source.type) was compiled without reflection metadata)"
      return
    }
    advise(on: index, in: graph, breaking: breaks, origins)
  }

  /// Sets the advice for a property of one of the program's own classes.
  private mutating func advise(
    on index: Int, in graph: ObjectGraph, breaking breaks: [Int], _ origins: CodeOrigins
  ) {
    let reference = graph.references[index]
    let (source, target) = (graph.nodes[reference.from], graph.nodes[reference.to])
    let declaration = reference.declaration
    location = declaration.map(\.location) ?? source.declaration
    let stored = FindingShape.property(reference.label)
    // In a label such as `state.delegate`, the declaration describes only `state`.
    let property = reference.label.contains(".") ? stored : declaration?.property ?? stored
    if let call = LibraryCall.ending(reference, in: graph) {
      text = call
      location = nil
    } else if reference.isInCollection, !Self.refersBackFromElement(reference) {
      type = declaration?.type ?? source.type
      let collection = Self.collection(reference, property)
      text = Self.removing(reference, from: collection, hasObjects: !target.kind.isClosure)
    } else if [.classInstance, .actor].contains(target.kind), origins.isProgram(target),
      Self.breaksWholeSite(index, in: graph, breaks), !Self.ownsOtherObjects(index, in: graph),
      !Self.keepsItselfAlive(reference, in: graph)
    {
      type = declaration?.field?.type ?? declaration?.type ?? source.type
      if let field = declaration?.field { location = field.location }
      text = Self.weakProperty(property, stored, reference)
      if makesPropertyWeak, Self.losesTarget(index, in: graph, breaks) {
        objectToOwn = Self.objectToOwn(index, in: graph, breaking: breaks)
      }
    } else {
      let isOneOfMany = reference.from == reference.to && source.count > 1
      // A program cannot access the stored parts of a library's value, and cannot clear a part that
      // must have a value. In both cases, the edit changes the whole property.
      let belongsToLibrary = origins.origin(of: target) == .language && !source.kind.isClosure
      let root = String(reference.label.prefix { $0 != "." && $0 != "[" })
      let isPart = root != reference.label && !belongsToLibrary
      if !isPart, target.kind.isCollection, let emptying = Self.emptying(property, reference) {
        text = emptying
      } else if isPart, declaration?.field == nil || !reference.canBeCleared {
        text = Self.replacing(root, reference)
      } else {
        let own = declaration?.field == nil ? property : reference.label
        text = Self.clearing(belongsToLibrary ? root : own, isOneOfMany, reference)
      }
      type = declaration?.type ?? source.type
    }
  }

  /// Returns the instruction to clear a property. If the property cannot be cleared, the
  /// instruction begins with a change of its declaration.
  private static func clearing(
    _ property: String, _ isOneOfMany: Bool, _ reference: ObjectGraph.Reference
  ) -> String {
    // The stored property of a property wrapper has another name than the property.
    if let written = reference.declaration?.property { return "clear \(written) when done" }
    guard reference.canBeCleared else {
      return "declare \(property) as an optional variable and set it to nil when done"
    }
    return "set \(property)\(isOneOfMany ? " of one of them" : "") to nil when done"
  }

  /// Returns the edit that releases a part of a property's value, such as the payload of an
  /// enumeration's case. A program may be unable to change only the part.
  private static func replacing(
    _ property: String, _ reference: ObjectGraph.Reference
  ) -> String {
    // The stored property of a property wrapper has another name and type than the property.
    if let written = reference.declaration?.property { return "clear \(written) when done" }
    if reference.declaration?.isConstant == true {
      return "declare \(property) as a variable and assign another value to it when done"
    }
    return reference.declaration?.isOptional == false
      ? "assign another value to \(property) when done" : "set \(property) to nil when done"
  }

  /// Returns the edit that releases an element of a collection.
  ///
  /// - Parameter hasObjects: Whether the elements are objects, which can be referenced weakly.
  private static func removing(
    _ reference: ObjectGraph.Reference, from collection: String, hasObjects: Bool
  ) -> String {
    let isElementOfProperty = reference.label.prefix { $0 != "[" }.allSatisfy { $0 != "." }
    if isElementOfProperty, reference.declaration?.hasRemovableElements == false {
      return replacing(collection, reference)
    }
    return hasObjects && ReferenceRole.isObserverList(reference.label)
      ? "store weak references in \(collection), or remove the element when done"
      : "remove the element from \(collection) when done"
  }

  /// Returns the edit that makes the elements of a collection weak.
  package static func weakElements(of reference: ObjectGraph.Reference) -> String {
    let stored = FindingShape.property(reference.label)
    return "store weak references in "
      + collection(reference, reference.declaration?.property ?? stored)
  }

  /// Returns the path of a collection within an object, such as `state.items` for an element with
  /// the label `state.items[3]`.
  private static func collection(
    _ reference: ObjectGraph.Reference, _ property: String
  ) -> String {
    guard reference.label.contains(".") else { return property }
    var path = reference.label[...]
    if let end = path.lastIndex(of: "]") { path = path[...end] }
    while path.hasSuffix("]"), let start = path.lastIndex(of: "[") { path = path[..<start] }
    // In a label such as `state.items[3]`, the declaration describes only `state`.
    let declared = path.contains(".") ? nil : reference.declaration?.property
    return declared ?? Self.path(String(path))
  }

  /// Returns the path that a reference's label describes, such as `state.context`. If a property
  /// has a property wrapper, the path contains the name that the program uses: `state` for
  /// `_state.wrappedValue`.
  static func path(_ label: String) -> String {
    let wrapped = ".wrappedValue"
    guard label.hasPrefix("_"), let end = label.firstRange(of: wrapped) else { return label }
    return String(label[..<end.lowerBound].dropFirst() + label[end.upperBound...])
  }

  /// Returns the program's closure that captures a collection and is its only owner; `nil` if the
  /// object is not a collection or has another owner.
  private static func closureCapturing(
    collection: Int, in graph: ObjectGraph, _ origins: CodeOrigins
  ) -> ObjectGraph.Node? {
    guard graph.nodes[collection].kind.isCollection else { return nil }
    let owners = graph.references.filter { $0.to == collection && $0.strength == .strong }
      .map { graph.nodes[$0.from] }
    guard owners.count == 1, let owner = owners.first, owner.kind.isClosure,
      origins.isProgram(owner)
    else { return nil }
    return owner
  }

  /// Returns the edit that breaks a capture, such as `[weak self]`. If the variable's name is
  /// unknown, the edit names the captured object's type. Autoclosures, nested functions and methods
  /// cannot have a capture list, so the edit replaces them with a closure.
  static func capture(
    _ reference: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> String {
    let (source, target) = (graph.nodes[reference.from], graph.nodes[reference.to])
    if let call = LibraryCall.ending(reference, in: graph) { return call }
    let form = graph.codeForm(of: reference)
    if form == .autoclosure {
      return "pass a closure with \(captureList(reference) ?? "[weak …]") in place of the argument"
    }
    if graph.isKeyPathOfFunction(reference) {
      return "pass a closure with [weak …] in place of the key path"
    }
    let variable = variable(capturedBy: reference)
    if reference.isInCollection, let variable {
      return "remove the element from \(variable) when done"
    }
    if capturesCollection(reference, in: graph) { return collection(reference) }
    guard [.classInstance, .actor].contains(target.kind), variable == nil else {
      return clearing(
        variable ?? nameOfVariable(in: reference, in: graph), capturedBy: reference, in: graph)
    }
    let list = captureList(reference)
    if graph.isCaptureOfNestedFunction(reference) {
      return "turn the nested function that the closure calls into a method, because the function "
        + "captures " + (list?.dropFirst("[weak ".count).dropLast() ?? "the object")
    }
    let isPart = reference.shownLabel.contains(".")
    if form == .method, isPart {
      return methodOfStructure(reference, list, in: graph)
    }
    let further = furtherEdits(besides: list, reference)
    if form == .nestedFunction, list != nil || !isPart {
      return nestedFunction(source, list ?? "[weak …]", reference) + further
    }
    if list == nil, isPart, let property = partOfUnnamedValue(reference) {
      return "capture \(property) weakly, in place of the value that contains it"
    }
    if list == nil, isPart || reference.capture?.isExpression == false {
      return "capture only what the closure needs of the value"
    }
    if let list, list.contains("="), reference.capture?.value == nil {
      let value = reference.shownLabel.dropFirst("capture ".count).prefix { $0 != "." }
      return "\(list) in place of \(value)"
    }
    if reference.capture?.canBeWeak == false, let list {
      return "restrict the type of \(capturedName(in: list)) to AnyObject, and capture \(list)"
    }
    if let edit = method(reference, in: graph) { return edit }
    return (list ?? "[weak …], the captured \(target.type)") + further
  }

  /// Returns the edit that clears a captured variable. Several closures may capture the variable, so
  /// that the captured object is the variable's box.
  private static func clearing(
    _ variable: String, capturedBy capture: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> String {
    if capturesSharedCollection(capture, in: graph) {
      return "remove the elements from \(variable) when done"
    }
    let target = graph.nodes[capture.to]
    let values =
      target.kind == .box
      ? graph.references.filter { $0.from == capture.to }.map { graph.nodes[$0.to] } : [target]
    let areClosures = !values.isEmpty && values.allSatisfy(\.kind.isClosure)
    return
      "assign nil or \(areClosures ? "an empty closure" : "another object") to \(variable) when done"
  }

  /// Returns whether a reference is the capture of a variable that several closures capture, and
  /// whose value is a collection.
  package static func capturesSharedCollection(
    _ capture: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> Bool {
    let stored = graph.references.filter { $0.from == capture.to }
    return graph.nodes[capture.from].kind.isClosure && graph.nodes[capture.to].kind == .box
      && !stored.isEmpty && stored.allSatisfy(\.isInCollection)
  }

  /// Returns the name of a variable that several closures capture, or a description if the name is
  /// unknown.
  private static func nameOfVariable(
    in capture: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> String {
    let name = capture.shownLabel.wholeMatch(of: #/capture ([\p{L}_]\w*)/#)
    guard graph.nodes[capture.to].kind == .box, let name else { return "the captured variable" }
    return String(name.1)
  }

  /// Returns the name of the property, in a captured structure, that contains a reference. Returns
  /// `nil` if the name of the structure's variable is known, if the property has no name, or if a
  /// capture list cannot contain the property.
  package static func partOfUnnamedValue(_ reference: ObjectGraph.Reference) -> String? {
    guard reference.capture?.isExpression != false,
      let match = reference.shownLabel.wholeMatch(of: #/capture #\d+(?:\.\w+)*\.([\p{L}_]\w*)/#)
    else { return nil }
    return String(match.1)
  }

  /// Returns the captured variable that contains a reference, or the part of it to assign; `nil` if
  /// the closure captures only the variable's value.
  private static func variable(capturedBy reference: ObjectGraph.Reference) -> String? {
    guard let path = reference.capturedVariable else { return nil }
    if path.hasPrefix("#") { return "the captured variable" }
    // A part of an enumeration cannot be assigned.
    return reference.capture?.isExpression == false ? String(path.prefix { $0 != "." }) : path
  }

  /// Returns the edits that a closure needs besides a capture list; an empty string if it needs
  /// none.
  private static func furtherEdits(
    besides list: String?, _ reference: ObjectGraph.Reference
  ) -> String {
    var text = ""
    if reference.capture?.usesSuper == true {
      text += ", and use super only in a method that the closure calls"
    }
    if let function = reference.capture?.nestedFunction {
      let name = list.map(capturedName) ?? "it"
      text += "; \(function)(), which the closure calls, must not capture \(name) strongly"
    }
    return text
  }

  /// Returns the name of the variable in a capture list: `screen` for `[weak screen = self]`.
  private static func capturedName(in list: String) -> Substring {
    list.dropFirst("[weak ".count).prefix { $0 != " " && $0 != "]" }
  }

  /// Returns the capture list that makes a capture weak; `nil` if the variable's name is unknown or
  /// if no expression for the reference can be written in a capture list.
  ///
  /// If the closure captures a structure whose property refers to the object, the capture list
  /// introduces a variable: `[weak view = self.view]`. If the closure's present capture list
  /// assigns a value to the variable, the new list assigns the same value: `[weak screen = self]`.
  ///
  /// - Parameter usesWholePath: A Boolean value indicating whether the name of an introduced
  ///   variable contains the whole path: `selfView` instead of `view`.
  package static func captureList(
    _ reference: ObjectGraph.Reference, usesWholePath: Bool = false
  ) -> String? {
    let label = reference.shownLabel
    guard label.hasPrefix("capture ") else { return nil }
    let captured = label.dropFirst("capture ".count)
    let names = captured.split(separator: ".", omittingEmptySubsequences: false)
    let areNames = names.allSatisfy { name in
      !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    guard areNames, let last = names.last else { return nil }
    guard reference.capture?.isExpression != false else { return nil }
    guard names.count == 1 else {
      // The element of a tuple without labels has a number, which is not the name of a variable.
      let start =
        usesWholePath ? 0 : names.lastIndex { !$0.allSatisfy(\.isNumber) } ?? 0
      let name = names[start...].dropFirst().reduce(String(names[start])) {
        $0 + $1.prefix(1).uppercased() + $1.dropFirst()
      }
      return "[weak \(name) = \(captured)]"
    }
    return reference.capture?.value.map { "[weak \(last) = \($0)]" } ?? "[weak \(last)]"
  }
}

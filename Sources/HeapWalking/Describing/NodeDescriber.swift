import KnownCode

internal import OwnershipGraph

/// A type that creates the nodes of a description: names, sizes, counts and source locations.
struct NodeDescriber {
  typealias Position = ObjectSurvey.Position

  let survey: ObjectSurvey
  let names: ObjectNames
  /// A closure that returns the generation of an object, given its address; see
  /// ``ObjectNames/name(for:type:generation:part:)``.
  let generation: (UInt) -> UInt64

  private var walker: HeapWalker { survey.walker }

  /// Returns the node of an object.
  ///
  /// - Parameter parts: The storage that is joined to the object.
  func node(_ position: Position, with parts: [Position]) -> ObjectGraph.Node {
    let object = survey.object(at: position)
    let label = survey.label(at: position)
    let kind = survey.kind(at: position)
    let counts = ReferenceCounts(of: Address(object))
    let allocation = walker.allocation(of: object)
    var node = ObjectGraph.Node(
      id: names.name(for: object, type: label.short, generation: generation(object)),
      type: label.short, qualifiedType: label.qualified, module: label.module, kind: kind,
      size: size(position, with: parts), retainCount: kind == .block ? nil : counts.strong,
      referencesFound: survey.ownerCount(at: position), isDeiniting: counts.isDeiniting,
      location: walker.location(of: label, allocatedBy: allocation), allocation: allocation,
      origin: walker.origins.origin(ofModule: label.module), declaration: declaration(of: label),
      order: walker.live.allocationOrder(of: object))
    if kind.isClosure, node.origin == .dependency {
      node.call = walker.callOfProgram(allocating: object)
    }
    if kind == .task {
      node.suspended = walker.suspendedCode(ofTask: Address(object))
      node.wait = walker.wait(ofTask: Address(object))
    }
    return node
  }

  func size(_ position: Position, with parts: [Position]) -> Int {
    parts.reduce(survey.size(at: position)) { $0 + survey.size(at: $1) }
  }

  /// Returns the node of a function value that has no context of its own.
  ///
  /// - Parameter alike: The number of function values with the same label that precede this one in
  ///   the object.
  func function(
    _ reference: ObjectReferences.Reference, after alike: Int, in position: Position
  ) -> ObjectGraph.Node {
    let object = survey.object(at: position)
    let label = walker.closureLabel(reference.function)
    return ObjectGraph.Node(
      id: names.name(
        for: object, type: label.short, generation: generation(object),
        part: alike == 0 ? reference.label : "\(reference.label) \(alike)"),
      type: label.short, qualifiedType: label.qualified, module: label.module, kind: .function,
      location: label.code.flatMap(walker.location),
      origin: walker.origins.origin(ofModule: label.module))
  }

  /// Returns the declaration of the property that contains a reference; `nil` if the declaration is
  /// unknown. If the object's class belongs to the toolchain's libraries, returns only the
  /// declaration of a property of an error, or of a structure from another module.
  func declaration(
    of reference: ObjectReferences.Reference, in position: Position
  ) -> ObjectGraph.Reference.Declaration? {
    let isProgramClass = Self.isProgramClass(survey.label(at: position))
    // An object of the toolchain's libraries may store a structure of the program, such as a header
    // or an error.
    guard isProgramClass || reference.label.contains(".") || survey.kind(at: position) == .error
    else { return nil }
    let declaration = walker.declaration(
      ofProperty: reference.label, in: Address(survey.object(at: position)))
    let isInStructure = survey.kind(at: position) == .error || declaration?.field?.module != nil
    return isProgramClass || isInStructure ? declaration : nil
  }

  /// Returns whether a label names a class that is not part of the toolchain's libraries.
  static func isProgramClass(_ label: ObjectLabel) -> Bool {
    label.declaration != nil && !KnownModules.language.contains(label.module)
  }

  /// Returns the location of a class's declaration; `nil` for a class of a dependency or of the
  /// toolchain's libraries.
  private func declaration(of label: ObjectLabel) -> SourceLocation? {
    guard Self.isProgramClass(label), walker.origins.origin(ofModule: label.module) == nil else {
      return nil
    }
    return label.declaration.flatMap { walker.location(ofClass: label.short, $0) }
  }
}

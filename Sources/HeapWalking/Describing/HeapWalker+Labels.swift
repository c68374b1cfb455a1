import KnownCode

// Names of objects, types and closures, and the source locations of closures.

internal import OwnershipGraph

extension HeapWalker {
  /// Returns the label of an object.
  func label(of object: Address, kind: ObjectGraph.Kind, function: UInt) -> ObjectLabel {
    let plan = store.objects[plans.objectPlan(for: object).element.plan]
    switch kind {
    case .closureContext: return closureLabel(function)
    case .classInstance, .actor:
      var label = typeLabel(plan.type, fallback: "object")
      label.declaration = plan.type.flatMap(deinitializer)
      return label
    case .array, .dictionary, .set: return collectionLabel(plan.type, kind)
    case .error, .box:
      // The box of a variable that stores a closure cannot be distinguished from the context of a
      // function that the compiler generated to call a closure.
      let containsClosure = plan.steps.count == 1 && plan.steps[0].opcode == .function
      let value = typeLabel(plan.type, fallback: containsClosure ? "closure" : "variable")
      return ObjectLabel(short: "box of \(value.short)", qualified: "box of \(value.qualified)")
    case .task: return ObjectLabel(short: "Task")
    case .block: return ObjectLabel(short: "block")
    case .function: return closureLabel(function)
    case .root, .unknown: return ObjectLabel(short: "unknown object")
    }
  }

  func typeLabel(_ metadata: Metadata?, fallback: String) -> ObjectLabel {
    guard let type = metadata?.type else { return ObjectLabel(short: fallback) }
    return labels.ofTypes.value(for: ObjectIdentifier(type)) {
      let name = TypeName(qualified: _typeName(type, qualified: true))
      return ObjectLabel(short: name.short, qualified: name.qualified, module: name.module)
    }
  }

  /// Returns the label of a collection's buffer, such as `array of View`, which differs from the
  /// name of the buffer's class.
  private func collectionLabel(_ metadata: Metadata?, _ kind: ObjectGraph.Kind) -> ObjectLabel {
    var label = typeLabel(metadata, fallback: "object")
    switch kind {
    case .array:
      let arguments = DemangledText(label.qualified).prefix(upTo: ["<"]).1
      let element = DemangledText(arguments).bracketed
      // Arrays of most classes share one buffer class, whose element type is `AnyObject`.
      let containsAnyObjects = element == "Swift.AnyObject"
      label.short =
        "array of " + (containsAnyObjects ? "objects" : TypeName(qualified: String(element)).short)
    case .dictionary: label.short = "dictionary"
    case .set: label.short = "set"
    default: break
    }
    return label
  }

  /// Returns the function that deinitializes and deallocates instances of a class; `nil` if `type`
  /// is not a class, or if the function has no symbol.
  ///
  /// If the compiler generated this function, its line is the line of the class's declaration. The
  /// address of the function is stored two words before the metadata. Source:
  /// `TargetHeapMetadataHeader` in `Metadata.h` of the Swift repository.
  func deinitializer(of type: Metadata) -> SymbolTable.Function? {
    guard type.kind == .classType else { return nil }
    return labels.deinitializers.value(for: type.address.bits) {
      symbols.function(at: type.address.address(-16))
    }
  }

  /// Looks up where the classes of these objects, and their superclasses, are declared. Objects
  /// whose class belongs to the toolchain's libraries are skipped.
  package func locateDeclarations(of objects: some Sequence<UInt>) {
    var seen = Set<UInt>()
    var functions: [SymbolTable.Function] = []
    for object in objects.lazy.map({ Address($0) })
    where seen.insert(object.metadataWord).inserted {
      let kind = kind(of: object)
      guard kind == .classInstance || kind == .actor else { continue }
      let label = label(of: object, kind: kind, function: 0)
      guard !KnownModules.language.contains(label.module) else { continue }
      functions += [label.declaration].compactMap { $0 } + superclassDeclarations(of: object)
    }
    locateClasses(functions)
  }

  /// Returns the deinitializers of the superclasses of an object's class.
  func superclassDeclarations(of object: Address) -> [SymbolTable.Function] {
    superclasses(of: object).compactMap(deinitializer)
  }

  /// Returns the declaration of a stored property. Returns `nil` if the object has no such
  /// property. Also returns `nil` if the object's own class declares the property and nothing else
  /// is known about the declaration.
  func declaration(
    ofProperty label: String, in object: Address
  ) -> ObjectGraph.Reference.Declaration? {
    let name = String(label.prefix { $0 != "." && $0 != "[" })
    let own = Metadata(object.address())
    guard own.kind == .classType else {
      return declaration(ofProperty: label, inBoxOfError: object)
    }
    for level in [own] + superclasses(of: object) {
      guard let storage = StoredProperty(name, of: level) else { continue }
      var found = labels.properties.value(for: storage) { described(storage, of: level) }
      if level != own { found.module = module(of: level, inheritedBy: own) }
      var located = located(found, storage, property: name, of: level)
      located.field = field(label, in: storage, of: level, object)
      let isKnown = level != own || located != .init(type: located.type)
      return isKnown ? located : nil
    }
    return nil
  }

  /// Returns what reflection metadata contains about the declaration of a property.
  private func described(
    _ storage: StoredProperty, of level: Metadata
  ) -> ObjectGraph.Reference.Declaration {
    let noncopyable = storage.noncopyableType(symbols)
    return ObjectGraph.Reference.Declaration(
      type: typeLabel(level, fallback: "superclass").short,
      canBeWeak: storage.canBeWeak ? nil : false,
      isOptional: noncopyable?.isOptional ?? storage.isOptional ? nil : false,
      hasRemovableElements: storage.hasRemovableElements ? nil : false,
      // The program can replace the value in a mutex, although the mutex is a constant.
      isConstant: storage.isConstant && noncopyable?.valueOfMutex == nil ? true : nil)
  }

  /// Returns the module of a superclass; `nil` if the inheriting class belongs to the same module.
  func module(of superclass: Metadata, inheritedBy own: Metadata) -> String? {
    let module = typeLabel(superclass, fallback: "superclass").module
    return module == typeLabel(own, fallback: "object").module ? nil : module
  }

  /// Returns a copy of `described` that also contains what the source shows about the property: its
  /// line, its name, and whether it cannot be weak or must be constant.
  private func located(
    _ described: ObjectGraph.Reference.Declaration, _ storage: StoredProperty,
    property name: String, of level: Metadata
  ) -> ObjectGraph.Reference.Declaration {
    var found = described
    guard let function = deinitializer(of: level), let near = start(ofClass: found.type, function)
    else { return found }
    found.location = location(ofClass: found.type, function)
    let written = sources.property(name, ofType: found.type, inFile: near.path, near: near.line)
    guard let written else { return found }
    found.location?.line = written.line
    found.property = written.name == name ? nil : written.name
    // A property with a property wrapper cannot be weak, even if the wrapper is a class.
    if found.property != nil, let wrapper = storage.className,
      sources.hasAttribute(
        wrapper, property: written.name, ofType: found.type, inFile: near.path, near: near.line)
    {
      found.canBeWeak = false
    }
    // A tuple of variables cannot be weak.
    if written.isInTuple, found.isConstant != true { found.canBeWeak = false }
    if found.isConstant == true,
      sources.isCheckedSendable(found.type, inFile: near.path, near: near.line)
    {
      found.mustBeConstant = true
    }
    return found
  }

  func superclasses(of object: Address) -> [Metadata] {
    let metadata = Metadata(object.address())
    guard metadata.kind == .classType else { return [] }
    var found: [Metadata] = []
    var level = ClassMetadata(metadata)?.superclass
    while let current = level, let classMetadata = ClassMetadata(current) {
      found.append(current)
      level = classMetadata.superclass
    }
    return found
  }

  func closureLabel(_ function: UInt) -> ObjectLabel {
    labels.ofFunctions.value(for: function) { readClosureLabel(function) }
  }

  private func readClosureLabel(_ function: UInt) -> ObjectLabel {
    guard let code = symbols.function(at: Address(function)),
      let demangled = Demangler.demangle(code.name)
    else { return ObjectLabel(short: "closure") }
    return ObjectLabel(demangled: demangled, code: code)
  }

  /// Returns the location of the closure's body; if debug information does not contain it, the
  /// location of the closure expression or method reference in the source. For a nested function,
  /// and for other code that is not a closure expression, the last alternative is the location of
  /// the enclosing function. Only closures that were passed to ``locate(_:)`` have a location.
  func location(of code: SymbolTable.Function) -> SourceLocation? {
    if let own = ownLocation(of: code) { return own }
    if let closure = sourceClosure(of: code) { return closure.location }
    if let method = methodReference(of: code) {
      return SourceLocation(file: SourcePath.relative(method.path), line: method.line)
    }
    return isClosureExpression(code) ? nil : enclosing(code).flatMap(locator.location)
  }

  /// Returns whether code is a closure that is written in the source. The line of the enclosing
  /// function is not the line of such a closure.
  func isClosureExpression(_ code: SymbolTable.Function) -> Bool {
    labels.expressions.value(for: code) { symbols.isClosureExpression(code) }
  }

  /// Returns the location of the closure whose context was allocated by the given calls.
  ///
  /// An optimized closure may have no line of its own. If the first of `calls` is then in the
  /// enclosing function, the result is the line of that call: the function creates the closure
  /// there. Otherwise, the result is that of ``location(of:)``.
  func location(of closure: ObjectLabel, allocatedBy calls: [StackFrame]) -> SourceLocation? {
    guard let code = closure.code else { return nil }
    if let own = ownLocation(of: code) { return own }
    let creator = calls.first.flatMap { $0.location == nil ? nil : $0 }
    let isEnclosing = creator.map { closure.short.hasSuffix(" in \($0.function)") } ?? false
    return isEnclosing ? creator?.location : location(of: code)
  }

  func ownLocation(of code: SymbolTable.Function) -> SourceLocation? {
    [body(of: code), code, unspecialized(code)].lazy.compactMap { $0 }
      .compactMap(locator.location).first
  }

  /// Returns the first function whose source file is known, in this order: the closure's body,
  /// `code`, the closure that was specialized, the enclosing function. Returns `code` if none of
  /// these files is known.
  func located(_ code: SymbolTable.Function) -> SymbolTable.Function {
    let candidates = [body(of: code), code, unspecialized(code), enclosing(code)].compactMap { $0 }
    return candidates.first { locator.sourcePath(of: $0) != nil } ?? code
  }

  func body(of code: SymbolTable.Function) -> SymbolTable.Function? {
    labels.bodies.value(for: code) { symbols.body(of: code) }
  }

  private func unspecialized(_ code: SymbolTable.Function) -> SymbolTable.Function? {
    labels.unspecialized.value(for: code) { symbols.unspecialized(code) }
  }

  private func enclosing(_ code: SymbolTable.Function) -> SymbolTable.Function? {
    labels.enclosing.value(for: code) { symbols.enclosing(code) }
  }

  /// Looks up the locations of closures.
  func locate(_ codes: [SymbolTable.Function]) {
    locator.locate(codes.flatMap { [body(of: $0), $0, unspecialized($0)].compactMap { $0 } })
    let withoutLine = codes.filter { ownLocation(of: $0) == nil }
    locator.locateBodies(of: withoutLine + withoutLine.compactMap(body))
    let unknown = codes.filter { ownLocation(of: $0) == nil || !hasVariables($0) }
    locator.locate(unknown.compactMap(enclosing) + unknown.flatMap(surroundings))
  }

  /// Looks up the functions and lines in the allocation stacks of these objects.
  package func locateAllocations(of objects: some Sequence<UInt>) {
    // Most objects share a few stacks, so each stack, identified by its number, is looked up once.
    var numbers = Set<Int>()
    var stacks = Set<[UInt]>()
    for object in objects {
      let number = live.allocationOrder(of: object)
      guard number.map({ numbers.insert($0).inserted }) ?? true else { continue }
      stacks.insert(live.allocationStack(of: object))
    }
    callSites.locate(stacks)
  }

  /// Returns the calls that allocated an object, at most ``allocationFrames`` of them.
  func allocation(of object: UInt) -> [StackFrame] {
    callSites.frames(of: live.allocationStack(of: object), limit: allocationFrames)
  }

  /// Returns the innermost call in the root package's code that was running when an object was
  /// allocated; `nil` if there is none, or if the root package is unknown.
  func callOfProgram(allocating object: UInt) -> StackFrame? {
    callSites.call(of: live.allocationStack(of: object)) { path, code in
      origins.origin(ofSource: path, code) == .program
    }
  }

  /// Returns the return addresses of the calls that allocated an object, innermost first.
  package func allocationStack(of object: UInt) -> [UInt] { live.allocationStack(of: object) }

  /// Returns the number that identifies an object's allocation stack; `nil` if no stack was
  /// recorded. Stacks are numbered in the order in which they are first recorded.
  package func allocationOrder(of object: UInt) -> Int? { live.allocationOrder(of: object) }

  /// Returns the short name of an object's class; an empty string for an object without a class.
  package func className(of object: Address) -> String { classNames(of: object).first ?? "" }

  /// Returns the types of an object's class and its superclasses, starting with the object's class.
  package func classes(of object: Address) -> [Any.Type] {
    ([Metadata(object.address())] + superclasses(of: object)).compactMap(\.type)
  }

  /// Returns the short names of an object's class and its superclasses.
  func classNames(of object: Address) -> [String] {
    let metadata = Metadata(object.address())
    guard let type = metadata.type else { return [] }
    return labels.ofClasses.value(for: ObjectIdentifier(type)) { classNames(from: metadata) }
  }

  private func classNames(from metadata: Metadata) -> [String] {
    var names: [String] = []
    var level: Metadata? = metadata
    while let current = level, let classMetadata = ClassMetadata(current), let type = current.type {
      names.append(TypeName(qualified: _typeName(type, qualified: true)).short)
      level = classMetadata.superclass
    }
    return names
  }
}

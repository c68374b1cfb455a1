internal import OwnershipGraph

/// The variables that closures capture, according to debug information and the source.
extension HeapWalker {
  enum CapturedVariable: Hashable {
    case named(String)
    /// A variable that is not `self` and whose name is unknown.
    case other
  }

  /// Returns a variable that a closure or a nested function captures; `nil` if nothing is known
  /// about the variable.
  ///
  /// In the debug information of unoptimized code, the captures follow the parameters. The
  /// optimizer removes some variables, and adds variables of inlined methods, such as their `self`.
  /// For optimized code, only the source shows which variables the closure itself uses. Their names
  /// are used if the context has as many captures as the source shows.
  ///
  /// - Parameters:
  ///   - number: The position of the variable among the captures, counted from 1.
  ///   - isOnly: A Boolean value indicating whether the closure captures nothing else.
  ///   - count: The number of captures in the closure's context; `nil` if it is unknown.
  func capturedVariable(
    _ number: Int, of closure: ObjectLabel, isOnly: Bool, count: Int?
  ) -> CapturedVariable? {
    guard let code = closure.code, !closure.isThunk,
      let parameters = Self.parameterCount(ofClosure: closure.qualified)
    else { return nil }
    let variables = [body(of: code), code].compactMap { $0 }.lazy
      .compactMap(locator.variables).first { !$0.names.isEmpty }
    if let name = variables?.capture(number, afterParameters: parameters) {
      return Self.isIdentifier(name) ? .named(name) : nil
    }
    if isOnly, parameters == 0, let line = location(of: code)?.line,
      let name = variables?.onlyCapture(ofClosureOnLine: line), Self.isIdentifier(name),
      name != "self" || !closure.isClosureExpression || usesSelf(code) != false
    {
      return .named(name)
    }
    if let names = writtenCaptures(of: code), names.count == count, number <= names.count {
      return .named(names[number - 1])
    }
    // A nested function may use `self` implicitly.
    if !closure.isClosureExpression, variables?.names.contains("self") == true { return nil }
    return usesSelf(code) == false ? .other : nil
  }

  /// Returns the names of the variables that a closure captures, in order; `nil` if not all of them
  /// can be found in its source file.
  private func writtenCaptures(of code: SymbolTable.Function) -> [String]? {
    locatedClosure(code).flatMap(sources.captures)
  }

  /// Returns whether the capture list of a closure captures a variable weakly; `nil` if the closure
  /// cannot be found in its source file.
  func capturesWeakly(_ code: SymbolTable.Function) -> Bool? {
    locatedClosure(code).flatMap(sources.capturesWeakly)
  }

  /// Returns the position of the closure in its source file; `nil` if the position is not certain.
  private func locatedClosure(_ code: SymbolTable.Function) -> SourceDeclarations.Closure? {
    let own = ownLocation(of: code)
    if let closure = sourceClosure(of: code), own == nil || own == closure.location {
      return closure
    }
    guard let line = own?.line, let path = sourcePath(of: code) else { return nil }
    return sources.onlyClosure(onLine: line, ofFile: path)
  }

  /// Returns whether debug information contains the variables of a closure.
  func hasVariables(_ code: SymbolTable.Function) -> Bool {
    [body(of: code), code].compactMap { $0 }.contains {
      locator.variables(of: $0).map { $0.completeCount > 0 } ?? false
    }
  }

  private func sourcePath(of code: SymbolTable.Function) -> String? {
    locator.sourcePath(of: located(code)) ?? sourceClosure(of: code)?.path
      ?? methodReference(of: code)?.path
  }

  /// Returns the position of a closure or a nested function in its source file; `nil` if it is
  /// unknown.
  private func source(of code: SymbolTable.Function) -> SourceDeclarations.Code? {
    guard let path = sourcePath(of: code), let line = location(of: code)?.line else { return nil }
    let closure = locatedClosure(code).flatMap { $0.path == path && $0.line == line ? $0 : nil }
    return SourceDeclarations.Code(path: path, line: line, brace: closure?.brace)
  }

  /// Returns whether the source shows that a closure captures a variable by reference; `false` if
  /// the source cannot be read.
  func isCapturedByReference(_ name: String, by closure: ObjectLabel) -> Bool {
    closure.code.flatMap(source).map { sources.isCapturedByReference(name, by: $0) } ?? false
  }

  /// Returns what the source shows about a variable that a closure captures; `nil` if it shows
  /// nothing.
  ///
  /// - Parameter name: The variable's name; `nil` if it is unknown.
  func capture(of name: String?, by closure: ObjectLabel) -> ObjectGraph.Reference.Capture? {
    guard let code = closure.code, !closure.isThunk, let source = source(of: code)
    else { return nil }
    let isMethod = ["method reference", "implicit closure"].contains(where: closure.short.hasPrefix)
    if isMethod, let use = sources.methodUsed(onLine: source.line, ofFile: source.path) {
      let type = Demangler.demangle(code.name).flatMap(MethodType.init(ofImplicitClosure:))
      return .init(
        method: use.name, receiver: use.receiver, callEffects: type?.callEffects,
        returnsValue: type?.returnsValue)
    }
    return sources.capture(of: name, by: source)
  }

  /// Returns the name of the only stored property of the structure whose method contains a closure.
  /// The property's type must be a class.
  ///
  /// - Parameter code: The address of the closure's code.
  /// - Returns: The property's name; `nil` if there is no such structure or no such property.
  func onlyProperty(ofStructureAround closure: ObjectLabel, in code: UInt) -> String? {
    closure.enclosingType.flatMap { descriptor(ofType: $0, usedBy: closure, in: code) }
      .flatMap(onlyProperty)
  }

  /// Returns the name of the only stored property of the structure whose method is used as a value.
  /// The property's type must be a class.
  ///
  /// - Parameters:
  ///   - closure: The implicit closure that the compiler generates for the method.
  ///   - code: The address of the closure's code.
  /// - Returns: The property's name; `nil` if the method does not belong to such a structure.
  func onlyProperty(ofReceiverOf closure: ObjectLabel, in code: UInt) -> String? {
    guard let function = closure.code, let name = Demangler.demangle(function.name),
      let receiver = MethodType(ofImplicitClosure: name)?.receiver
    else { return nil }
    return descriptor(of: receiver, near: code).flatMap(onlyProperty)
  }

  private func onlyProperty(of structure: TypeDescriptor) -> String? {
    guard structure.isStruct, let fields = structure.fields, fields.count == 1,
      let (property, _) = fields[0].typeName?.nominalType, property.isClass
    else { return nil }
    return fields[0].name
  }

  /// Returns whether the source or a type's descriptor shows that a captured variable is a
  /// structure or an enumeration.
  ///
  /// - Parameters:
  ///   - code: The address of the closure's code; 0 if it is unknown.
  ///   - classes: The names of the captured object's classes. A variable of one of these types is
  ///     not a structure or an enumeration.
  func isValue(
    _ name: String, capturedBy closure: ObjectLabel, in code: UInt, classes: Set<String>
  ) -> Bool {
    if name == "self" {
      let type = closure.enclosingType.flatMap { descriptor(ofType: $0, usedBy: closure, in: code) }
      return type.map { !$0.isClass } ?? false
    }
    guard let function = closure.code, !closure.isThunk, let source = source(of: function),
      let type = sources.valueType(of: name, by: source),
      !classes.contains(type.name)
    else { return false }
    if type.isCertain { return true }
    return descriptor(ofType: type.name, usedBy: closure, in: code).map { !$0.isClass } ?? false
  }

  /// Returns whether a path such as `document.storage` contains a private property, according to
  /// the source file of a closure. The result is `false` for a path that starts with `self`, and if
  /// the source file is unknown.
  func isPrivate(_ path: String, to closure: ObjectLabel) -> Bool {
    let names = path.split(separator: ".")
    // The path of a variable that is captured by reference starts with `var`.
    guard names.count > 1, names[0] != "self", !names[0].contains(" "), let code = closure.code,
      let file = sourcePath(of: code)
    else { return false }
    return names.dropFirst().contains { sources.isPrivate(String($0), inFile: file) }
  }

  /// Returns the descriptor of a type in the module of a closure.
  private func descriptor(
    ofType type: String, usedBy closure: ObjectLabel, in code: UInt
  ) -> TypeDescriptor? {
    descriptor(of: "\(closure.module).\(type)", near: code)
  }

  /// Returns the descriptor of the type with a qualified name.
  private func descriptor(of type: String, near code: UInt) -> TypeDescriptor? {
    symbols.descriptor(named: "nominal type descriptor for \(type)", near: Address(code))
      .map(TypeDescriptor.init)
  }

  private static func isIdentifier(_ name: String) -> Bool {
    name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && name.first?.isNumber == false
  }

  /// Returns whether the source of a closure uses `self`; `nil` if the source cannot be read or the
  /// closure may use `self` implicitly.
  private func usesSelf(_ code: SymbolTable.Function) -> Bool? {
    source(of: code).flatMap(sources.usesSelf)
  }

  /// Returns the number of parameters of a closure or a nested function, given its demangled name,
  /// such as `closure #1 (Swift.Int) -> () in …`. Returns `nil` for other functions.
  static func parameterCount(ofClosure demangled: String) -> Int? {
    guard let number = demangled.firstRange(of: " #") else { return nil }
    let rest = demangled[number.upperBound...].drop(while: \.isNumber)
    let list = DemangledText(rest).prefix(upTo: ["("]).1
    guard list.first == "(" else { return nil }
    let inside = DemangledText(list).bracketed
    return inside.isEmpty ? 0 : DemangledText(inside).split(at: ", ").count
  }
}

extension ObjectLabel {
  /// A Boolean value indicating whether the code is a closure expression rather than a nested
  /// function.
  fileprivate var isClosureExpression: Bool { short.hasPrefix("closure #") }
}

/// The name of an object, without the number that distinguishes objects of the same name.
struct ObjectLabel {
  var short: String
  var qualified: String
  var module: String
  var enclosingType: String?
  var isThunk = false
  var code: SymbolTable.Function?
  /// The deinitializer of the object's class. Its location is used to find the line of the class's
  /// declaration.
  var declaration: SymbolTable.Function?

  init(
    short: String, qualified: String? = nil, module: String = "", enclosingType: String? = nil,
    isThunk: Bool = false,
    code: SymbolTable.Function? = nil
  ) {
    self.short = short
    self.qualified = qualified ?? short
    self.module = module
    self.enclosingType = enclosingType
    self.isThunk = isThunk
    self.code = code
  }

  /// - Parameter demangled: The demangled symbol of the code of a function or closure.
  init(demangled: String, code: SymbolTable.Function? = nil) {
    let name = ClosureName(demangled: demangled)
    self.init(
      short: name.text, qualified: demangled, module: name.module,
      enclosingType: name.enclosingType, isThunk: name.isThunk, code: code)
  }

  /// A Boolean value indicating whether the code is a specialization that the optimizer created,
  /// for example of generic code for certain types.
  var isSpecialized: Bool {
    code.flatMap { Demangler.demangle($0.name) }?.contains(" specialization ") == true
  }

  /// The name of the function that directly contains this closure or nested function, such as
  /// `Tool.handler()`; `nil` if the container is a closure or a nested function, or if it returns
  /// neither a function nor an optional function.
  var factory: String? {
    let code = ClosureName.withoutForwarders(Substring(qualified))
    let scopes = DemangledText(code).split(at: " in ")
    guard scopes.count == 2, let name = DemangledText(short).split(at: " in ").last else {
      return nil
    }
    let types = DemangledText(scopes[1]).split(at: " -> ").dropFirst()
    guard let result = types.first else { return nil }
    let isOptionalFunction = result.hasSuffix(")?") && result.contains(" -> ")
    return types.count > 1 || isOptionalFunction ? String(name) : nil
  }
}

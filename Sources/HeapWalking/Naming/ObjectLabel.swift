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
}

/// The name of an object, before it gets a number.
struct ObjectLabel {
  var short: String
  var qualified: String
  var module: String
  var enclosingType: String?
  var isThunk = false
  var code: SymbolTable.Function?
  /// The code whose line is the type's declaration.
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
}

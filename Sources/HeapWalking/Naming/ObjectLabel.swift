/// What an object is called, before it gets a number.
struct ObjectLabel {
  var short: String
  var qualified: String
  var module: String
  var enclosingType: String?
  var isThunk = false
  var code: SymbolTable.Function?
  /// Code with the line at which the type is declared.
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

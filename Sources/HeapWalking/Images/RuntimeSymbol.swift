import CSwiftABI

/// Symbols that are unique in the process: the runtime's own functions and records, and symbols
/// that some image exports.
enum RuntimeSymbol {
  /// Returns the address of a symbol that an image exports, or that a program with a linked-in
  /// runtime contains.
  static func address(of name: String) -> Address? {
    if let own = ProgramRuntime.linkedIn?.address(of: name) { return own }
    let pointer = unsafe name.withCString { unsafe lk_exported_symbol($0) }
    return unsafe pointer.map { unsafe Address($0) }
  }
}

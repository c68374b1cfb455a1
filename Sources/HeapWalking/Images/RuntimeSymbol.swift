import CSwiftABI

/// Symbols that are unique in the process: the runtime's own functions and records, and symbols
/// that some image exports.
enum RuntimeSymbol {
  /// Returns the address of a symbol that an image exports. If the runtime is linked into the
  /// program, the program's own symbols are searched first.
  static func address(of name: String) -> Address? {
    if let own = ProgramRuntime.linkedIn?.address(of: name) { return own }
    let pointer = unsafe name.withCString { unsafe lk_exported_symbol($0) }
    return unsafe pointer.map { unsafe Address($0) }
  }
}

import CSwiftABI

/// What has one place for the whole process: the runtime's own functions and records, and
/// whatever else some image exports.
enum RuntimeSymbol {
  /// Returns the address of a symbol that some image exports, or that the program keeps to itself
  /// together with the runtime.
  static func address(of name: String) -> Address? {
    if let own = ProgramRuntime.linkedIn?.address(of: name) { return own }
    let pointer = unsafe name.withCString { unsafe lk_exported_symbol($0) }
    return unsafe pointer.map { unsafe Address($0) }
  }
}

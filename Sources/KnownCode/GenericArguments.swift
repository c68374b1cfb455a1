/// A type that removes generic arguments from the demangled names of types.
package enum GenericArguments {
  /// Returns a name without generic arguments: `Outer.Inner` for `Outer<Int>.Inner<[String]>`.
  ///
  /// - Complexity: O(*n*) for a name of *n* bytes.
  package static func removed(from name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "<")) else { return name }
    var depth = 0
    var plain: [UInt8] = []
    var last: UInt8 = 0
    for byte in name.utf8 {
      // The `>` in the arrow of a function type is not a bracket.
      let isArrow = byte == UInt8(ascii: ">") && last == UInt8(ascii: "-")
      if byte == UInt8(ascii: "<") { depth += 1 }
      if depth == 0 { plain.append(byte) }
      if byte == UInt8(ascii: ">"), !isArrow, depth > 0 { depth -= 1 }
      last = byte
    }
    return String(decoding: plain, as: UTF8.self)
  }
}

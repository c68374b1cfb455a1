/// The byte ranges of the members of a JSON document's outermost object.
///
/// A report of 100 MB has hundreds of thousands of objects. Decoding it as a whole takes many times
/// as much memory as the report itself. With an outline, each element of a long list is decoded
/// separately. Creating the outline also checks the syntax and the numeric values of a report.
struct JSONOutline {
  /// The bytes of the document.
  let bytes: [UInt8]
  private let members: [String: Range<Int>]

  /// Checks the syntax of a whole document (RFC 8259), except for escape sequences in strings, and
  /// finds its members.
  ///
  /// - Throws: ``JSONOutlineError`` for the first mistake.
  /// - Complexity: O(*n*) for *n* bytes.
  init(of bytes: [UInt8]) throws(JSONOutlineError) {
    var scanner = JSONScanner(bytes)
    var members: [String: Range<Int>] = [:]
    scanner.skipSpace()
    try scanner.skipObject { name, value throws(JSONOutlineError) in
      guard members.updateValue(value, forKey: name) == nil else {
        throw .repeatedMember(name)
      }
    }
    try scanner.expectEnd()
    self.bytes = bytes
    self.members = members
  }

  /// The names of the members, sorted.
  var names: [String] { members.keys.sorted() }

  func has(_ name: String) -> Bool { members[name] != nil }

  /// Returns the bytes of a member's value; empty if the member does not exist.
  func value(of name: String) -> ArraySlice<UInt8> {
    members[name].map { bytes[$0] } ?? []
  }

  /// Calls a closure with the bytes of each element of a member, if the member is a list.
  ///
  /// - Returns: Whether the member is a list.
  func forEachElement<Failure: Error>(
    of name: String, _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let range = members[name], bytes[range.lowerBound] == UInt8(ascii: "[") else {
      return false
    }
    var scanner = JSONScanner(bytes, from: range.lowerBound)
    scanner.enterList()
    while let element = scanner.nextElement() { try body(bytes[element]) }
    return true
  }
}

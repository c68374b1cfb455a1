import Foundation

/// The tables of an ELF-64 object file. They are empty if the file has another format.
///
/// Source: the ELF-64 object file format.
package struct ELFFile: Sendable {
  /// A section of the file.
  struct Section {
    var name: String
    var type: UInt32
    var offset: Int
    var size: Int
    var link: Int
  }

  /// A segment: a part of the file that the loader maps or reads.
  private struct Segment {
    static let loaded: UInt32 = 1
    static let dynamic: UInt32 = 2
    static let interpreter: UInt32 = 3

    var type: UInt32
    var offset: Int
    var address: Int
    var size: Int
  }

  private enum DynamicTag {
    static let end = 0
    static let needed = 1
    static let strings = 5
  }

  private let data: Data

  /// Reads the file at `path`; a file that cannot be read or is not an ELF-64 file is treated as
  /// empty.
  ///
  /// The file is mapped: most files are large, and only some of their pages are needed. On Linux,
  /// `.mappedIfSafe` would copy the whole file.
  package init(path: String) {
    let read = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    data = read.flatMap { Self.isELF($0) ? $0 : nil } ?? Data()
  }

  private static func isELF(_ data: Data) -> Bool {
    data.count > 64 && data.prefix(5) == Data([0x7F, 0x45, 0x4C, 0x46, 2])
  }

  /// A Boolean value indicating whether the file is an ELF-64 file.
  package var isValid: Bool { !data.isEmpty }

  /// Returns the integer at `offset`; 0 if `offset` is outside the file.
  func integer<Value: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Value.Type
  ) -> Value {
    guard offset >= 0, offset <= data.count - MemoryLayout<Value>.size else { return 0 }
    return unsafe data.withUnsafeBytes { bytes in
      // The offset is within bounds, because the guard above has checked it.
      Value(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }
  }

  private func word(at offset: Int) -> Int {
    Int(truncatingIfNeeded: integer(at: offset, as: UInt64.self))
  }

  /// Returns the zero-terminated text at `offset`; an empty string if `offset` is outside the file.
  func text(at offset: Int) -> String {
    unsafe withText(at: offset) { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Calls a closure with the bytes of the zero-terminated text at `offset`. If `offset` is outside
  /// the file, the closure receives an empty buffer.
  ///
  /// This method creates no `String`. A file can have hundreds of thousands of names, few of which
  /// are needed as strings.
  func withText<Result>(at offset: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe data.withUnsafeBytes { bytes in
      guard offset >= 0, offset < bytes.count, let base = bytes.baseAddress else {
        return unsafe body(UnsafeRawBufferPointer(start: nil, count: 0))
      }
      // The search stays within the file, because it ends after `bytes.count - offset` bytes.
      let start = unsafe base + offset
      let end = unsafe memchr(start, 0, bytes.count - offset)
      let length = unsafe end.map { unsafe UnsafeRawPointer($0) - start } ?? (bytes.count - offset)
      return unsafe body(UnsafeRawBufferPointer(start: start, count: length))
    }
  }

  /// Calls a closure with the bytes of the file.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe data.withUnsafeBytes { unsafe body($0) }
  }

  var sections: [Section] {
    let table = word(at: 40)
    let entry = Int(integer(at: 58, as: UInt16.self))
    let count = Int(integer(at: 60, as: UInt16.self))
    let names = word(at: table &+ Int(integer(at: 62, as: UInt16.self)) * entry &+ 24)
    guard table > 0 else { return [] }
    return (0..<count).map { index in
      let header = table &+ index * entry
      return Section(
        name: text(at: names &+ Int(integer(at: header, as: UInt32.self))),
        type: integer(at: header &+ 4, as: UInt32.self), offset: word(at: header &+ 24),
        size: word(at: header &+ 32), link: Int(integer(at: header &+ 40, as: UInt32.self)))
    }
  }

  private var segments: [Segment] {
    let table = word(at: 32)
    let entry = Int(integer(at: 54, as: UInt16.self))
    return (0..<Int(integer(at: 56, as: UInt16.self))).map { index in
      let header = table &+ index * entry
      return Segment(
        type: integer(at: header, as: UInt32.self), offset: word(at: header &+ 8),
        address: word(at: header &+ 16), size: word(at: header &+ 32))
    }
  }

  /// Returns whether the name of any section begins with `prefix`. Stripping a file removes only
  /// the sections of symbols and debug information, so all other sections are found.
  package func hasSection(startingWith prefix: String) -> Bool {
    sections.contains { $0.name.hasPrefix(prefix) }
  }

  /// Returns the first of `names` that the file exports or imports through the dynamic loader.
  package func firstDynamicName(among names: [String]) -> String? {
    guard let strings = contents(ofSection: ".dynstr") else { return nil }
    return names.first { name in
      strings.firstRange(of: Data([0]) + Data(name.utf8) + Data([0])) != nil
    }
  }

  /// Returns whether the name of any symbol contains a text; `false` for a stripped file.
  func hasSymbol(containing text: String) -> Bool {
    contents(ofSection: ".strtab")?.firstRange(of: Data(text.utf8)) != nil
  }

  private func contents(ofSection name: String) -> Data? {
    guard let section = sections.first(where: { $0.name == name }), section.offset > 0,
      section.size > 0, section.offset <= data.count - section.size
    else { return nil }
    let start = data.startIndex + section.offset
    return data[start..<start + section.size]
  }

  /// A Boolean value indicating whether the system starts the file through the dynamic loader.
  package var hasInterpreter: Bool { segments.contains { $0.type == Segment.interpreter } }

  /// The names of the libraries on which the file itself depends.
  package var neededLibraries: [String] {
    let entries = segments.filter { $0.type == Segment.dynamic }.flatMap(dynamicEntries)
    guard let table = entries.first(where: { $0.tag == DynamicTag.strings })?.value,
      let strings = offset(ofAddress: table)
    else { return [] }
    return entries.filter { $0.tag == DynamicTag.needed }.map { text(at: strings &+ $0.value) }
  }

  private func dynamicEntries(of segment: Segment) -> [(tag: Int, value: Int)] {
    sequence(first: segment.offset) { $0 &+ 16 }
      .lazy.map { (tag: word(at: $0), value: word(at: $0 &+ 8)) }
      .prefix { $0.tag != DynamicTag.end }
  }

  /// Returns the file offset of the contents that are loaded at `address`.
  private func offset(ofAddress address: Int) -> Int? {
    segments.first {
      $0.type == Segment.loaded
        && UInt(bitPattern: address &- $0.address) < UInt(bitPattern: $0.size)
    }.map { address &- $0.address &+ $0.offset }
  }
}

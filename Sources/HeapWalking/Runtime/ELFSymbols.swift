import Foundation

/// The symbols of an ELF file, in order of address.
///
/// The file's own `.symtab` has the local symbols that the dynamic linker does not
/// know; a stripped file has `.dynsym` only. Source: the ELF-64 object file format.
final class ELFSymbols {
  struct Symbol {
    /// As in the file: add the image's slide for the address in memory.
    var value: UInt
    var size: UInt
    var name: Int
  }

  private let data: Data
  private var symbols: [Symbol] = []
  private lazy var places = Dictionary(
    symbols.indices.map { (name(of: symbols[$0]), $0) }, uniquingKeysWith: { first, _ in first })

  /// Reads the file at `path`; a file that is no ELF-64 file has no symbols.
  init(path: String) {
    data = (try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)) ?? Data()
    guard data.count > 64, data.prefix(5) == Data([0x7F, 0x45, 0x4C, 0x46, 2]) else { return }
    let sections = sectionHeaders()
    let table = sections.first { $0.type == 2 } ?? sections.first { $0.type == 11 }
    guard let table, table.link < sections.count else { return }
    symbols = read(table, names: sections[table.link])
    symbols.sort { ($0.value, $1.size, $0.name) < ($1.value, $0.size, $1.name) }
  }

  private struct Section {
    var type: UInt32
    var offset: Int
    var size: Int
    var link: Int
  }

  private func integer<Value: FixedWidthInteger & BitwiseCopyable>(
    _ offset: Int, as type: Value.Type
  ) -> Value {
    guard offset >= 0, offset + MemoryLayout<Value>.size <= data.count else { return 0 }
    return unsafe data.withUnsafeBytes { bytes in
      // Valid: the bounds are checked above.
      unsafe bytes.loadUnaligned(fromByteOffset: offset, as: type)
    }
  }

  private func sectionHeaders() -> [Section] {
    let table = Int(truncatingIfNeeded: integer(40, as: UInt64.self))
    let entry = Int(integer(58, as: UInt16.self))
    return (0..<Int(integer(60, as: UInt16.self))).map { index in
      let header = table + index * entry
      return Section(
        type: integer(header + 4, as: UInt32.self),
        offset: Int(truncatingIfNeeded: integer(header + 24, as: UInt64.self)),
        size: Int(truncatingIfNeeded: integer(header + 32, as: UInt64.self)),
        link: Int(integer(header + 40, as: UInt32.self)))
    }
  }

  private func read(_ table: Section, names: Section) -> [Symbol] {
    (0..<(table.size / 24)).compactMap { index in
      let entry = table.offset + index * 24
      let value = integer(entry + 8, as: UInt64.self)
      let section = integer(entry + 6, as: UInt16.self)
      // Types 0 to 2: no type, object, function.
      guard value != 0, section != 0, integer(entry + 4, as: UInt8.self) & 0xF <= 2 else {
        return nil
      }
      return Symbol(
        value: UInt(value), size: UInt(integer(entry + 16, as: UInt64.self)),
        name: names.offset + Int(integer(entry, as: UInt32.self)))
    }
  }

  func name(of symbol: Symbol) -> String {
    guard symbol.name < data.count else { return "" }
    let start = data.startIndex + symbol.name
    let end = data[start...].firstIndex(of: 0) ?? data.endIndex
    return String(decoding: data[start..<end], as: UTF8.self)
  }

  /// The last symbol at or before `value`.
  ///
  /// - Complexity: O(log n).
  private func index(before value: UInt) -> Int? {
    var low = 0
    var high = symbols.count
    while low < high {
      let middle = (low + high) / 2
      if symbols[middle].value <= value { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  /// All symbols whose value is exactly this.
  func symbols(at value: UInt) -> [Symbol] {
    var found: [Symbol] = []
    var index = index(before: value)
    while let current = index, symbols[current].value == value {
      found.append(symbols[current])
      index = current == 0 ? nil : current - 1
    }
    return found
  }

  /// The symbol whose bytes include `value`.
  ///
  /// A symbol without a size names its first byte only: in a stripped file the
  /// nearest symbol before an address has nothing to do with it.
  func symbol(containing value: UInt) -> Symbol? {
    guard let index = index(before: value) else { return nil }
    let symbol = symbols[index]
    return value < symbol.value + max(symbol.size, 1) ? symbol : nil
  }

  /// The symbol called `name`.
  ///
  /// - Complexity: O(1) but for the first question.
  func symbol(named name: String) -> Symbol? { places[name].map { symbols[$0] } }
}

import Foundation
import Synchronization

/// The symbols of an ELF file, in order of address.
///
/// The symbols are read from the section `.symtab`, which includes local symbols. A stripped file
/// has only `.dynsym`, which does not include them. Source: the ELF-64 object file format.
///
/// A file can have hundreds of thousands of symbols. The loops over all of them use unsafe
/// pointers: in a debug build, this is ten times as fast as `filter` or `forEach`.
final class ELFSymbols: Sendable {
  struct Symbol: Sendable, BitwiseCopyable {
    /// The address in the file. The address in memory is larger by the image's slide.
    var value: UInt
    var size: UInt
    /// The offset of the name in the file.
    var name: Int
    var isFunction: Bool
  }

  private let file: ELFFile
  private let symbols: [Symbol]
  /// The table that finds symbols by name; computed on first use.
  private let names = Mutex<ELFNameTable?>(nil)
  /// For each nominal type and protocol, the address of its descriptor in the file. The keys are
  /// the demangled names of the descriptors' symbols. The map is computed on first use.
  private let descriptors = Mutex<[String: UInt]?>(nil)

  /// Returns the symbols of the file at `path`. They are cached until the process ends.
  ///
  /// If another thread is using the cache, this method reads the file again instead of waiting,
  /// because a lock that another thread held during a fork is never released in the forked process.
  static func ofFile(_ path: String) -> ELFSymbols {
    known.withLockIfAvailable { known in
      if let read = known[path] { return read }
      let read = ELFSymbols(path: path)
      known[path] = read
      return read
    } ?? ELFSymbols(path: path)
  }

  private static let known = Mutex<[String: ELFSymbols]>([:])

  /// Reads the file at `path`; a file that is not ELF-64 has no symbols.
  init(path: String) {
    file = ELFFile(path: path)
    symbols = Self.sorted(Self.symbols(in: file))
  }

  /// Returns the symbols of functions, variables and labels, or only those of thread-local
  /// variables, in the order of the file.
  private static func symbols(in file: ELFFile, ofThreadLocals: Bool = false) -> [Symbol] {
    let sections = file.sections
    let table = sections.first { $0.type == 2 } ?? sections.first { $0.type == 11 }
    guard let table, table.link < sections.count else { return [] }
    return read(table, names: sections[table.link], file, ofThreadLocals)
  }

  /// Returns the symbols in order of address. Symbols with the same address are in order of size,
  /// the largest first.
  ///
  /// This method uses the sort function of the C library. Without optimization, Swift's own sort
  /// allocates memory at every step and takes seconds, and every forked process may have to read
  /// and sort the symbols again.
  private static func sorted(_ symbols: [Symbol]) -> [Symbol] {
    var symbols = symbols
    let count = symbols.count
    unsafe symbols.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe qsort(start, count, MemoryLayout<Symbol>.stride) { first, second in
        guard let first = unsafe first, let second = unsafe second else { return 0 }
        // The loads are safe, because `qsort` passes addresses of elements or of their copies.
        let left = unsafe first.load(as: Symbol.self)
        let right = unsafe second.load(as: Symbol.self)
        if left.value != right.value { return left.value < right.value ? -1 : 1 }
        if left.size != right.size { return left.size > right.size ? -1 : 1 }
        return left.name < right.name ? -1 : left.name > right.name ? 1 : 0
      }
    }
    return symbols
  }

  private static func read(
    _ table: ELFFile.Section, names: ELFFile.Section, _ file: ELFFile, _ ofThreadLocals: Bool
  ) -> [Symbol] {
    unsafe file.withBytes { bytes in
      var symbols: [Symbol] = []
      let stride = MemoryLayout<Entry>.stride
      guard let start = bytes.baseAddress, table.offset >= 0, table.offset <= bytes.count,
        table.offset % MemoryLayout<Entry>.alignment == 0
      else { return symbols }
      // The entries are within the file, because their number is limited to those that fit.
      let count = min(table.size, bytes.count - table.offset) / stride
      let entries = unsafe (start + table.offset).assumingMemoryBound(to: Entry.self)
      var index = 0
      while index < count {
        let entry = unsafe entries[index]
        index += 1
        // The value of a thread-local variable's symbol is an offset, which may be 0.
        guard entry.section != 0,
          ofThreadLocals
            ? entry.type == Entry.threadLocal : entry.value != 0 && entry.type <= Entry.function
        else { continue }
        symbols.append(
          Symbol(
            value: UInt(entry.value), size: UInt(entry.size), name: names.offset + Int(entry.name),
            isFunction: entry.type == Entry.function))
      }
      return symbols
    }
  }

  /// An entry of the table of symbols: `Elf64_Sym`, in the byte order of this machine.
  private struct Entry {
    var name: UInt32
    var info: UInt8
    var visibility: UInt8
    var section: UInt16
    var value: UInt64
    var size: UInt64

    /// The type. The types 0 to 2 are: no type, object, function.
    var type: UInt8 { info & 0xF }
    static let function: UInt8 = 2
    static let threadLocal: UInt8 = 6
  }

  func name(of symbol: Symbol) -> String { file.text(at: symbol.name) }

  /// Calls `body` for each symbol, in order of address.
  func forEach(_ body: (Symbol) -> Void) {
    unsafe symbols.withUnsafeBufferPointer { symbols in
      guard let first = symbols.baseAddress else { return }
      var index = 0
      // The index is less than the number of symbols.
      while index < symbols.count {
        unsafe body(first[index])
        index += 1
      }
    }
  }

  /// Returns the index of the last symbol at or before `value`.
  ///
  /// - Complexity: O(log n).
  private func index(atOrBefore value: UInt) -> Int? {
    let next = symbols.partitioningIndex { $0.value > value }
    return next == 0 ? nil : next - 1
  }

  /// Returns all symbols whose value is exactly `value`.
  func symbols(at value: UInt) -> [Symbol] {
    var found: [Symbol] = []
    var index = index(atOrBefore: value)
    while let current = index, symbols[current].value == value {
      found.append(symbols[current])
      index = current == 0 ? nil : current - 1
    }
    return found
  }

  /// Returns the symbol that contains the address `value`; `nil` if there is none.
  ///
  /// A symbol without a size contains only its own address. In a stripped file, the nearest symbol
  /// before an address may be unrelated to that address.
  ///
  /// If several symbols contain the address, a symbol with a size is preferred. A symbol without a
  /// size may be a label inside a function, or may have the same address as a function.
  func symbol(containing value: UInt) -> Symbol? {
    var label: Symbol?
    var next = index(atOrBefore: value)
    while let index = next {
      let symbol = symbols[index]
      if value < symbol.value + symbol.size { return symbol }
      if symbol.size == 0, symbol.value == value { label = label ?? symbol }
      let isLast = index == 0 || (symbol.size > 0 && symbols[index - 1].value != symbol.value)
      next = isLast ? nil : index - 1
    }
    return label
  }

  /// Returns the symbol called `name`.
  ///
  /// - Complexity: O(1) after the first query; O(*n*) while another thread makes such a query.
  func symbol(named name: String) -> Symbol? {
    let index = names.withLockIfAvailable { names in
      let offset = { (index: Int) in self.symbols[index].name }
      let known = names ?? ELFNameTable(count: symbols.count, in: file, name: offset)
      names = known
      return known.index(of: name, in: file, name: offset)
    }
    guard let index else { return symbols.first { self.name(of: $0) == name } }
    return index.map { symbols[$0] }
  }

  /// Returns the symbol of a thread-local variable. Its value is an offset in the thread-local
  /// storage of the file.
  ///
  /// - Complexity: O(*n*).
  func threadLocal(named name: String) -> Symbol? {
    Self.symbols(in: file, ofThreadLocals: true).first { self.name(of: $0) == name }
  }

  /// Returns the address of the descriptor of a nominal type or a protocol in the file, given the
  /// demangled name of the descriptor's symbol.
  ///
  /// - Complexity: O(1) after the first query; O(*n*) while another thread makes such a query.
  func descriptor(named name: String) -> UInt? {
    let value = descriptors.withLockIfAvailable { descriptors in
      let known = descriptors ?? demangledDescriptors()
      descriptors = known
      return known[name]
    }
    guard let value else { return demangledDescriptors()[name] }
    return value
  }

  private func demangledDescriptors() -> [String: UInt] {
    var values: [String: UInt] = [:]
    for symbol in symbols where isDescriptor(symbol) {
      if let text = Demangler.demangle(name(of: symbol)) { values[text] = symbol.value }
    }
    return values
  }

  /// Returns whether a symbol is the descriptor of a nominal type or a protocol, according to its
  /// mangled name: `$s…Mn` or `$s…Mp`.
  private func isDescriptor(_ symbol: Symbol) -> Bool {
    unsafe file.withText(at: symbol.name) { name in
      guard name.count > 4 else { return false }
      let isSwiftSymbol = unsafe name.starts(with: "$s".utf8)
      let kind = unsafe String(decoding: name.suffix(2), as: UTF8.self)
      return isSwiftSymbol && (kind == "Mn" || kind == "Mp")
    }
  }

  /// A Boolean value indicating whether the file has debug information that contains the lines of
  /// functions.
  var hasLines: Bool { file.hasSection(startingWith: ".debug_line") }

  /// Returns the functions, or the variables, whose names begin with `prefix`, in order of address.
  ///
  /// - Complexity: O(*n*).
  func symbols(withPrefix prefix: String, areFunctions: Bool) -> [Symbol] {
    let prefix = Array(prefix.utf8)
    return unsafe file.withBytes { file in
      unsafe prefix.withUnsafeBufferPointer { prefix in
        unsafe symbols.withUnsafeBufferPointer { symbols in
          unsafe Self.symbols(
            withPrefix: prefix, areFunctions: areFunctions, among: symbols, file)
        }
      }
    }
  }

  private static func symbols(
    withPrefix prefix: UnsafeBufferPointer<UInt8>, areFunctions: Bool,
    among symbols: UnsafeBufferPointer<Symbol>, _ file: UnsafeRawBufferPointer
  ) -> [Symbol] {
    var found: [Symbol] = []
    guard let bytes = file.baseAddress, let text = prefix.baseAddress,
      let first = symbols.baseAddress
    else { return found }
    let (count, length) = (symbols.count, prefix.count)
    let last = file.count - length
    var index = 0
    while index < count {
      // The index is less than the number of symbols.
      let symbol = unsafe first[index]
      index += 1
      // The comparison stays within the file, because `last` is the last possible start of the
      // text.
      guard symbol.isFunction == areFunctions, symbol.name >= 0, symbol.name <= last,
        unsafe memcmp(bytes + symbol.name, text, length) == 0
      else { continue }
      found.append(symbol)
    }
    return found
  }
}

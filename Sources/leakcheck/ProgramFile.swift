import Foundation

/// What a program's file says of how it was linked.
///
/// Source: the ELF-64 object file format.
struct ProgramFile {
  /// How the Swift runtime comes into the program.
  enum Linkage {
    /// The dynamic loader brings it: it can be recorded.
    case dynamic
    /// It is a part of the program, which the dynamic loader still starts.
    case staticRuntime
    /// There is no dynamic loader, so nothing can be loaded into the program.
    case fullyStatic
    /// There is no Swift in it: a script, a program in another language.
    case noSwift
  }

  let linkage: Linkage

  init(_ url: URL) {
    guard let data = try? Data(contentsOf: url, options: .mappedIfSafe),
      data.prefix(5) == Data([0x7F, 0x45, 0x4C, 0x46, 2])
    else {
      linkage = .noSwift
      return
    }
    let file = Bytes(data: data)
    let headers = (0..<file.short(56)).map { file.long(32) + $0 * file.short(54) }
    let interpreter: Int = 3
    guard headers.contains(where: { file.word($0) == interpreter }) else {
      linkage = .fullyStatic
      return
    }
    let dynamic = 2
    let names = headers.filter { file.word($0) == dynamic }
      .flatMap { file.neededLibraries(dynamicAt: file.long($0 + 8), file.loaded(headers)) }
    let sections = file.sectionNames()
    let hasSwift = sections.contains { $0.hasPrefix("swift5_") }
    let isDynamic = names.contains { $0.hasPrefix("libswift") || $0.hasPrefix("libFoundation") }
    linkage = isDynamic ? .dynamic : hasSwift ? .staticRuntime : .noSwift
  }
}

/// The numbers of a little-endian file; 0 outside it.
private struct Bytes {
  let data: Data

  private func number(_ offset: Int, _ length: Int) -> Int {
    guard offset >= 0, offset + length <= data.count else { return 0 }
    return data[(data.startIndex + offset)..<(data.startIndex + offset + length)].reversed()
      .reduce(0) { $0 << 8 | Int($1) }
  }

  func short(_ offset: Int) -> Int { number(offset, 2) }
  func word(_ offset: Int) -> Int { number(offset, 4) }
  func long(_ offset: Int) -> Int { number(offset, 7) }

  func text(_ offset: Int) -> String {
    guard offset >= 0, offset < data.count else { return "" }
    return String(decoding: data[(data.startIndex + offset)...].prefix { $0 != 0 }, as: UTF8.self)
  }

  /// For each loaded part of the file: its address in memory, its place, its length.
  func loaded(_ headers: [Int]) -> [(address: Int, offset: Int, length: Int)] {
    headers.filter { word($0) == 1 }.map { (long($0 + 16), long($0 + 8), long($0 + 32)) }
  }

  func neededLibraries(
    dynamicAt start: Int, _ parts: [(address: Int, offset: Int, length: Int)]
  ) -> [String] {
    var entries: [(tag: Int, value: Int)] = []
    var place = start
    while place + 16 <= data.count, long(place) != 0 {
      entries.append((long(place), long(place + 8)))
      place += 16
    }
    let needed = 1
    let strings = 5
    guard let table = entries.first(where: { $0.tag == strings })?.value,
      let part = parts.first(where: { table >= $0.address && table < $0.address + $0.length })
    else { return [] }
    let offset = table - part.address + part.offset
    return entries.filter { $0.tag == needed }.map { text(offset + $0.value) }
  }

  func sectionNames() -> [String] {
    let (table, size, count, names) = (long(40), short(58), short(60), short(62))
    guard table > 0, names < count else { return [] }
    let strings = long(table + names * size + 24)
    return (0..<count).map { text(strings + word(table + $0 * size)) }
  }
}

import Foundation
import TestSupport
import Testing

@testable import HeapWalking

@Suite struct ELFFileTests {
  private static let ownPath = "/proc/self/exe"

  @Test func theTestExecutableIsRead() {
    let file = ELFFile(path: Self.ownPath)
    #expect(file.isValid)
    #expect(file.hasInterpreter)
    #expect(file.hasSection(startingWith: "swift5_"))
    #expect(!file.hasSection(startingWith: "swift6_"))
    #expect(file.neededLibraries.contains { $0.hasPrefix("libc.so") })
  }

  @Test(arguments: ["/nowhere/at/all", "/etc/passwd", "/"])
  func aFileThatIsMissingOrOfAnotherFormatIsInvalid(path: String) {
    let file = ELFFile(path: path)
    #expect(!file.isValid)
    #expect(!file.hasInterpreter)
    #expect(!file.hasSection(startingWith: ""))
    #expect(file.neededLibraries.isEmpty)
  }

  @Test func aDamagedFileIsReadWithoutATrap() throws {
    // The test changes headers and tables, which are in the first bytes of the file.
    let whole = try Data(contentsOf: URL(fileURLWithPath: Self.ownPath), options: .mappedIfSafe)
    let head = [UInt8](whole.prefix(4096))
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: path) }
    var generator = SeededGenerator(seed: 20)
    var valid = 0
    for _ in 0..<300 {
      var bytes = Array(head.prefix(Int.random(in: 60...head.count, using: &generator)))
      for _ in 0..<20 {
        let offset = Int.random(in: 5..<min(bytes.count, 600), using: &generator)
        bytes[offset] = [0, 0x7F, 0xFF, 0x80].randomElement(using: &generator) ?? 0
      }
      try Data(bytes).write(to: path)
      let file = ELFFile(path: path.path)
      if file.isValid { valid += 1 }
      // Any result is acceptable, as long as the reader does not crash.
      _ = (file.hasInterpreter, file.neededLibraries, file.hasSection(startingWith: "swift5_"))
    }
    #expect(valid > 250)
  }

  /// The symbol that is found must be the first with the name, in the order of the symbols.
  @Test func everySymbolIsFoundByItsName() {
    let symbols = ELFSymbols.ofFile(Self.ownPath)
    var first: [String: UInt] = [:]
    symbols.forEach { symbol in
      let name = symbols.name(of: symbol)
      first[name] = first[name] ?? symbol.value
    }
    #expect(first.count > 10_000)
    let missed = first.filter { symbols.symbol(named: $0)?.value != $1 }
    #expect(missed.isEmpty, "\(missed.prefix(3))")
    for name in ["", "main ", "$s", "no such symbol"] where first[name] == nil {
      #expect(symbols.symbol(named: name) == nil)
    }
  }

  @Test func noSymbolIsFoundInAMissingFile() {
    #expect(ELFSymbols(path: "/nowhere/at/all").symbol(named: "main") == nil)
  }
}

import Foundation
import Testing

@testable import HeapWalking

/// Tests of function values in memory that no type describes.
@Suite struct FunctionValueTests {
  private final class Owner {
    let memory: UnsafeMutableRawPointer
    init(_ memory: UnsafeMutableRawPointer) { unsafe self.memory = unsafe memory }
  }

  private struct Blocks: LiveObjects {
    let sizes: [UInt: Int]
    func contains(_ address: UInt) -> Bool { sizes[address] != nil }
    func size(of address: UInt) -> Int? { sizes[address] }
  }

  /// A function value, which keeps its context alive.
  private struct Function {
    let body: () -> Void

    var code: UInt { word(0) }
    var context: UInt { word(1) }

    private func word(_ index: Int) -> UInt {
      unsafe withUnsafeBytes(of: self) { unsafe $0.load(fromByteOffset: index * 8, as: UInt.self) }
    }
  }

  /// Returns the code addresses of the function values that are found in memory with these words.
  ///
  /// - Parameter limit: The number of bytes that may be read.
  private func code(
    inMemoryWith words: [UInt], context: UInt, limit: Int = 1 << 20
  ) -> [UInt] {
    let memory = UnsafeMutablePointer<UInt>.allocate(capacity: words.count)
    defer { unsafe memory.deallocate() }
    for (index, word) in words.enumerated() { unsafe (memory + index).initialize(to: word) }
    let owner = unsafe Owner(UnsafeMutableRawPointer(memory))
    let address = Address(of: owner).bits
    let block = UInt(bitPattern: memory)
    let live = Blocks(sizes: [address: 24, block: words.count * 8, context: 24])
    var bytesLeft = limit
    let found = HeapWalker(live: live).functionValues(
      inMemoryOf: address, withContexts: [context], bytesLeft: &bytesLeft
    ) { $0 == address || $0 == context }
    #expect(bytesLeft == limit - min(limit, 24 + words.count * 8))
    for reference in found {
      #expect(reference.target == context && reference.evidence == .scanned)
      #expect(
        reference.slot?.followsCode == true && reference.slot.map { $0.address > block } == true)
    }
    return withExtendedLifetime(owner) { found.map(\.function) }
  }

  @Test func aPointerToACFunctionIsNotAFunctionValue() {
    let target = Target()
    let context = Address(of: target).bits
    let callback: @convention(c) (UnsafeMutableRawPointer?) -> Bool = { unsafe $0 != nil }
    let library: @convention(c) (UnsafeMutableRawPointer?) -> Void = { unsafe free($0) }
    let functions = [
      unsafe unsafeBitCast(callback, to: UInt.self), unsafe unsafeBitCast(library, to: UInt.self),
      UInt(bitPattern: unsafe dlsym(nil, "free")),
    ]
    for function in functions {
      #expect(function != 0)
      #expect(code(inMemoryWith: [function, context], context: context).isEmpty)
    }
    withExtendedLifetime(target) {}
  }

  @Test func aReferenceAfterAFunctionsAddressIsAFunctionValue() {
    let target = Target()
    let function = Function { withExtendedLifetime(target) {} }
    let (start, context) = (function.code, function.context)
    #expect(code(inMemoryWith: [start, context], context: context) == [start])
    let several = [7, start, context, 0, start, context]
    #expect(code(inMemoryWith: several, context: context) == [start, start])
    withExtendedLifetime(function) {}
  }

  @Test func aBlockLargerThanTheRemainingLimitIsNotRead() {
    let function = Function { [target = Target()] in withExtendedLifetime(target) {} }
    let words = [function.code, function.context]
    #expect(code(inMemoryWith: words, context: words[1], limit: 40) == [words[0]])
    #expect(code(inMemoryWith: words, context: words[1], limit: 24) == [])
    withExtendedLifetime(function) {}
  }

  @Test func aReferenceAfterAnyOtherWordIsNotAFunctionValue() {
    let target = Target()
    let function = Function { withExtendedLifetime(target) {} }
    let context = function.context
    let metadata = unsafe unsafeBitCast(Target.self, to: UInt.self)
    for word in [0, 1, function.code + 1, context, metadata, UInt.max] {
      #expect(code(inMemoryWith: [word, context], context: context) == [])
    }
    // The word before the memory must not be read.
    #expect(code(inMemoryWith: [context], context: context) == [])
    withExtendedLifetime(function) {}
  }
}

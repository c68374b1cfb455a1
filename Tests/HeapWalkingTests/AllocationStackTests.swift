import Foundation
import HeapWalking
import OwnershipGraph
import Testing

/// The calls that the recorder notes of an allocation, beside those that the C library's own
/// unwinder finds at the same place.
@Suite(.serialized) struct AllocationStackTests {
  private static let steps = 20_000

  /// What was found out at the allocation before is believed as far as it still stands, so the
  /// allocations come from calls that go up and down at random.
  @Test(arguments: [1, 2, 4, 5, 24, 64], [UInt64(1), 2])
  func notedCallsAreThoseOfTheUnwinder(depth: Int, seed: UInt64) throws {
    let record = try #require(AllocationRecord.installed)
    // The unwinder's first call loads a library, which a copy of the process may not do.
    _ = Unwinder.calls()
    let answer = try ForkedProcess.answer(within: 120) {
      // Stacks take the place of the epochs that other tests ask for: only here.
      record.recordStacks(depth: depth)
      let climber = Climber(record: record, depth: depth, seed: seed)
      while climber.steps < Self.steps { climber.climb(levels: 40) }
      return Data(climber.verdict.utf8)
    }
    #expect(String(decoding: answer, as: UTF8.self) == "no call is wrong")
  }
}

private enum Unwinder {
  private typealias Function =
    @convention(c) (
      UnsafeMutablePointer<UnsafeMutableRawPointer?>, Int32
    ) -> Int32
  /// Declared in a header that no module has: `execinfo.h`.
  private static let backtrace = unsafe unsafeBitCast(dlsym(nil, "backtrace"), to: Function.self)

  /// The return addresses of the calling code, the innermost first.
  @inline(never)
  static func calls() -> [UInt] {
    var found = [UnsafeMutableRawPointer?](repeating: nil, count: 256)
    let count = unsafe backtrace(&found, 256)
    return unsafe found.prefix(Int(count)).dropFirst().map { unsafe UInt(bitPattern: $0) }
  }
}

private final class Made {}

/// Calls itself in several ways, and allocates on the way.
private final class Climber {
  private let record: AllocationRecord
  private let depth: Int
  private var state: UInt64
  private(set) var steps = 0
  private var wrong: [String] = []
  private var compared = 0

  init(record: AllocationRecord, depth: Int, seed: UInt64) {
    self.record = record
    self.depth = depth
    state = seed
  }

  var verdict: String {
    if let first = wrong.first { return "\(wrong.count) of \(compared) are wrong: \(first)" }
    return compared > 1_000 ? "no call is wrong" : "only \(compared) were compared"
  }

  private func random(_ bound: UInt64) -> UInt64 {
    // Knuth's 64-bit linear congruential generator.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % bound
  }

  @inline(never)
  func climb(levels: Int) {
    guard levels > 0, steps < 1_000_000 else { return }
    for _ in 0..<(1 + random(3)) {
      steps += 1
      switch random(8) {
      case 0: compare()
      case 1: compareElsewhere(padding: (1, 2, 3, levels))
      case 2: climb(levels: levels - 1)
      case 3: throughClosure { self.climb(levels: levels - 1) }
      case 4: throughGeneric(levels - 1) { self.climb(levels: $0) }
      case 5: try? throughThrowing(levels - 1)
      case 6: _ = [levels].map { self.climb(levels: $0 - 1) }
      default: return
      }
    }
  }

  @inline(never)
  private func throughClosure(_ body: () -> Void) {
    if random(2) == 0 { compare() }
    body()
  }

  @inline(never)
  private func throughGeneric<Value>(_ value: Value, _ body: (Value) -> Void) {
    body(value)
    if random(2) == 0 { compare() }
  }

  @inline(never)
  private func throughThrowing(_ levels: Int) throws {
    if random(3) == 0 { throw CancellationError() }
    climb(levels: levels)
  }

  @inline(never)
  private func compareElsewhere(padding: (Int, Int, Int, Int)) {
    compare()
    compare()
  }

  /// One object, and what both say of who called this function.
  @inline(never)
  private func compare() {
    let object = Made()
    let noted = record.allocationStack(of: Address(of: object).bits)
    // A sanitizer calls the unwinder by a function of its own, so there may be more at the start.
    let callers = Array(Unwinder.calls().drop { !noted.contains($0) })
    compared += 1
    // Before the callers is the place of the allocation here, and what it is made through.
    let own = callers.first.flatMap { noted.firstIndex(of: $0) } ?? noted.count
    let expected = callers.prefix(max(0, depth - own))
    if noted.isEmpty || own > min(2, depth) || Array(noted.dropFirst(own)) != Array(expected) {
      let texts = [noted, callers].map { $0.map { String($0, radix: 16) }.joined(separator: " ") }
      wrong.append("noted \(texts[0]), unwound \(texts[1])")
    }
    withExtendedLifetime(object) {}
  }
}

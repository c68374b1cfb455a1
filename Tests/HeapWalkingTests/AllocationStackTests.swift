import Foundation
import HeapWalking
import OwnershipGraph
import TestSupport
import Testing

/// Tests that compare two lists of calls for the same allocation: the calls that the recorder
/// stores, and the calls that the C library's unwinder finds.
@Suite(.serialized) struct AllocationStackTests {
  private static let steps = 20_000

  /// The recorder reuses frames of an earlier allocation as long as they are valid. Therefore the
  /// test allocates at random depths of nested calls.
  @Test(arguments: [1, 2, 4, 5, 24, 64], [UInt64(1), 2])
  func recordedFramesMatchTheUnwinder(depth: Int, seed: UInt64) throws {
    try expectNoWrongCall(depth: depth, seed: seed) { climber in
      while climber.steps < Self.steps { climber.climb(levels: 40) }
    }
  }

  /// There are more nested calls than the recorder stores for a thread. It discards outer calls and
  /// must find them again after the inner calls return.
  @Test(arguments: [5, 24, 64], [UInt64(1), 2])
  func recordedFramesMatchTheUnwinderInDeepRecursion(depth: Int, seed: UInt64) throws {
    try expectNoWrongCall(depth: depth, seed: seed) { climber in
      for levels in [600, 300, 600, 600] { climber.descend(levels: levels) }
    }
  }

  /// One function has so many allocation sites that the recorder does not search them linearly.
  @Test(arguments: [1, 5, 24])
  func recordedFramesMatchTheUnwinderForManyAllocationSites(depth: Int) throws {
    try expectNoWrongCall(depth: depth, seed: 1) { climber in
      for _ in 0..<2_000 { climber.compareAnywhere() }
    }
  }

  /// If more frames are requested, a stack that was stored with few frames must not be reused.
  @Test func moreFramesAreRecordedWhenMoreAreRequested() throws {
    try expectNoWrongCall(depth: 24, seed: 1) { climber in
      for depth in [5, 24, 6, 64] {
        climber.note(depth: depth)
        for _ in 0..<400 { climber.climb(levels: 6) }
      }
    }
  }

  /// When the process is forked, another thread lists the loaded images and holds a lock of the
  /// dynamic loader. The forked process has no thread that could release that lock.
  @Test func aForkedProcessDoesNotWaitForTheLoadersLock() throws {
    let record = try #require(AllocationRecord.installed)
    // The first fork needs the lock, because it looks for the loaded code. Therefore it takes place
    // before the other thread holds the lock.
    _ = try inForkedProcess(seconds: 20) { Data() }
    let listing = LoaderLock.hold()
    let answer = try inForkedProcess(seconds: 20) {
      record.recordStacks(depth: 4)
      let made = Made()
      let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(made).toOpaque())
      let calls = record.allocationStack(of: address)
      return withExtendedLifetime(made) { Data("\(calls.count)".utf8) }
    }
    listing.release()
    #expect(String(decoding: answer, as: UTF8.self) == "4")
  }

  private func expectNoWrongCall(
    depth: Int, seed: UInt64, _ body: (Climber) -> Void
  ) throws {
    let record = try #require(AllocationRecord.installed)
    // The first call of the unwinder loads a library. A forked process must not do this.
    _ = Unwinder.calls()
    let answer = try inForkedProcess(seconds: 120) {
      // From here on, the stack of every allocation in the process is stored. Therefore the test
      // runs in a separate process.
      let climber = Climber(record: record, depth: depth, seed: seed)
      body(climber)
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
  /// The C function, which is found by name because `execinfo.h` is not part of a module.
  private static let backtrace = unsafe unsafeBitCast(dlsym(nil, "backtrace"), to: Function.self)

  /// Returns the return addresses of the active calls, innermost first.
  @inline(never)
  static func calls() -> [UInt] {
    var found = unsafe [UnsafeMutableRawPointer?](repeating: nil, count: 256)
    let count = unsafe backtrace(&found, 256)
    return unsafe found.prefix(Int(count)).dropFirst().map { UInt(bitPattern: $0) }
  }
}

private final class Made {}

/// A thread that holds the lock of the dynamic loader's list of images.
private final class LoaderLock: @unchecked Sendable {
  private let held = DispatchSemaphore(value: 0)
  private let released = DispatchSemaphore(value: 0)

  private typealias Visit =
    @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Int32
  private typealias Listing = @convention(c) (Visit, UnsafeMutableRawPointer?) -> Int32

  /// Starts the thread, and returns when the thread holds the lock.
  static func hold() -> LoaderLock {
    let lock = LoaderLock()
    Thread.detachNewThread {
      // The C function is found by name, because `link.h` is not part of a module.
      let list = unsafe unsafeBitCast(dlsym(nil, "dl_iterate_phdr"), to: Listing.self)
      _ = unsafe list(
        { _, _, context in
          let lock = unsafe Unmanaged<LoaderLock>.fromOpaque(context!).takeUnretainedValue()
          lock.held.signal()
          lock.released.wait()
          return 1
        }, Unmanaged.passUnretained(lock).toOpaque())
    }
    lock.held.wait()
    return lock
  }

  func release() { released.signal() }
}

/// An object with recursive methods that allocate at every depth.
private final class Climber {
  private let record: AllocationRecord
  private var depth = 0
  private var state: UInt64
  private(set) var steps = 0
  private var wrong: [String] = []
  private var compared = 0

  init(record: AllocationRecord, depth: Int, seed: UInt64) {
    self.record = record
    state = seed
    note(depth: depth)
  }

  /// Sets the number of frames to store for each later allocation.
  func note(depth: Int) {
    self.depth = depth
    record.recordStacks(depth: depth)
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

  /// Compares the recorded calls with the unwinder's, before and after the recursive call.
  @inline(never)
  func descend(levels: Int) {
    if random(4) == 0 { compare() }
    if levels > 0 { descend(levels: levels - 1) }
    switch random(8) {
    case 0: compareElsewhere(padding: (levels, 1, 2, 3))
    case 1: climb(levels: 2)
    default: return
    }
  }

  /// Compares the recorded calls with the unwinder's at one of this function's many allocation
  /// sites.
  @inline(never)
  func compareAnywhere() {
    switch random(20) {
    case 0: compare()
    case 1: compare()
    case 2: compare()
    case 3: compare()
    case 4: compare()
    case 5: compare()
    case 6: compare()
    case 7: compare()
    case 8: compare()
    case 9: compare()
    case 10: compare()
    case 11: compare()
    case 12: compare()
    default: throughGeneric(0) { _ in compare() }
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

  /// Allocates an object, and compares the recorded callers of this function with the unwinder's.
  @inline(never)
  private func compare() {
    let object = Made()
    let noted = record.allocationStack(of: Address(of: object).bits)
    // A sanitizer wraps the unwinder in a function, so the list may start with additional frames.
    let callers = Array(Unwinder.calls().drop { !noted.contains($0) })
    compared += 1
    // In the recorded stack, the frames of the allocation itself and the allocation site in this
    // function precede the callers.
    let own = callers.first.flatMap { noted.firstIndex(of: $0) } ?? noted.count
    let expected = callers.prefix(max(0, depth - own))
    if noted.isEmpty || own > min(2, depth) || Array(noted.dropFirst(own)) != Array(expected) {
      let texts = [noted, callers].map { $0.map { String($0, radix: 16) }.joined(separator: " ") }
      wrong.append("noted \(texts[0]), unwound \(texts[1])")
    }
    withExtendedLifetime(object) {}
  }
}

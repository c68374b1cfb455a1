import Foundation
import HeapWalking
import OwnershipGraph
import Synchronization
import Testing

private final class Recorded: @unchecked Sendable {
  var next: Recorded?
  var others: [Recorded] = []
  var text = ""
}

@Suite(.serialized) struct AllocationRecordTests {
  @Test func allocationsAreRecordedUntilTheyAreFreed() throws {
    let record = try #require(AllocationRecord.installed)
    var object: Recorded? = Recorded()
    let address = object.map { Address(of: $0) }?.bits ?? 0
    #expect(record.contains(address))
    #expect(record.size(of: address) ?? 0 >= 48)
    #expect(record.objects().contains(Address(address)))
    object = nil
    #expect(!record.contains(address))
  }

  @Test func closuresBoxesAndStorageAreRecorded() throws {
    let record = try #require(AllocationRecord.installed)
    let first = Recorded()
    let second = Recorded()
    var count = 0
    let closure = { count += first.text.count + second.text.count }
    let holder = Holder(closure: closure, values: [first, second])
    closure()
    let snapshot = HeapWalker(live: record).walk(from: [Address(of: holder)])
    #expect(snapshot.addresses.count(where: record.contains) == 6)
    withExtendedLifetime(holder) {}
  }

  private final class Holder {
    var closure: () -> Void
    var values: [Recorded]

    init(closure: @escaping () -> Void, values: [Recorded]) {
      self.closure = closure
      self.values = values
    }
  }

  @Test func managedBufferElementsAreScannedForLiveObjects() throws {
    let record = try #require(AllocationRecord.installed)
    let object = Recorded()
    let buffer = ManagedBuffer<Int, Recorded>.create(minimumCapacity: 4) { _ in 1 }
    unsafe buffer.withUnsafeMutablePointerToElements { unsafe $0.initialize(to: object) }
    let reading = HeapWalker(live: record).reading(of: Address(of: buffer))
    let found = reading.references.filter { $0.evidence == .scanned }
    #expect(found.map(\.target).contains(Address(of: object).bits))
    #expect(!reading.coverage.isFull)
    unsafe buffer.withUnsafeMutablePointerToElements {
      _ = unsafe $0.deinitialize(count: 1)
    }
  }

  /// While threads create, link and release objects, the process is forked several times. Each
  /// forked process walks its whole heap, and must find the cycle that the test created. The test
  /// runs in a separate process, so that the objects of other tests are not walked too.
  @Test func aChangingHeapIsWalkedInAForkedProcess() async {
    await #expect(processExitsWith: .success) {
      let record = try #require(AllocationRecord.installed)
      let churn = Churn(threads: 3)
      let ring = [Recorded(), Recorded(), Recorded()]
      for index in ring.indices { ring[index].next = ring[(index + 1) % 3] }
      for _ in 0..<10 {
        let answer = try ForkedProcess.answer(within: 300) {
          let walker = HeapWalker(live: record, memory: .changing)
          let snapshot = walker.walk(from: record.objects())
          let cycles = RetainCycles(of: snapshot.references)
          let found = ring.allSatisfy { object in
            snapshot.node(at: Address(of: object).bits).map { cycles.isMember($0.index) } ?? false
          }
          return Data([found && snapshot.isComplete ? 1 : 0])
        }
        #expect(answer == Data([1]))
      }
      churn.end()
      for object in ring { object.next = nil }
    }
  }

  /// A thread that waits for a lock may wake up repeatedly and still make no progress, because the
  /// thread that holds the lock does not exist in the forked process.
  @Test(arguments: [30, 0.01])
  func aForkedProcessWithoutProgressIsReplaced(pause: Double) {
    let failure = #expect(throws: ForkedProcess.Failure.self) {
      try ForkedProcess.answer(within: 60, attempts: 2) {
        while true { Thread.sleep(forTimeInterval: pause) }
      }
    }
    #expect(
      failure?.description.hasPrefix("the analysis returned no result in 2 attempts: ") == true)
  }

  /// The runtime waits for a thread that does not exist in the forked process. Each wait fails
  /// immediately and is repeated, which must not count as progress.
  ///
  /// The test runs in a separate process, because a constant is initialized only once.
  @Test func aForkedProcessThatNeedsALockOfAnotherThreadIsReplaced() async {
    await #expect(processExitsWith: .success) {
      // One thread initializes the constant, and the other waits for it.
      for _ in 0..<2 {
        Thread.detachNewThread {
          Unfinished.begun.signal()
          _ = Unfinished.constant
        }
      }
      for _ in 0..<3 { Unfinished.begun.wait() }
      try await Task.sleep(for: .milliseconds(200))
      let failure = #expect(throws: ForkedProcess.Failure.self) {
        try ForkedProcess.answer(within: 20, attempts: 2) { Data([UInt8(Unfinished.constant)]) }
      }
      #expect(
        failure?.description.hasPrefix("the analysis returned no result in 2 attempts: ") == true)
    }
  }

  @Test func aForkedProcessThatIsBusyForTooLongIsNotReplaced() {
    let failure = #expect(throws: ForkedProcess.Failure.self) {
      try ForkedProcess.answer(within: 1, attempts: 100) {
        var count = 0
        while true { count &+= 1 }
      }
    }
    #expect(failure?.description == "the analysis took longer than 1 s")
  }
}

/// A type with a constant whose initialization never ends.
private enum Unfinished {
  static let begun = DispatchSemaphore(value: 0)
  private static let never = DispatchSemaphore(value: 0)
  static let constant = {
    begun.signal()
    never.wait()
    return 1
  }()
}

/// A set of threads that create, link and release objects until they are stopped.
private struct Churn {
  private let flag = StopFlag()
  private let count: Int

  init(threads count: Int) {
    self.count = count
    let flag = flag
    for seed in 0..<count {
      Thread { Self.churn(from: seed, until: flag) }.start()
    }
  }

  func end() {
    flag.set()
    flag.wait(for: count)
  }

  private static func churn(from seed: Int, until flag: StopFlag) {
    var kept: [Recorded] = []
    var round = seed
    while !flag.isSet {
      let object = Recorded()
      object.text = String(repeating: "x", count: 20 + round % 40)
      object.next = kept.last
      object.others = Array(kept.suffix(round % 5))
      kept.append(object)
      if kept.count > 200 {
        kept[150].next = nil
        for object in kept[150...154] { object.others = [] }
        kept.removeFirst(150)
      }
      round += 1
    }
    for object in kept { object.next = nil }
    flag.finished()
  }
}

/// An object that makes threads stop, and that waits until they have stopped.
private final class StopFlag: @unchecked Sendable {
  private let flag = Atomic<Bool>(false)
  private let done = DispatchSemaphore(value: 0)

  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
  func finished() { done.signal() }
  func wait(for count: Int) { for _ in 0..<count { done.wait() } }
}

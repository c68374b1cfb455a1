import OwnershipGraph
import Testing

@testable import HeapWalking

/// The threads whose stacks own nothing.
@Suite struct IdleCallTests {
  private static let calls = IdleCalls(
    dispatchCode: [0x1000..<0x2000], libraryCode: [0x3000..<0x4000])

  @Test func aThreadThatTheLibraryStartedAndThatWaitsInDispatchIsIdle() {
    #expect(Self.calls.includes([0x3000, 0x1FFF, 0x1000, 0x3FFF]))
  }

  @Test(arguments: [[0x3000, 0x5000, 0x1000], [0x3000], [], [0x5000], [0x2000, 0x1000]])
  func aThreadWithOtherCallsIsNot(_ calls: [UInt]) {
    #expect(!Self.calls.includes(calls))
  }
}

/// The library whose own memory is not searched.
@Suite struct AnalysisLibraryTests {
  @Test func aProgramThatContainsTheAnalysisIsSearched() {
    #expect(LoadedImage.ofAnalysis == nil)
    #expect(!LoadedImage.all().isEmpty)
  }
}

/// The regions of memory that are searched.
@Suite struct MemoryMapTests {
  private static let map = MemoryMap(
    """
    1000-2000 rw-p 00000000 08:01 12 /bin/program
    2000-3000 r--p 00000000 08:01 12 /bin/program
    3000-4000 rw-s 00000000 00:01 13 /dev/shm/shared
    4000-5000 ---p 00000000 00:00 0
    5000-9000 rw-p 00000000 00:00 0
    9000-a000 rw-p 00000000 00:00 0
    b000-c000 rw-p 00000000 00:00 0                          [stack]
    c000-d000 rw-p 00000000 00:00 0                          [vvar]
    d000-e000 rw-p 00000000 00:00 0
    e000-f000 rw-s 00000000 00:01 14                         /dev/zero (deleted)
    f000-ff00 rw-p 00000000 00:01 14                         /dev/zero (deleted)
    10000-11000 r--p 00000000 00:00 0
    11000-12000 r-xp 00000000 00:00 0
    """, isOwn: { $0 == 0xD000 })

  @Test func writtenMemoryIsSearchedButNotTheRecordersNorSharedFiles() {
    #expect(
      Self.map.regions.map(\.range.lowerBound)
        == [0x1000, 0x5000, 0x9000, 0xB000, 0xE000, 0x10000])
  }

  @Test func memoryAfterAGuardIsAStack() {
    #expect(Self.map.regions.filter(\.isStack).map(\.range.lowerBound) == [0x5000, 0xB000])
  }

  @Test func aStackThatCameToItsEndIsFoundAboveIt() {
    #expect(Self.map.stack(usedFrom: 0x6000)?.range.lowerBound == 0x5000)
    #expect(Self.map.stack(usedFrom: 0x4FF8)?.range.lowerBound == 0x5000)
    #expect(Self.map.stack(usedFrom: 0x9800) == nil)
  }
}

/// The recognition of timers, notification centers and tasks.
@Suite struct RuntimeKeeperTests {
  @Test func keepersAreRecognizedByKindAndType() {
    #expect(RuntimeKeeper(.task, typeName: "") == .task)
    #expect(RuntimeKeeper(.classInstance, typeName: "Foundation.Timer") == .timer)
    #expect(
      RuntimeKeeper(.classInstance, typeName: "Foundation.NotificationCenter")
        == .notificationCenter)
    #expect(RuntimeKeeper(.classInstance, typeName: "App.Timer") == nil)
    #expect(RuntimeKeeper(.closureContext, typeName: "Foundation.Timer") == nil)
  }

  @Test func aTaskIsAKeeperAsLongAsItIsSuspended() {
    #expect(BlockRole(.task, isComplete: false, isRunning: false) == .keeper(.task))
    #expect(BlockRole(.task, isComplete: false, isRunning: true) == .runningTask)
    #expect(BlockRole(.task, isComplete: true, isRunning: false) == .plain)
    #expect(BlockRole(.timer, isComplete: true, isRunning: true) == .keeper(.timer))
    #expect(BlockRole(nil, isComplete: false, isRunning: true) == .plain)
  }
}

/// The words of an object that may own another one.
@Suite struct PossibleOwnerVisitorTests {
  private static let addresses: Range<UInt> = 0x1000..<0x2000

  private func reference(_ strength: RawReference.Strength) -> RawReference {
    RawReference(target: 0x1000, strength: strength, label: 0, address: Address(0x3000))
  }

  @Test func onlyUnmanagedReferencesAndPointersMayOwn() {
    var visitor = PossibleOwnerVisitor(live: NoLiveObjects(), addresses: Self.addresses)
    for strength in [RawReference.Strength.strong, .weak, .unowned, .unownedUnsafe] {
      visitor.reference(reference(strength))
    }
    #expect(visitor.words == [])
    visitor.reference(reference(.unmanaged))
    visitor.reference(reference(.pointer))
    #expect(visitor.words == [0x1000, 0x1000])
  }

  @Test func slotsMayOwnBecauseTheyMayBeUnused() {
    var visitor = PossibleOwnerVisitor(live: NoLiveObjects(), addresses: Self.addresses)
    visitor.enterSlots(bytes: 8)
    visitor.reference(reference(.strong))
    visitor.reference(reference(.weak))
    visitor.leaveSlots()
    visitor.reference(reference(.strong))
    #expect(visitor.words == [0x1000])
  }

  @Test func wordsOfUntypedMemoryMayOwnWhereObjectsMayBe() {
    var visitor = PossibleOwnerVisitor(live: NoLiveObjects(), addresses: Self.addresses)
    let words: [UInt] = [0xFFF, 0x1000, 0, 0x1FF8, 0x2000]
    unsafe words.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe visitor.untyped(start: Address(start), length: bytes.count, label: 0)
    }
    #expect(visitor.words == [0x1000, 0x1FF8])
  }
}

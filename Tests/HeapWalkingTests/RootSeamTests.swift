import OwnershipGraph
import Testing

@testable import HeapWalking

/// Tests of how threads whose stacks own nothing are recognized.
@Suite struct IdleCallTests {
  private static let calls = IdleCalls(
    dispatchCode: [0x1000..<0x2000], libraryCode: [0x3000..<0x4000])

  @Test func aLibraryThreadThatWaitsInDispatchIsIdle() {
    #expect(Self.calls.includes([0x3000, 0x1FFF, 0x1000, 0x3FFF]))
  }

  @Test(arguments: [[0x3000, 0x5000, 0x1000], [0x3000], [], [0x5000], [0x2000, 0x1000]])
  func aThreadWithOtherCallsIsNotIdle(_ calls: [UInt]) {
    #expect(!Self.calls.includes(calls))
  }
}

/// Tests of how the library that contains the analysis is recognized. Its memory is not searched.
@Suite struct AnalysisLibraryTests {
  @Test func aProgramThatContainsTheAnalysisIsSearched() {
    #expect(LoadedImage.ofAnalysis == nil)
    #expect(!LoadedImage.all().isEmpty)
  }
}

/// Tests of which regions of memory are searched.
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

  @Test func memoryOfTheRecorderAndSharedFilesIsNotSearched() {
    #expect(
      Self.map.regions.map(\.range.lowerBound)
        == [0x1000, 0x5000, 0x9000, 0xB000, 0xE000, 0xF000, 0x10000, 0x11000])
  }

  @Test func sharedMemoryWithoutAFileOnDiskIsSearched() {
    let map = MemoryMap(
      """
      1000-2000 rw-s 00000000 00:01 1 /dev/zero (deleted)
      2000-3000 r--s 00000000 00:01 2 /memfd:a b (deleted)
      3000-4000 rw-s 00000000 00:01 3 /SYSV00000000 (deleted)
      4000-5000 rw-s 00000000 00:1a 4 /dev/shm/shared
      5000-6000 r--s 00000000 00:1a 5 /dev/shm/gone (deleted)
      6000-7000 rw-p 00000000 00:1a 6 /dev/shm/private
      7000-8000 rw-s 00000000 08:01 7 /home/file
      8000-9000 rw-s 00000000 00:1b 8 /net/file
      9000-a000 rw-s 00000000 00:05 9 /dev/dri/card0
      a000-b000 ---s 00000000 00:01 1 /dev/zero (deleted)
      b000-c000 rw-p 00000000 00:01 1 /dev/zero
      c000-d000 r--p 00000000 00:1a 1 /dev/shm/program
      """,
      mounts: """
        20 1 8:1 / / rw - ext4 /dev/sda1 rw
        21 20 0:26 / /dev/shm rw,nosuid shared:4 master:1 - tmpfs tmpfs rw,size=64k
        22 20 0:27 / /net rw - nfs server:/ rw
        """, isOwn: { _ in false })
    let shared: [UInt] = [0x1000, 0x2000, 0x3000, 0x4000, 0x5000]
    #expect(map.regions.filter(\.isShared).map(\.range.lowerBound) == shared)
    #expect(map.regions.filter { !$0.isShared }.map(\.range.lowerBound) == [0x6000, 0xB000])
  }

  @Test func memoryAfterAGuardPageIsAStack() {
    #expect(Self.map.regions.filter(\.isStack).map(\.range.lowerBound) == [0x5000, 0xB000])
  }

  @Test func anOverflowedStackIsFoundAboveTheGuardPage() {
    #expect(Self.map.stack(usedFrom: 0x6000)?.range.lowerBound == 0x5000)
    #expect(Self.map.stack(usedFrom: 0x4FF8)?.range.lowerBound == 0x5000)
    #expect(Self.map.stack(usedFrom: 0x9800) == nil)
  }
}

/// Tests of guard pages that the system does not list.
@Suite struct UnlistedGuardTests {
  private static func map(parts: Range<UInt>...) -> MemoryMap {
    MemoryMap(
      """
      1000-9000 rw-p 00000000 00:00 0
      a000-b000 rw-p 00000000 08:01 12 /bin/program
      """, isOwn: { _ in false }, partsBetweenGuards: { _ in parts },
      endOfStack: { $0.lowerBound == 0x7000 ? $0.lowerBound : $0.upperBound })
  }

  @Test func memoryAfterAnUnlistedGuardIsAStack() {
    let map = Self.map(parts: 0x1000..<0x1000, 0x2000..<0x6000, 0x7000..<0x9000)
    #expect(map.regions.map(\.range) == [0x2000..<0x6000, 0x7000..<0x9000, 0xA000..<0xB000])
    #expect(map.regions.map(\.isStack) == [true, false, false])
    #expect(map.regions.map(\.isGuarded) == [false, true, false])
  }

  @Test func memoryBeforeAnUnlistedGuardIsNotAStack() {
    let map = Self.map(parts: 0x1000..<0x5000, 0x6000..<0x9000)
    #expect(map.regions.map(\.isStack) == [false, true, false])
  }
}

/// Tests of memory that follows a guard page and may be a thread's stack.
@Suite struct GuardedMemoryTests {
  private static func map(endOfStack: UInt) -> MemoryMap {
    MemoryMap(
      """
      1000-2000 ---p 00000000 00:00 0
      2000-9000 rw-p 00000000 00:00 0
      """, isOwn: { _ in false }, endOfStack: { _ in endOfStack })
  }

  @Test func memoryWithoutAThreadIsNotAStack() {
    let map = Self.map(endOfStack: 0x2000)
    #expect(map.regions.map(\.range) == [0x2000..<0x9000])
    #expect(map.stack(usedFrom: 0x3000) == nil)
  }

  @Test func memoryAfterAStackIsNotPartOfTheStack() {
    let map = Self.map(endOfStack: 0x6000)
    #expect(map.regions.map(\.range) == [0x2000..<0x6000, 0x6000..<0x9000])
    #expect(map.regions.map(\.isStack) == [true, false])
    #expect(map.stack(usedFrom: 0x3000)?.range == 0x2000..<0x6000)
    #expect(map.stack(usedFrom: 0x7000) == nil)
  }
}

/// Tests of how stacks that the C library did not allocate are found.
@Suite struct ForeignStackTests {
  private static let map = MemoryMap(
    """
    1000-2000 ---p 00000000 00:00 0
    2000-4000 rw-p 00000000 00:00 0
    8000-9000 rw-p 00000000 00:00 0
    a000-c000 rw-p 00000000 00:00 0
    d000-e000 ---p 00000000 00:00 0
    e000-f000 rw-p 00000000 00:00 0
    """, isOwn: { _ in false }, endOfStack: { $0.lowerBound == 0x2000 ? 0x4000 : $0.lowerBound })

  private static func stacks(from starts: UInt...) -> ForeignStacks {
    stacks(of: starts.map { ($0, 0) })
  }

  private static func stacks(of threads: [ForeignStacks.Thread]) -> ForeignStacks {
    ForeignStacks(
      from: threads, in: map, endOfControlBlock: { ($0 | 0xFF) + 1 },
      block: { (0x8100..<0x8900).contains($0) ? (5, 0x8100..<0x8900) : nil })
  }

  @Test func aThreadsOwnStackIsNotForeign() { #expect(Self.stacks(from: 0x3000).isEmpty) }

  @Test func onlyTheUsedPartOfABlockIsSearched() {
    let stacks = Self.stacks(from: 0x8200, 0x8300)
    #expect(stacks.partsOfBlocks == [5: 0x8100..<0x8300])
    #expect(stacks.otherParts.isEmpty)
    #expect(stacks.used(0x8100..<0x8900, of: 5) == 0x8300..<0x8900)
    #expect(stacks.used(0x8100..<0x8200, of: 5).isEmpty)
    #expect(stacks.used(0x100..<0x200, of: 4) == 0x100..<0x200)
  }

  @Test func memoryOutsideBlocksIsUnusedUpToTheHighestStackPointer() {
    let stacks = Self.stacks(from: 0xB800, 0xA100, 0x8080)
    #expect(stacks.otherParts == [0x8000..<0x8080, 0xA000..<0xB800])
    #expect(stacks.starts == [0x8080, 0xA100, 0xB800])
  }

  @Test func aGuardPageMarksTheStartOfAStack() {
    let stacks = Self.stacks(from: 0xE800)
    #expect(stacks.deadParts == [0xE000..<0xE800])
    #expect(stacks.isEmpty)
    #expect(Self.stacks(from: 0xE800, 0xE900).otherParts == [0xE000..<0xE900])
  }

  @Test func aStackEndsWithTheControlBlockOfItsThread() {
    let stacks = Self.stacks(of: [(0xA800, 0xAA80), (0xB400, 0xB780), (0xBA00, 0xBC80)])
    #expect(stacks.otherParts == [0xA000..<0xA800, 0xAB00..<0xB400, 0xB800..<0xBA00])
    let guarded = Self.stacks(of: [(0xE200, 0xE280), (0xE900, 0)])
    #expect(guarded.deadParts == [0xE000..<0xE200])
    #expect(guarded.otherParts == [0xE300..<0xE900])
  }

  @Test func theEndOfAStackWithoutAControlBlockIsUnknown() {
    let stacks = Self.stacks(of: [(0xA800, 0x3F80), (0xB400, 0xB780), (0xBA00, 0)])
    #expect(stacks.otherParts == [0xA000..<0xB400, 0xB800..<0xBA00])
  }
}

/// Tests of how the stacks of threads that run on another stack are found.
@Suite struct StackSwitchTests {
  /// The first thread's stack, the stacks of two other threads, and a stack for signal handlers.
  private static let map = MemoryMap(
    """
    1000-2000 ---p 00000000 00:00 0
    2000-4000 rw-p 00000000 00:00 0
    5000-6000 ---p 00000000 00:00 0
    6000-8000 rw-p 00000000 00:00 0
    a000-c000 rw-p 00000000 00:00 0
    f000-ff00 rw-p 00000000 00:00 0                          [stack]
    """, isOwn: { _ in false },
    endOfStack: { $0.lowerBound < 0xA000 ? $0.upperBound : $0.lowerBound })

  private static func left(_ threads: (stack: UInt, pointer: UInt)...) -> [UInt] {
    map.suspendedStacks(of: threads).map(\.range.lowerBound)
  }

  private static let first: (stack: UInt, pointer: UInt) = (0xF100, 0x9000)

  @Test func aThreadOnItsOwnStackHasNoSuspendedStack() {
    #expect(Self.left(Self.first, (0x3000, 0x3F00), (0x7000, 0x7F00)).isEmpty)
  }

  @Test func theSuspendedStackContainsTheThreadsData() {
    #expect(Self.left(Self.first, (0xA800, 0x3F00), (0x7000, 0x7F00)) == [0x2000])
    #expect(Self.left(Self.first, (0xA800, 0x7F00), (0xB000, 0x3F00)) == [0x2000, 0x6000])
  }

  @Test func theFirstThreadsStackIsSuspendedIfNoThreadUsesIt() {
    #expect(Self.left((0xA800, 0x9000), (0x3000, 0x3F00)) == [0xF000])
    #expect(Self.left(Self.first, (0xA800, 0)).isEmpty)
  }
}

/// Tests of the part of a stack that its thread left and will use again.
@Suite struct SuspendedStackTests {
  /// Memory in which a stack of 512 words is followed by 8 other words.
  private final class Memory {
    let words = UnsafeMutablePointer<UInt>.allocate(capacity: 520)

    init() { unsafe words.initialize(repeating: 0, count: 520) }

    deinit { unsafe words.deallocate() }

    /// Returns the address of the word at an index, counted from the start of the stack.
    func address(_ index: Int) -> UInt { UInt(bitPattern: unsafe words + index) }

    /// Stores the address of one word in another.
    func store(_ target: Int, at index: Int) { unsafe words[index] = address(target) }

    /// The first word of the part in use, counted from the start of the stack.
    var firstUsed: Int {
      var stack = SuspendedStack(address(0)..<address(512))
      stack.search(address(512)..<address(520))
      let used = stack.used
      #expect(used.upperBound == address(512))
      return Int(used.lowerBound - address(0)) / 8
    }
  }

  /// 16 words below the stack pointer may be in use.
  @Test func theUsedPartBeginsBelowTheStoredStackPointer() {
    let memory = Memory()
    memory.store(300, at: 515)
    memory.store(200, at: 517)
    #expect(memory.firstUsed == 200 - 16)
  }

  @Test func theUsedPartIncludesFramesThatUsedFramesReferTo() {
    let memory = Memory()
    memory.store(300, at: 515)
    memory.store(250, at: 400)
    memory.store(120, at: 260)
    // The frames of calls that have ended do not count.
    memory.store(10, at: 50)
    #expect(memory.firstUsed == 120 - 16)
  }

  @Test func theWholeStackMayBeInUseIfNoAddressIsKnown() {
    let memory = Memory()
    #expect(memory.firstUsed == 0)
    memory.store(514, at: 515)
    #expect(memory.firstUsed == 0)
  }

  @Test func theUsedPartNeverBeginsBelowTheStack() {
    let memory = Memory()
    memory.store(5, at: 512)
    #expect(memory.firstUsed == 0)
    memory.store(0, at: 512)
    #expect(memory.firstUsed == 0)
  }
}

/// Tests of how timers, notification centers and tasks are recognized.
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
    #expect(MemoryBlockRole(.task, isComplete: false, isRunning: false) == .keeper(.task))
    #expect(MemoryBlockRole(.task, isComplete: false, isRunning: true) == .runningTask)
    #expect(MemoryBlockRole(.task, isComplete: true, isRunning: false) == .plain)
    #expect(MemoryBlockRole(.timer, isComplete: true, isRunning: true) == .keeper(.timer))
    #expect(MemoryBlockRole(nil, isComplete: false, isRunning: true) == .plain)
  }
}

/// Tests of which words of an object may own another object.
@Suite struct PossibleOwnerVisitorTests {
  private static let addresses: Range<UInt> = 0x1000..<0x2000

  private func reference(_ strength: RawReference.Strength) -> RawReference {
    RawReference(target: 0x1000, strength: strength, label: 0, address: Address(0x3000))
  }

  @Test func onlyUnmanagedReferencesAndPointersMayOwnObjects() {
    var visitor = PossibleOwnerVisitor(live: NoLiveObjects(), addresses: Self.addresses)
    for strength in [RawReference.Strength.strong, .weak, .unowned, .unownedUnsafe] {
      visitor.reference(reference(strength))
    }
    #expect(visitor.words == [])
    visitor.reference(reference(.unmanaged))
    visitor.reference(reference(.pointer))
    #expect(visitor.words == [0x1000, 0x1000])
  }

  @Test func strongReferencesInSlotsMayOwnObjects() {
    var visitor = PossibleOwnerVisitor(live: NoLiveObjects(), addresses: Self.addresses)
    visitor.enterSlots(bytes: 8)
    visitor.reference(reference(.strong))
    visitor.reference(reference(.weak))
    visitor.leaveSlots()
    visitor.reference(reference(.strong))
    #expect(visitor.words == [0x1000])
  }

  @Test func untypedWordsInTheAddressRangeMayOwnObjects() {
    var visitor = PossibleOwnerVisitor(live: NoLiveObjects(), addresses: Self.addresses)
    let words: [UInt] = [0xFFF, 0x1000, 0, 0x1FF8, 0x2000]
    unsafe words.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe visitor.untyped(start: Address(start), length: bytes.count, label: 0)
    }
    #expect(visitor.words == [0x1000, 0x1FF8])
  }
}

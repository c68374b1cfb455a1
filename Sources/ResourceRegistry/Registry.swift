import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process's one registry of living library objects.
///
/// A record is an address, a class and a sequence number. No weak reference is formed
/// when an object registers: that would cost a side table, and slow down every later
/// retain of the object. `Resources.probes(since:)` forms them when somebody asks.
///
/// Everything mutable is atomic or lies in a locked shard. The atomics lie in the program's
/// data: as properties of an object they would be behind a lazy constant, and asking the
/// runtime whether that is made already was a tenth of what it costs to register an object.
enum Registry {
  private static let sequence = SequenceCounter()
  /// What was counted by hand, by classes that are not the library's.
  static let uncounted = Atomic<Int>(0)

  /// The sequence number that the latest object got.
  static var latestSequence: UInt64 { sequence.latest }

  /// The number of living objects, and of those counted by hand.
  static var total: Int {
    var total = uncounted.load(ordering: .acquiring)
    for index in 0..<ResourceHandle.shardCount { total += withShard(index) { $0.count } }
    return total
  }

  /// Enters the object of a class that lies at an address.
  @inline(__always)
  static func register(_ address: UInt, of type: AnyClass) -> ResourceHandle {
    let index = shardOfThisThread
    let slot = withShard(index) { shard in
      let isAlone = shard.isAlone
      let sequence = sequence.next(isAlone: isAlone)
      return shard.insert(
        ResourceRecord(address: address, type: type, sequence: sequence), isAlone: isAlone)
    }
    return ResourceHandle(shard: index, slot: slot)
  }

  /// Takes out the object that a handle was given for and returns what was recorded of it.
  @inline(__always)
  static func unregister(_ handle: ResourceHandle) -> ResourceRecord {
    withShard(handle.shard) { $0.remove(slot: handle.slot, isAlone: $0.isAlone) }
  }

  /// Calls a closure with the record of every living object that was made after
  /// `sequence`, a shard at a time.
  static func withRecords(after sequence: UInt64 = 0, _ body: (ResourceRecord) -> Void) {
    for index in 0..<ResourceHandle.shardCount {
      withShard(index) { $0.withRecords(after: sequence, body) }
    }
  }

  /// Where the shards are, once somebody has used one.
  private static let place = Atomic<UInt>(0)

  /// The shards live as long as the process; reaching one must not count references.
  private nonisolated(unsafe) static let shards = {
    let shards = UnsafeMutablePointer<Unmanaged<RecordShard>>.allocate(
      capacity: ResourceHandle.shardCount)
    let soleThread = SoleThread()
    for index in 0..<ResourceHandle.shardCount {
      unsafe (shards + index).initialize(to: .passRetained(RecordShard(soleThread)))
    }
    return unsafe shards
  }()

  @inline(__always)
  private static func withShard<Result>(_ index: Int, _ body: (RecordShard) -> Result) -> Result {
    let known = unsafe UnsafeMutablePointer<Unmanaged<RecordShard>>(
      bitPattern: place.load(ordering: .acquiring))
    return unsafe (known ?? firstUse())[index]._withUnsafeGuaranteedRef(body)
  }

  @inline(never)
  private static func firstUse() -> UnsafeMutablePointer<Unmanaged<RecordShard>> {
    place.store(UInt(bitPattern: unsafe shards), ordering: .releasing)
    return unsafe shards
  }

  /// The shard that the calling thread registers in.
  ///
  /// Threads are told apart by the address of their control block, whose low bits are
  /// the same for all; the multiplication (Fibonacci hashing) spreads the others.
  private static var shardOfThisThread: Int {
    #if canImport(Darwin)
      let thread = unsafe UInt(bitPattern: pthread_self())
    #else
      let thread = UInt(pthread_self())
    #endif
    let spread = UInt64(thread) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: spread >> UInt64(64 - ResourceHandle.shardBits))
  }
}

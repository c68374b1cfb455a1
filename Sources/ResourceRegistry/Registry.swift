import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process's registry of the stream library's live objects.
///
/// A record consists of an address, a class and a sequence number. Registering an object forms no
/// weak reference to it. A weak reference would allocate a side table and slow down every later
/// retain of the object. `Resources.probes(since:)` forms weak references on request.
///
/// All mutable state is either atomic or protected by a shard's lock. The atomic values are static
/// properties, which the compiler places in the program's data segment. If they were properties of
/// an object, each access would check whether that object is initialized. In a measurement, this
/// check took a tenth of the time of registering an object.
enum Registry {
  private static let sequence = SequenceCounter()
  /// The number of calls to `incrementTotal()` minus the number of calls to `decrementTotal()`.
  static let manualCount = Atomic<Int>(0)

  /// The sequence number of the object that was registered last, or 0 if there was none.
  static var latestSequence: UInt64 { sequence.latest }

  /// The number of live objects, including those counted by `incrementTotal()`.
  static var total: Int {
    var total = manualCount.load(ordering: .acquiring)
    for index in 0..<ResourceHandle.shardCount { total += withShard(index) { $0.count } }
    return total
  }

  /// Registers an object by its address and class.
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

  /// Removes the object that a handle identifies, and returns its record.
  @inline(__always)
  static func unregister(_ handle: ResourceHandle) -> ResourceRecord {
    withShard(handle.shard) { $0.remove(slot: handle.slot, isAlone: $0.isAlone) }
  }

  /// Calls a closure with the record of every live object whose sequence number is larger than
  /// `sequence`. Each shard is locked during the calls for its records.
  static func withRecords(after sequence: UInt64 = 0, _ body: (ResourceRecord) -> Void) {
    for index in 0..<ResourceHandle.shardCount {
      withShard(index) { $0.withRecords(after: sequence, body) }
    }
  }

  /// The address of the shards, or 0 before their first use.
  private static let address = Atomic<UInt>(0)

  /// The shards, which exist as long as the process. They are unmanaged, so that accessing a shard
  /// retains and releases nothing.
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
      bitPattern: address.load(ordering: .acquiring))
    return unsafe (known ?? firstUse())[index]._withUnsafeGuaranteedRef(body)
  }

  @inline(never)
  private static func firstUse() -> UnsafeMutablePointer<Unmanaged<RecordShard>> {
    address.store(UInt(bitPattern: unsafe shards), ordering: .releasing)
    return unsafe shards
  }

  /// The index of the shard in which the calling thread registers objects.
  ///
  /// Threads are distinguished by the address of their control block. The low bits of this address
  /// are the same for all threads; the multiplication (Fibonacci hashing) spreads the other bits.
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

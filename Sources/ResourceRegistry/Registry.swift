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
/// `@unchecked Sendable`: everything mutable is atomic or lies in a locked shard.
final class Registry: @unchecked Sendable {
  static let shared = Registry()

  private let shards = (0..<ResourceHandle.shardCount).map { _ in RecordShard() }
  private let sequence = Atomic<UInt64>(0)
  /// What was counted by hand, by classes that are not the library's.
  let uncounted = Atomic<Int>(0)
  let log = EventLog()

  private init() {}

  /// The sequence number that the latest object got.
  var latestSequence: UInt64 { sequence.load(ordering: .acquiring) }

  /// The number of living objects, and of those counted by hand.
  var total: Int {
    shards.reduce(uncounted.load(ordering: .acquiring)) { $0 + $1.count }
  }

  func register(_ object: AnyObject) -> ResourceHandle {
    let shard = Registry.shardOfThisThread
    let slot = shards[shard].insert(
      ResourceRecord(
        address: unsafe UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()),
        type: type(of: object),
        sequence: sequence.wrappingAdd(1, ordering: .relaxed).newValue))
    return ResourceHandle(shard: shard, slot: slot)
  }

  func unregister(_ handle: ResourceHandle) {
    let record = shards[handle.shard].remove(slot: handle.slot)
    if log.isRecording {
      log.append(release: record.type, sequence: record.sequence)
    }
  }

  func forget(_ handle: ResourceHandle) {
    _ = shards[handle.shard].remove(slot: handle.slot)
  }

  /// Calls a closure with the record of every living object, a shard at a time.
  func withRecords(_ body: (ResourceRecord) -> Void) {
    for shard in shards { shard.withRecords(body) }
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

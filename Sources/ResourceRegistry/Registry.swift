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
@safe
final class Registry: @unchecked Sendable {
  static let shared = Registry()

  /// Where ``shared`` is, once somebody has used it.
  ///
  /// A class instance is a lazy constant, and asking the runtime whether it is made already
  /// was a tenth of what it costs to register an object; an atomic is in the program's data.
  private static let place = Atomic<UInt>(0)

  /// Calls a closure with ``shared``.
  @inline(__always)
  static func withShared<Result>(_ body: (Registry) -> Result) -> Result {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: place.load(ordering: .acquiring))
    else { return body(firstUse()) }
    // The registry lives as long as the process.
    return unsafe Unmanaged<Registry>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
  }

  @inline(never)
  private static func firstUse() -> Registry {
    let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(shared).toOpaque())
    place.store(address, ordering: .releasing)
    return shared
  }

  /// The shards live as long as the process; reaching one must not count references.
  private let shards = unsafe (0..<ResourceHandle.shardCount).map { _ in
    unsafe Unmanaged.passRetained(RecordShard())
  }
  private let sequence = Atomic<UInt64>(0)
  /// What was counted by hand, by classes that are not the library's.
  let uncounted = Atomic<Int>(0)
  let log = EventLog()

  private init() {}

  /// The sequence number that the latest object got.
  var latestSequence: UInt64 { sequence.load(ordering: .acquiring) }

  /// The number of living objects, and of those counted by hand.
  var total: Int {
    var total = uncounted.load(ordering: .acquiring)
    for index in 0..<ResourceHandle.shardCount { withShard(index) { total += $0.count } }
    return total
  }

  func register(_ object: AnyObject) -> ResourceHandle {
    let shard = Registry.shardOfThisThread
    let record = ResourceRecord(
      address: unsafe UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()),
      type: type(of: object),
      sequence: sequence.wrappingAdd(1, ordering: .relaxed).newValue)
    let slot = withShard(shard) { $0.insert(record) }
    return ResourceHandle(shard: shard, slot: slot)
  }

  func unregister(_ handle: ResourceHandle) {
    let record = withShard(handle.shard) { $0.remove(slot: handle.slot) }
    if log.isRecording {
      log.append(release: record.type, sequence: record.sequence)
    }
  }

  func forget(_ handle: ResourceHandle) {
    _ = withShard(handle.shard) { $0.remove(slot: handle.slot) }
  }

  /// Calls a closure with the record of every living object that was made after
  /// `sequence`, a shard at a time.
  func withRecords(after sequence: UInt64 = 0, _ body: (ResourceRecord) -> Void) {
    for index in 0..<ResourceHandle.shardCount {
      withShard(index) { $0.withRecords(after: sequence, body) }
    }
  }

  @inline(__always)
  private func withShard<Result>(_ index: Int, _ body: (RecordShard) -> Result) -> Result {
    unsafe shards[index]._withUnsafeGuaranteedRef(body)
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

internal import OwnershipGraph

/// A visitor that assigns a node number to each object, in order of discovery. For each object, it
/// collects a row: the node numbers of the objects to which the object strongly refers.
///
/// The visitor processes objects in batches. It first collects the references of all objects in a
/// batch, and then looks up the node numbers of the targets together, so that the cache misses of
/// the look-ups overlap. At the end of a batch, it adds the rows of the batch to the graph.
struct GraphVisitor: ReferenceVisitor, ~Copyable {
  /// The maximum number of objects in a batch. Objects are prefetched one batch ahead.
  static let batchSize = 32

  private(set) var addresses: [UInt] = []
  private var strongCounts: [UInt32] = []
  private var offsets: [UInt32] = [0]
  private var targets: [UInt32] = []
  /// The objects of the current batch.
  private(set) var batch = WorkList<UInt>(capacity: batchSize)
  /// The objects of the next batch, which are prefetched.
  private(set) var upcoming = WorkList<UInt>(capacity: batchSize)
  private var pending = WorkList<PendingReference>()
  private var numbers = NodeNumbers()
  private var newStrongCounts = WorkList<UInt32>()
  private var newOffsets = WorkList<UInt32>()
  private var newTargets = WorkList<UInt32>()
  private var coverage = Coverage()
  private let index = ObjectIndex()
  private let live: any LiveObjects
  private let memory: WalkedMemory
  /// The condition under which a word is accepted as a reference.
  private var trust: Trust
  private let check: MetadataCheck
  private let scans: Bool

  private enum Trust {
    /// Every word that is read as a reference is accepted.
    case full
    /// A word may be partially written. It is a reference if it is the address of an object.
    case objectsOnly
    /// A word may be stale. It is a reference if it is the address of a live object and ``scans``
    /// is `true`.
    case liveOnly
  }

  /// - Parameters:
  ///   - expected: The approximate number of objects.
  ///   - scans: A Boolean value indicating whether words of unknown type that look like references
  ///     are treated as references.
  init(
    live: any LiveObjects, memory: WalkedMemory, check: MetadataCheck, expected: Int,
    scans: Bool
  ) {
    self.live = live
    self.scans = scans
    self.memory = memory
    trust = Self.trust(in: memory)
    self.check = check
    addresses.reserveLargePages(expected)
    strongCounts.reserveLargePages(expected)
    offsets.reserveLargePages(expected + 1)
    targets.reserveLargePages(3 * expected)
  }

  /// Assigns node numbers to the objects from which the walk starts.
  mutating func add(seeds: [Address]) {
    var start = 0
    while start < seeds.count {
      let end = min(start + Self.batchSize, seeds.count)
      for index in start..<end where seeds[index].bits >= Address.lowest {
        expect(seeds[index].bits)
      }
      for position in 0..<pending.count { _ = numbers.number(of: pending[position]) }
      pending.removeAll()
      numbers.move(to: &addresses)
      start = end
    }
  }

  /// Adds a reference to `target` to the pending references, and prefetches the target's node
  /// number.
  @inline(__always)
  private mutating func expect(_ target: UInt) {
    let slot = index.slot(of: target)
    slot.prefetch()
    pending.append(PendingReference(target: target, slot: slot))
  }

  /// Sets the current batch to the objects that have these node numbers, and the next batch to the
  /// objects that follow them.
  mutating func beginBatch(_ nodes: Range<Int>) {
    batch.copy(nodes, of: addresses)
    upcoming.copy(nodes.upperBound..<nodes.upperBound + Self.batchSize, of: addresses)
  }

  @inline(__always)
  mutating func begin(_ head: PlanHead, strongCount: UInt32) {
    newStrongCounts.append(strongCount)
    coverage.typedBytes &+= Int(head.typedBytes)
  }

  @inline(__always)
  mutating func end() {
    newOffsets.append(UInt32(truncatingIfNeeded: targets.count &+ pending.count))
  }

  /// Ends the current batch: assigns node numbers to the targets of the batch's references, and
  /// adds the rows of the batch to the graph.
  mutating func endBatch() {
    Self.number(pending, &numbers, into: &newTargets)
    coverage.typedReferences += pending.count
    pending.removeAll()
    numbers.move(to: &addresses)
    newStrongCounts.move(to: &strongCounts)
    newOffsets.move(to: &offsets)
    newTargets.move(to: &targets)
  }

  /// Appends the node number of each target in `pending` to `targets`. A target that has no number
  /// receives one.
  ///
  /// The visitor's properties are passed as separate arguments, so that they can be kept in
  /// registers.
  @inline(__always)
  private static func number(
    _ pending: borrowing WorkList<PendingReference>, _ numbers: inout NodeNumbers,
    into targets: inout WorkList<UInt32>
  ) {
    targets.append(count: pending.count) { numbers.number(of: pending[$0]) }
  }

  @inline(__always)
  mutating func reference(_ found: RawReference) {
    guard found.strength == .strong else { return }
    if trust != .full, !accepts(found.target) { return }
    expect(found.target)
  }

  private static func trust(in memory: WalkedMemory) -> Trust {
    memory == .stable ? .full : .objectsOnly
  }

  @inline(never)
  private mutating func accepts(_ target: UInt) -> Bool {
    if trust == .liveOnly {
      guard scans, UntypedBytes.isKept(target, live, check) else { return false }
      coverage.scannedReferences += 1
      coverage.typedReferences -= 1
      return true
    }
    if isObject(target) { return true }
    coverage.unknownReferences += 1
    return false
  }

  /// Returns whether `target` is the address of an object. `target` may be any word, because the
  /// object that contains the word may be under construction.
  private func isObject(_ target: UInt) -> Bool {
    if live.contains(target) || index[target] != nil { return true }
    return check.isObject(at: Address(target)) || BlockClass.isBlock(at: Address(target))
  }

  @inline(__always)
  mutating func enter(label: UInt32) {}

  @inline(__always)
  mutating func leave() {}

  mutating func enterSlots(bytes: Int) {
    coverage.scannedBytes += bytes
    trust = .liveOnly
  }

  mutating func leaveSlots() { trust = Self.trust(in: memory) }

  var followsWeakReferences: Bool { false }

  var trustsElementCounts: Bool { memory == .stable }

  func extent(of object: Address) -> Int { live.size(of: object.bits) ?? .max }

  mutating func untyped(start: Address, length: Int, label: UInt32) {
    if trust != .liveOnly { coverage.scannedBytes += length }
    guard scans else { return }
    UntypedBytes.scan(start, length: length, live: live, check) { target, _ in
      coverage.scannedReferences += 1
      coverage.typedReferences -= 1
      expect(target)
    }
  }

  mutating func untypedRest(of object: Address, from offset: Int, label: UInt32) {
    guard let size = live.size(of: object.bits) else {
      coverage.unknownReferences += 1
      return
    }
    untyped(start: object + offset, length: max(0, size - offset), label: label)
  }

  /// Returns the snapshot. In the snapshot, objects that were not walked have no references.
  consuming func finished(walked: Int) -> HeapSnapshot {
    coverage.objects = walked
    for _ in walked..<addresses.count {
      strongCounts.append(OwnershipAccounting.unknownCount)
      offsets.append(UInt32(truncatingIfNeeded: targets.count))
    }
    return HeapSnapshot(
      addresses: addresses, strongCounts: strongCounts,
      references: SparseRows(checkedOffsets: offsets, targets: targets),
      coverage: coverage, isComplete: walked == addresses.count, index: index)
  }
}

internal import OwnershipGraph

/// Collects strong references as rows of node numbers, numbering objects as they
/// are met.
///
/// References are gathered for a block of objects and numbered together, so that
/// the look-ups' cache misses overlap.
struct GraphVisitor: ReferenceVisitor {
  /// The objects whose memory and references are fetched together.
  static let blockSize = 32

  private(set) var addresses: [UInt] = []
  private var strongCounts: [UInt32] = []
  private var offsets: [UInt32] = [0]
  private var targets: [UInt32] = []
  private let pending = PendingReferences()
  private var coverage = Coverage()
  private let index = ObjectIndex()
  private let live: any LiveObjects
  private let memory: WalkedMemory
  /// How far the words that are read as references are believed.
  private var trust: Trust
  private let check: MetadataCheck
  private let scans: Bool

  private enum Trust {
    case full
    /// A word may be half written.
    case objectsOnly
    /// A word may be left from earlier.
    case liveOnly
  }

  /// - Parameters:
  ///   - expected: About how many objects there will be.
  ///   - scans: What looks like a reference in bytes of unknown type is one.
  init(
    live: any LiveObjects, memory: WalkedMemory, check: MetadataCheck, expected: Int,
    scans: Bool
  ) {
    self.live = live
    self.scans = scans
    self.memory = memory
    trust = Self.trust(in: memory)
    self.check = check
    addresses.reserveCapacity(expected)
    strongCounts.reserveCapacity(expected)
    offsets.reserveCapacity(expected + 1)
    targets.reserveCapacity(3 * expected)
  }

  /// Numbers the objects that the walk starts from.
  mutating func add(seeds: [Address]) {
    var start = 0
    while start < seeds.count {
      let end = min(start + Self.blockSize, seeds.count)
      for place in start..<end { index.prefetch(seeds[place].bits) }
      for place in start..<end where seeds[place].bits >= Address.least {
        _ = node(of: seeds[place].bits)
      }
      start = end
    }
  }

  /// The number of the object at `address`, a new one if it was not met before.
  @inline(__always)
  private mutating func node(of address: UInt) -> UInt32 {
    let next = UInt32(truncatingIfNeeded: addresses.count)
    let node = index.number(of: address, orInsert: next)
    if node == next { addresses.append(address) }
    return node
  }

  @inline(__always)
  mutating func begin(_ head: PlanHead, strongCount: UInt32?) {
    strongCounts.append(strongCount ?? OwnershipAccounting.unknownCount)
    coverage.typedBytes += Int(head.typedBytes)
  }

  @inline(__always)
  mutating func end() {
    offsets.append(UInt32(truncatingIfNeeded: targets.count + pending.count))
  }

  /// Numbers the references gathered since the last call.
  mutating func endBlock() {
    for position in 0..<pending.count { targets.append(node(of: pending[position])) }
    coverage.typedReferences += pending.count
    pending.removeAll()
  }

  @inline(__always)
  mutating func reference(_ found: RawReference) {
    guard found.strength == .strong else { return }
    if trust != .full, !accepts(found.target) { return }
    index.prefetch(found.target)
    pending.append(found.target)
  }

  private static func trust(in memory: WalkedMemory) -> Trust {
    memory == .still ? .full : .objectsOnly
  }

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

  /// What a word of a half-made object names is an object indeed.
  private func isObject(_ target: UInt) -> Bool {
    if live.contains(target) || index[target] != nil { return true }
    return check.isObject(at: Address(target))
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

  func extent(of object: Address) -> Int { live.size(of: object.bits) ?? .max }

  mutating func untyped(start: Address, length: Int, label: UInt32) {
    if trust != .liveOnly { coverage.scannedBytes += length }
    guard scans else { return }
    UntypedBytes.scan(start, length: length, live: live, check) { target, _ in
      coverage.scannedReferences += 1
      coverage.typedReferences -= 1
      pending.append(target)
    }
  }

  mutating func untypedRest(of object: Address, from offset: Int, label: UInt32) {
    guard let size = live.size(of: object.bits) else {
      coverage.unknownReferences += 1
      return
    }
    untyped(start: object + offset, length: max(0, size - offset), label: label)
  }

  /// The snapshot; objects that were met but not walked have no references.
  consuming func finished(walked: Int) -> HeapSnapshot {
    coverage.objects = walked
    for _ in walked..<addresses.count {
      strongCounts.append(OwnershipAccounting.unknownCount)
      end()
    }
    return HeapSnapshot(
      addresses: addresses, strongCounts: strongCounts,
      references: SparseRows(checkedOffsets: offsets, targets: targets),
      coverage: coverage, isComplete: walked == addresses.count, index: index)
  }
}

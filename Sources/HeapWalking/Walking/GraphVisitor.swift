internal import OwnershipGraph

/// Collects strong references as rows of node numbers, numbering objects as they
/// are met.
///
/// References are gathered for a block of objects and numbered together, so that
/// the look-ups' cache misses overlap. What a block adds goes to the arrays at once.
struct GraphVisitor: ReferenceVisitor {
  /// The objects whose references are numbered together, and how far ahead of the walk
  /// objects are fetched.
  static let blockSize = 32

  private(set) var addresses: [UInt] = []
  private var strongCounts: [UInt32] = []
  private var offsets: [UInt32] = [0]
  private var targets: [UInt32] = []
  /// A reference that was read and not yet numbered.
  private struct Pending: BitwiseCopyable {
    var target: UInt
    var place: NumberPlace
  }

  private let pending = WorkList<Pending>()
  private let newAddresses = WorkList<UInt>()
  private let newStrongCounts = WorkList<UInt32>()
  private let newOffsets = WorkList<UInt32>()
  private let newTargets = WorkList<UInt32>()
  /// The objects that have a number.
  private var numbered: UInt32 = 0
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
    addresses.reserveLargePages(expected)
    strongCounts.reserveLargePages(expected)
    offsets.reserveLargePages(expected + 1)
    targets.reserveLargePages(3 * expected)
  }

  /// Numbers the objects that the walk starts from.
  mutating func add(seeds: [Address]) {
    var start = 0
    while start < seeds.count {
      let end = min(start + Self.blockSize, seeds.count)
      for place in start..<end where seeds[place].bits >= Address.least {
        expect(seeds[place].bits)
      }
      for position in 0..<pending.count { _ = number(of: pending[position]) }
      pending.removeAll()
      newAddresses.move(to: &addresses)
      start = end
    }
  }

  /// Notes that `target` is to be numbered, and has its number fetched.
  @inline(__always)
  private func expect(_ target: UInt) {
    let place = index.place(of: target)
    place.prefetch()
    pending.append(Pending(target: target, place: place))
  }

  /// The number of an object, a new one if it was not met before.
  @inline(__always)
  private mutating func number(of reference: Pending) -> UInt32 {
    let number = reference.place.number(orAssign: numbered)
    if number == numbered {
      newAddresses.append(reference.target)
      numbered &+= 1
    }
    return number
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

  /// Numbers the references gathered since the last call.
  mutating func endBlock() {
    for position in 0..<pending.count { newTargets.append(number(of: pending[position])) }
    coverage.typedReferences += pending.count
    pending.removeAll()
    newAddresses.move(to: &addresses)
    newStrongCounts.move(to: &strongCounts)
    newOffsets.move(to: &offsets)
    newTargets.move(to: &targets)
  }

  @inline(__always)
  mutating func reference(_ found: RawReference) {
    guard found.strength == .strong else { return }
    if trust != .full, !accepts(found.target) { return }
    expect(found.target)
  }

  private static func trust(in memory: WalkedMemory) -> Trust {
    memory == .still ? .full : .objectsOnly
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

  var believesCounts: Bool { memory == .still }

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

  /// The snapshot; objects that were met but not walked have no references.
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

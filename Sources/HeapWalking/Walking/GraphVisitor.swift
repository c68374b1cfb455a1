internal import OwnershipGraph

/// Collects strong references as rows of node numbers, numbering objects as they
/// are met.
struct GraphVisitor: ReferenceVisitor {
  private(set) var addresses: [UInt] = []
  private var strongCounts: [UInt32] = []
  private var rows = SparseRowsBuilder()
  private var coverage = Coverage()
  private let index = ObjectIndex()
  private let live: any LiveObjects

  init(live: any LiveObjects) { self.live = live }

  /// The number of the object at `address`, a new one if it was not met before.
  @inline(__always)
  mutating func node(of address: UInt) -> Int {
    if let known = index[address] { return Int(known) }
    let node = addresses.count
    index.insert(address, node: UInt32(node))
    addresses.append(address)
    return node
  }

  @inline(__always)
  mutating func begin(_ plan: ObjectPlan, strongCount: UInt32) {
    strongCounts.append(strongCount)
    coverage.typedBytes += max(0, plan.size - 16 - plan.untypedBytes)
  }

  mutating func end() { rows.endRow() }

  @inline(__always)
  mutating func reference(_ found: RawReference) {
    guard found.strength == .strong else { return }
    coverage.typedReferences += 1
    rows.addReference(to: node(of: found.target))
  }

  @inline(__always)
  mutating func enter(label: UInt32) {}

  @inline(__always)
  mutating func leave() {}

  mutating func untyped(start: Address, length: Int, label: UInt32) {
    coverage.scannedBytes += length
    UntypedBytes.scan(start, length: length, live: live) { target, _ in
      coverage.scannedReferences += 1
      rows.addReference(to: node(of: target))
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
    let isComplete = walked == addresses.count
    for _ in walked..<addresses.count {
      strongCounts.append(OwnershipAccounting.unknownCount)
      rows.endRow()
    }
    return HeapSnapshot(
      addresses: addresses, strongCounts: strongCounts, references: rows.finished(),
      coverage: coverage, isComplete: isComplete, index: index)
  }
}

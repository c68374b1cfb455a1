import HeapWalking
import OwnershipGraph
import Testing

/// The objects to which fixtures refer. Expectations name a target by its property.
final class Targets: @unchecked Sendable {
  let a = Target()
  let b = Target()
  let c = Other()
  let d = Other()
  /// An object to which no sample refers. Its address can only be in memory that a sample leaves
  /// uninitialized.
  let stale = Other()

  var names: [UInt: String] {
    [
      Address(of: a).bits: "a", Address(of: b).bits: "b", Address(of: c).bits: "c",
      Address(of: d).bits: "d",
    ]
  }
}

final class Target: @unchecked Sendable {
  var id = 7
  func on(_ value: Int) { id += value }
  func run() { id += 1 }
}

final class Other: @unchecked Sendable { var id = 8 }

/// An object that stores a closure without arguments.
final class Stored {
  var f: () -> Void
  init(_ f: @escaping () -> Void) { self.f = f }
}

/// An object that stores one or several functions of any type.
final class StoredOf<Function> {
  var f: Function
  init(_ f: Function) { self.f = f }
}

/// A construct of the language or a library, and the references of an object built with it.
struct Fixture: Sendable, CustomTestStringConvertible {
  let name: String
  let build: @Sendable (Targets) -> Sample

  init(_ name: String, _ build: @escaping @Sendable (Targets) -> Sample) {
    self.name = name
    self.build = build
  }

  var testDescription: String { name }
}

/// An object built with a construct, and the references that it is expected to have.
struct Sample {
  /// The object that is read.
  var owner: AnyObject
  /// The expected references, in the form of ``OwnedReference/description``: `field → a`, `weak
  /// field → b`.
  var expected: [String]
  /// A Boolean value indicating whether the type of some bytes is unknown to the runtime.
  var isScanned = false
  /// For each target, the expected difference between its strong count and the number of references
  /// that the walk finds; 0 for targets that are not listed.
  var unexplained: [String: Int] = [:]
  /// A Boolean value indicating whether the sample contains objects of the runtime or of a library
  /// that also have owners outside the sample.
  var sharesObjects = false
  /// A Boolean value indicating whether elements of a managed buffer contain bytes that no value
  /// uses, such as the space for a payload in a case that has none. They may contain the address of
  /// any target.
  var hasUnusedBytes = false

  /// - Parameter optimized: The expected references in an optimized build, if they differ. In that
  ///   build, the context of a specialized closure that captures one object is the object itself.
  init(
    _ owner: AnyObject, _ expected: String..., optimized: [String]? = nil, isScanned: Bool = false,
    unexplained: [String: Int] = [:], sharesObjects: Bool = false, hasUnusedBytes: Bool = false
  ) {
    self.owner = owner
    self.expected = isOptimized ? optimized ?? expected : expected
    self.isScanned = isScanned
    self.unexplained = unexplained
    self.sharesObjects = sharesObjects
    self.hasUnusedBytes = hasUnusedBytes
  }
}

/// An object that keeps itself alive until `releaseSelf()` is called.
protocol SelfReferring {
  func releaseSelf()
}

/// A Boolean value indicating whether the tests were built with optimization.
let isOptimized: Bool = {
  var optimized = true
  assert(
    {
      optimized = false
      return true
    }())
  return optimized
}()

/// A result builder that collects fixtures. The compiler type-checks each fixture separately.
@resultBuilder
enum FixtureList {
  static func buildBlock(_ fixtures: Fixture...) -> [Fixture] { fixtures }
}

/// The objects to which scanned bytes may refer: only objects of one test, so that concurrent tests
/// do not change the result. The sizes of blocks are the recorded sizes.
struct FixtureObjects: LiveObjects {
  var known: Set<UInt>
  private let record = AllocationRecord.installed

  init(_ known: some Sequence<UInt>) { self.known = Set(known) }

  func contains(_ address: UInt) -> Bool { known.contains(address) }
  func size(of address: UInt) -> Int? { record?.size(of: address) }
}

/// Fills memory with an address and frees it. If a sample then leaves some of its memory
/// uninitialized, that memory contains the address.
@inline(never)
private func fillFreeMemory(with address: UInt) {
  var blocks: [UnsafeMutableBufferPointer<UInt>] = []
  for words in stride(from: 2, through: 128, by: 2) {
    for _ in 0..<12 {
      let block = UnsafeMutableBufferPointer<UInt>.allocate(capacity: words)
      block.initialize(repeating: address)
      blocks.append(block)
    }
  }
  for block in blocks { block.deallocate() }
}

extension Fixture {
  /// Builds the sample, walks it, and checks the complete result.
  @inline(never)
  func check() {
    let targets = Targets()
    var names = targets.names
    // This value must be created first, because allocations are recorded only from then on.
    let live = FixtureObjects(names.keys + [Address(of: targets.stale).bits])
    let stale = Address(of: targets.stale).bits
    fillFreeMemory(with: stale)
    names[stale] = "stale"
    let sample = build(targets)
    let walker = HeapWalker(live: live)
    let before = names.keys.map { ReferenceCounts(of: Address($0)) }
    let owned = walker.owned(by: sample.owner, names: names)
    // The allocator may use a block that is larger than requested, and the elements of a managed
    // buffer extend to the end of its block.
    let references = owned.references.filter { !sample.isScanned || $0.target != "stale" }
      .map(\.description)
      .filter { !sample.hasUnusedBytes || !$0.hasPrefix("scanned elements[*] → ") }
    #expect(references.sorted() == sample.expected.sorted())
    #expect(owned.coverage.isFull == !sample.isScanned, "\(owned.coverage)")
    expectExplainedCounts(sample, targets, walker)
    #expect(names.keys.map { ReferenceCounts(of: Address($0)) } == before)
    (sample.owner as? any SelfReferring)?.releaseSelf()
    withExtendedLifetime((sample.owner, targets)) {}
  }

  /// Expects that the strong count of each target is equal to the number of references that the
  /// walk finds, except for the expected differences.
  private func expectExplainedCounts(_ sample: Sample, _ targets: Targets, _ walker: HeapWalker) {
    let seeds = [Address(of: sample.owner), Address(of: targets)]
    let snapshot = walker.walk(from: seeds)
    #expect(snapshot.isComplete)
    for (address, name) in targets.names {
      guard let node = snapshot.node(at: address) else {
        Issue.record("\(name) was not reached")
        continue
      }
      let found = snapshot.references.targets.count { $0 == UInt32(node.index) }
      let unexplained = Int(snapshot.strongCount(of: node)) - found
      let expected = sample.unexplained[name, default: 0]
      #expect(
        unexplained == expected || sample.hasUnusedBytes && unexplained < expected,
        "unexplained owners of \(name)")
    }
    var outside = Set(seeds.map(\.bits)).union(targets.names.keys)
    if sample.isScanned { outside.insert(Address(of: targets.stale).bits) }
    if !sample.sharesObjects { expectExplainedCounts(snapshot, except: outside) }
  }

  /// Expects that the strong count of every other object is equal to the number of references that
  /// the walk finds.
  private func expectExplainedCounts(_ snapshot: HeapSnapshot, except outside: Set<UInt>) {
    var found = [UInt32](repeating: 0, count: snapshot.addresses.count)
    for target in snapshot.references.targets { found[Int(target)] += 1 }
    for (node, address) in snapshot.addresses.enumerated() where !outside.contains(address) {
      let count = snapshot.strongCounts[node]
      guard count != OwnershipAccounting.unknownCount else { continue }
      #expect(count == found[node], "object \(node) of \(snapshot.addresses.count)")
    }
  }
}

/// Prevents the optimizer from removing a captured value that nothing else uses.
@inline(never)
@_optimize(none)
func use<Value: ~Copyable>(_ value: borrowing Value) {}

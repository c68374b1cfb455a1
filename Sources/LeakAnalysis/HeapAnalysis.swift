package import HeapWalking
package import Findings
package import OwnershipGraph

/// The analysis of the heap of a program that was not prepared for it.
///
/// All recorded objects are walked. An object whose strong count exceeds the references found has
/// another owner. What such objects reach may be alive; all other objects are retained only by
/// cycles. Untyped memory plays no part in that: what it owns shows as a count, and a stale word in
/// it can neither hide a leak nor invent one.
///
/// The search of roots comes second. What no root reaches has leaked as well: because of a cycle
/// through untyped memory, or because an object is over-retained.
package struct HeapAnalysis {
  package let findings: [Finding]
  package let coverage: Coverage
  package let objectCount: Int
  /// A Boolean value indicating whether no object has more references than its count allows.
  package let isConsistent: Bool
  /// A Boolean value indicating whether roots were searched, so that every leak was found.
  package let hasSearchedRoots: Bool
  /// A Boolean value indicating whether an object of the program may be over-retained without being
  /// reported: roots were not searched, and no reference explains one of its retains.
  package let mayHideLeaks: Bool

  let heap: HeapSnapshot
  let walker: HeapWalker
  /// By fingerprint, for the findings whose break can be executed.
  let targets: [String: BreakTarget]
  private let accounting: OwnershipAccounting
  private let roots: RootScan?

  /// Searches for what keeps objects alive beside other objects.
  package typealias RootSearch = (HeapSnapshot, OwnershipAccounting) -> RootScan

  /// - Parameters:
  ///   - objects: Every object that was allocated and not freed.
  ///   - walker: A walker that knows the same objects, to search untyped memory.
  ///   - roots: The search of globals, stacks and C memory; `nil` where that cannot be done.
  ///   - isOwn: A predicate for the objects of interest: a leak is reported if it has one among its
  ///     members or behind them.
  package init(
    of objects: [Address], walker: HeapWalker, roots: RootSearch? = nil,
    isOwn: @escaping (Address) -> Bool = { _ in true }
  ) {
    AnalysisPhase.walkingObjects.begin()
    let heap = walker.walk(from: objects, scans: false)
    AnalysisPhase.accounting.begin()
    let accounting = OwnershipAccounting(
      of: heap.references, strongCounts: heap.strongCounts, roots: [], ignoresReleased: true)
    coverage = heap.coverage
    objectCount = heap.addresses.count
    isConsistent = accounting.inconsistent.isEmpty
    var findings = HeapFindings(heap: heap, accounting: accounting, walker: walker, isOwn: isOwn)
    AnalysisPhase.searchingRoots.begin()
    var search = roots?(heap, accounting)
    if var roots = search {
      findings.addHeldObjects(&roots)
      roots.reachStacks()
      findings.addHeldObjects(&roots)
      let unreached = UnreachedObjects(
        in: heap, accounting, roots, isLibrarys: findings.isLibrarys)
      AnalysisPhase.describing.begin()
      findings.addProvenCycles(roots, unreached)
      findings.addUnprovenCycles(unreached)
      findings.addOverRetained(unreached)
      search = roots
    } else {
      AnalysisPhase.describing.begin()
      findings.addProvenCycles()
    }
    self.findings = findings.merged
    targets = findings.targets
    self.heap = heap
    self.walker = walker
    self.accounting = accounting
    self.roots = search
    hasSearchedRoots = roots != nil
    mayHideLeaks = roots == nil && findings.hasUnexplainedHosts
  }

  /// Returns whether only leaked objects keep an object alive, as far as is known.
  func isLeaked(_ object: Int) -> Bool {
    accounting.isLeaked(object) || roots?.isUnreached(object) == true
  }
}

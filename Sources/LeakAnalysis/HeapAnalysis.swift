package import HeapWalking
package import OwnershipGraph

/// What can never go away in a program that nobody prepared.
///
/// All objects that were recorded are walked; an object whose strong count exceeds the
/// references found is held from outside, what such objects reach is alive, and the
/// rest is garbage that only holds itself. No stack or global is scanned: whatever
/// they hold shows as a count. Nor are bytes of unknown type: what they hold shows as a
/// count as well, and a stale word in them can neither hide a leak nor invent one.
package struct HeapAnalysis {
  package let findings: [Finding]
  package let coverage: Coverage
  package let objectCount: Int
  /// Counts and references agree everywhere: no object has more references than its
  /// count allows.
  package let isConsistent: Bool

  /// A component with more objects is shown merged by type.
  private static let largestShown = 200
  /// Components described one by one; the rest is grouped by what they consist of.
  private static let mostDescribed = 2_000

  /// - Parameters:
  ///   - objects: Every object that was allocated and not freed.
  ///   - walker: Knows the same objects, for bytes without type.
  ///   - isOwn: Whose leaks are wanted: those with an own object among the members, or
  ///     behind them.
  package init(
    of objects: [Address], walker: HeapWalker, isOwn: (Address) -> Bool = { _ in true }
  ) {
    let heap = walker.walk(from: objects, scans: false)
    let accounting = OwnershipAccounting(
      of: heap.references, strongCounts: heap.strongCounts, roots: [],
      ignoresReleased: true)
    let leaks = LeakedComponents(
      heap: heap, accounting: accounting, most: Self.mostDescribed, isOwn: isOwn)
    var found: [String: Int] = [:]
    var findings: [Finding] = []
    for component in leaks.components {
      guard let finding = Self.finding(component, heap, walker) else { continue }
      if let place = found[finding.fingerprint] {
        findings[place].occurrences += finding.occurrences
      } else {
        found[finding.fingerprint] = findings.count
        findings.append(finding)
      }
    }
    self.findings = findings
    coverage = heap.coverage
    objectCount = heap.addresses.count
    isConsistent = accounting.inconsistent.isEmpty
  }

  private static func finding(
    _ component: LeakedComponents.Component, _ heap: HeapSnapshot, _ walker: HeapWalker
  ) -> Finding? {
    let nodes = component.members + component.behind
    let description = walker.describe(
      nodes.map { heap.addresses[$0] }, names: ObjectNames(),
      locates: nodes.count <= largestShown)
    func described(_ nodes: [Int]) -> Set<Int> {
      Set(nodes.compactMap { description.nodeOf[heap.addresses[$0]] })
    }
    var builder = FindingBuilder(
      graph: description.graph, hasFullCoverage: description.coverage.isFull, libraryModules: [],
      largestShown: largestShown)
    builder.addCycle(members: described(component.members), behind: described(component.behind))
    var finding = builder.findings.first
    finding?.occurrences = component.count
    return finding
  }
}

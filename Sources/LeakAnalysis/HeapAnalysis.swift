package import Findings
package import HeapWalking
package import OwnershipGraph

/// The analysis of the heap of a program that was not prepared for it.
///
/// All recorded objects are walked. An object whose strong count exceeds the references found has
/// another owner; objects reachable from it may be alive, and all others are retained only by
/// cycles. Untyped memory is not needed for this: its retains are part of the counts, and a stale
/// word in it can neither hide a leak nor cause a false one.
///
/// The search for roots comes second. Objects that no root reaches have leaked as well, because of
/// a cycle through untyped memory or because an object is over-retained.
///
/// The stages are the walk (``HeapSnapshot``), ``OwnershipAccounting``, ``HeapClassifier``,
/// ``HeapDescriber``, ``FindingExplainer`` and ``FindingMerger``. Each stage passes values to the
/// next.
package struct HeapAnalysis {
  package let findings: [Finding]
  package let coverage: Coverage
  package let objectCount: Int
  /// A Boolean value indicating whether no object has more references than its count allows.
  package let isConsistent: Bool
  /// A Boolean value indicating whether roots were searched. Otherwise only leaks that reference
  /// counts prove were found.
  package let hasSearchedRoots: Bool
  /// A Boolean value indicating whether one of the program's objects may have leaked without being
  /// reported. This is the case if roots were not searched and a retain of such an object is not
  /// explained, or if there are ``doubtfulObjects``.
  package let mayHideLeaks: Bool
  /// The number of objects that may have leaked: their only possible owner is the unused part of a
  /// stack that the C library did not allocate.
  package let doubtfulObjects: Int

  let leaked: LeakedHeap
  /// The targets of findings whose break can be executed, by fingerprint.
  let targets: [String: BreakTarget]
  /// All leaks that each finding represents, by fingerprint; empty if not all of them are known.
  let occurrences: [String: [LeakOccurrence]]

  /// A closure that searches for owners that are not objects.
  package typealias RootSearch = (HeapSnapshot, HeapAccounting) -> RootScan

  /// - Parameters:
  ///   - objects: All objects that were allocated and not freed.
  ///   - walker: A walker that recognizes references to the same objects in untyped memory.
  ///   - roots: The search of globals, stacks and C memory; `nil` if it is not possible.
  ///   - isOwn: A predicate for the objects of interest. A leak is reported if such an object is
  ///     among its members or behind them.
  package init(
    of objects: [Address], walker: HeapWalker, roots search: RootSearch? = nil,
    isOwn: @escaping (Address) -> Bool = { _ in true }
  ) {
    let describer = Self.account(of: objects, walker: walker)
    let classified = Self.classify(describer, search, isOwn: isOwn)
    leaked = LeakedHeap(
      heap: describer.heap, accounting: describer.accounting, walker: walker,
      roots: classified.roots)
    let merger = Self.explain(classified, describer, leaked)
    findings = merger.findings
    targets = merger.targets
    occurrences = Dictionary(
      uniqueKeysWithValues: findings.map { ($0.fingerprint, merger.occurrences(of: $0)) })
    coverage = leaked.heap.coverage
    objectCount = leaked.heap.addresses.count
    isConsistent = leaked.accounting.inconsistent.isEmpty
    hasSearchedRoots = search != nil
    mayHideLeaks = classified.mayHideLeaks || classified.doubtfulObjects > 0
    doubtfulObjects = classified.doubtfulObjects
  }
}

// The stages.
extension HeapAnalysis {
  /// The maximum number of objects that a finding shows without merging them by type.
  private static let largestShown = 200

  private struct Classified {
    var classes: [ClassifiedObjects]
    var roots: RootScan?
    var unreached: UnreachedObjects?
    var mayHideLeaks = false
    var doubtfulObjects = 0
  }

  private static func account(of objects: [Address], walker: HeapWalker) -> HeapDescriber {
    AnalysisPhase.walkingObjects.begin()
    let heap = walker.walk(from: objects, scans: false)
    AnalysisPhase.accounting.begin()
    let accounting = HeapAccounting(of: heap, ignoresReleased: true)
    return HeapDescriber(heap: heap, accounting: accounting, walker: walker)
  }

  /// Classifies objects by counts alone if roots are not searched, otherwise by counts and roots.
  private static func classify(
    _ describer: HeapDescriber, _ search: RootSearch?, isOwn: @escaping (Address) -> Bool
  ) -> Classified {
    AnalysisPhase.searchingRoots.begin()
    var classifier = HeapClassifier(describer, isOwn: isOwn)
    guard var roots = search?(describer.heap, describer.accounting) else {
      classifier.addProvenCycles()
      return Classified(
        classes: classifier.classes, mayHideLeaks: classifier.hasUnexplainedHosts())
    }
    classifier.addHeldObjects(&roots)
    roots.reachStacks()
    classifier.addHeldObjects(&roots)
    let doubtfulObjects = classifier.reachForeignStacks(&roots)
    let unreached = UnreachedObjects(
      in: describer.heap, describer.accounting, roots, isLibrarys: describer.isLibrarys)
    classifier.addProvenCycles(roots, unreached)
    classifier.addUnprovenCycles(unreached)
    classifier.addOverRetained(unreached)
    return Classified(
      classes: classifier.classes, roots: roots, unreached: unreached,
      doubtfulObjects: doubtfulObjects)
  }

  private static func explain(
    _ classified: Classified, _ describer: HeapDescriber, _ leaked: LeakedHeap
  ) -> FindingMerger {
    AnalysisPhase.describing.begin()
    describer.locate(classified.classes)
    let explainer = FindingExplainer(heap: describer.heap, largestShown: largestShown)
    var liveOwners = LiveOwners(in: leaked, besides: classified.classes)
    var merger = FindingMerger()
    for objects in classified.classes {
      var description = describer.description(of: objects, classified.unreached)
      liveOwners.mark(&description)
      let findings = explainer.findings(
        on: objects, as: description, hasFullCoverage: description.coverage.isFull)
      guard !findings.isEmpty else { continue }
      let target = explainer.target(of: objects, as: description)
      for finding in findings { merger.add(finding, count: objects.count, target: target) }
    }
    return merger
  }
}

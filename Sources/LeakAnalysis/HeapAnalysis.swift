package import Findings
package import HeapWalking
package import OwnershipGraph

/// The analysis of the heap of an unmodified program.
///
/// First, all recorded objects are walked. If the strong count of an object exceeds the number of
/// references found, the object has another owner, so it and the objects reachable from it may be
/// in use. All other objects are retained only by cycles. This part does not read untyped memory:
/// retains by untyped memory are included in the counts, so a stale word there can neither hide a
/// leak nor cause a false report.
///
/// Second, roots are searched for. Objects that no root reaches have leaked as well, because of a
/// cycle through untyped memory or because an object is over-retained.
///
/// The stages are the walk (``HeapSnapshot``), ``OwnershipAccounting``, ``HeapClassifier``,
/// ``HeapDescriber``, ``FindingExplainer`` and ``FindingMerger``. Each stage passes values to the
/// next.
package struct HeapAnalysis {
  package let findings: [Finding]
  package let coverage: Coverage
  package let objectCount: Int
  /// The number of objects of the program that have probably leaked, although a reference
  /// contradicts this; see ``OwnershipAccounting/contradicted``. The reference may be an old address
  /// in an object that is being initialized.
  package let contradictedObjects: Int
  /// A Boolean value indicating whether roots were searched for. If `false`, the analysis found
  /// only leaks that follow from reference counts.
  package let hasSearchedRoots: Bool
  /// A Boolean value indicating whether an object of the program may have leaked without being
  /// reported. This is the case if roots were not searched for and an object of the program has a
  /// retain that no reference explains. It is also the case if ``doubtfulObjects`` or
  /// ``contradictedObjects`` is not zero.
  package let mayHideLeaks: Bool
  /// The number of objects of the program that may have leaked: no root reaches them, but memory
  /// below the stack pointer of a thread refers to them; see ``RootScan/reachForeignStacks()``.
  package let doubtfulObjects: Int
  /// The number of objects of interest that were left out because reading them crashed earlier
  /// analyses.
  package let unreadObjects: Int

  let leaked: LeakedHeap
  /// For each fingerprint, the objects and stored references that are needed to try the suggested
  /// break. Findings without a suggested break have no entry.
  let targets: [String: BreakTarget]
  /// For each fingerprint, all leaks that the finding represents; empty if some of them are
  /// unknown.
  let occurrences: [String: [LeakOccurrence]]

  /// A closure that searches for owners other than objects, such as globals and stacks.
  package typealias RootSearch = (HeapSnapshot, HeapAccounting) -> RootScan

  /// - Parameters:
  ///   - objects: All objects that were allocated and not freed.
  ///   - walker: A walker that recognizes references to these objects in untyped memory.
  ///   - roots: A closure that searches globals, stacks and C memory for references; `nil` if they
  ///     cannot be searched.
  ///   - isOwn: A predicate for the objects of interest. A leak is reported only if it contains an
  ///     object of interest or keeps one alive.
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
    coverage = classified.coverage(in: leaked.heap)
    objectCount = leaked.heap.addresses.count
    contradictedObjects = describer.countOfProgramObjects(
      among: leaked.accounting.contradicted, isOwn: isOwn)
    hasSearchedRoots = search != nil
    mayHideLeaks =
      classified.mayHideLeaks || classified.doubtfulObjects > 0 || contradictedObjects > 0
    doubtfulObjects = classified.doubtfulObjects
    let unread = walker.unread
    unreadObjects = unread.isEmpty ? 0 : objects.count { unread.contains($0) && isOwn($0) }
  }
}

extension HeapAnalysis {
  /// A Boolean value indicating whether, for each object, the number of strong references that were
  /// found does not exceed the object's retain count.
  package var isConsistent: Bool { leaked.accounting.inconsistent.isEmpty }
}

// The stages.
extension HeapAnalysis {
  /// The number of objects above which a finding merges objects of the same type.
  private static let largestShown = 200

  private struct Classified {
    var classes: [ClassifiedObjects]
    /// The objects that only the runtime retains.
    var held: [HeapNode] = []
    var roots: RootScan?
    var unreached: UnreachedObjects?
    var mayHideLeaks = false
    var doubtfulObjects = 0
    /// The number of cycles of the program that have leaked if no thread was using them when it was
    /// stopped. They are not reported; see ``RootScan/inUseByThreads``.
    var cyclesInUse = 0

    func coverage(in heap: HeapSnapshot) -> Coverage {
      var coverage = heap.coverage
      if cyclesInUse > 0 { coverage.cyclesInUse = cyclesInUse }
      return coverage
    }
  }

  private static func account(of objects: [Address], walker: HeapWalker) -> HeapDescriber {
    AnalysisPhase.walkingObjects.begin()
    let heap = walker.walk(from: objects, scans: false)
    AnalysisPhase.accounting.begin()
    let accounting = HeapAccounting(of: heap, ignoresReleased: true)
    return HeapDescriber(heap: heap, accounting: accounting, walker: walker)
  }

  /// Classifies objects by their reference counts and, if `search` is not `nil`, by roots.
  private static func classify(
    _ describer: HeapDescriber, _ search: RootSearch?, isOwn: @escaping (Address) -> Bool
  ) -> Classified {
    AnalysisPhase.searchingRoots.begin()
    var classifier = HeapClassifier(describer, isOwn: isOwn)
    guard var roots = search?(describer.heap, describer.accounting) else {
      classifier.addProvenCycles()
      return Classified(
        classes: classifier.classes, mayHideLeaks: classifier.hasUnexplainedProgramObjects())
    }
    classifier.addHeldObjects(&roots)
    roots.reachStacks()
    classifier.addHeldObjects(&roots)
    classifier.addWaitingObjects(&roots)
    let doubtfulObjects = classifier.reachForeignStacks(&roots)
    var unreached = UnreachedObjects(
      in: describer.heap, describer.accounting, roots, belongsToLibrary: describer.belongsToLibrary)
    classifier.attachLibraryCycles(in: &unreached)
    classifier.addProvenCycles(roots, unreached)
    classifier.addUnprovenCycles(unreached)
    classifier.addOverRetained(unreached)
    return Classified(
      classes: classifier.classes, held: classifier.held, roots: roots, unreached: unreached,
      doubtfulObjects: doubtfulObjects, cyclesInUse: classifier.countOfCyclesInUse(roots))
  }

  private static func explain(
    _ classified: Classified, _ describer: HeapDescriber, _ leaked: LeakedHeap
  ) -> FindingMerger {
    AnalysisPhase.describing.begin()
    describer.locate(classified.classes)
    let explainer = FindingExplainer(heap: describer.heap, largestShown: largestShown)
    var liveOwners = LiveOwners(
      in: leaked, besides: classified.classes, held: classified.held)
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

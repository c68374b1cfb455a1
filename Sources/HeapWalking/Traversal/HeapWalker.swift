internal import OwnershipGraph

/// An object that finds the references of live objects.
///
/// A walker reads the memory of this process and uses the metadata of types to find the references
/// in objects. The extensions of ``PlanBuilder`` describe how each kind of type is read. A walker
/// compiles a plan for each type on first use and keeps it, so the same walker should be used for
/// many walks. It never retains, releases or changes objects.
///
/// The caller ensures that, during a call, the objects stay alive and are not written to. If other
/// threads change the heap, walk it in a forked process; see ``ForkedProcess``.
///
///     let walker = HeapWalker()
///     walker.reading(of: Address(of: viewModel)).references.map(\.label)
///
/// A walker must not be used by two threads at once.
package final class HeapWalker {
  let plans: PlanLibrary
  /// Plans that also read integers, because integers may be addresses of C memory.
  private(set) lazy var integerPlans = PlanLibrary(symbols: symbols, readsIntegers: true)
  let store: PlanStore
  let interpreter: PlanInterpreter
  let live: any LiveObjects
  let symbols: SymbolTable
  let locator = SourceLocator()
  let sources = SourceDeclarations()
  let labels = LabelCache()
  let callSites: CallSites
  let origins: SourceOrigins

  private let memory: WalkedMemory

  /// The objects that the walker does not read by type, because earlier analyses crashed while they
  /// read these objects.
  package var unread: UnreadObjects { plans.unread }

  /// The number of allocation-stack frames to report for each object; the first is the allocation
  /// site.
  package var allocationFrames = 1

  /// - Parameters:
  ///   - live: The live objects. A word of untyped memory is a possible reference if it is the
  ///     address of one of these objects.
  ///   - memory: The state of the memory that is walked.
  package init(live: any LiveObjects = NoLiveObjects(), memory: WalkedMemory = .stable) {
    self.live = live
    self.memory = memory
    symbols = SymbolTable()
    callSites = CallSites(symbols: symbols, locator: locator)
    origins = SourceOrigins(symbols: symbols, locator: locator)
    plans = PlanLibrary(symbols: symbols)
    store = plans.store
    interpreter = PlanInterpreter(plans: plans)
  }

  /// Walks from `seeds` along strong references until no new object is reached.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of objects to read. The snapshot also contains the objects to
  ///     which these objects refer.
  ///   - scans: A Boolean value indicating whether words of unknown type that look like references
  ///     are followed.
  /// - Complexity: O(objects + references). The snapshot uses 16 bytes for each object and 4 bytes
  ///   for each reference, in addition to its index.
  package func walk(from seeds: [Address], limit: Int = .max, scans: Bool = true) -> HeapSnapshot {
    var visitor = GraphVisitor(
      live: live, memory: memory, check: store.check, expected: seeds.count, scans: scans)
    visitor.add(seeds: seeds)
    var next = 0
    while next < visitor.addresses.count, next < limit {
      let end = min(next + GraphVisitor.batchSize, visitor.addresses.count, limit)
      visitor.beginBatch(next..<end)
      visitBatch(&visitor)
      visitor.endBatch()
      next = end
    }
    return visitor.finished(walked: next)
  }

  @inline(never)
  private func visitBatch(_ visitor: inout GraphVisitor) {
    let upcoming = visitor.upcoming.count
    for position in 0..<visitor.batch.count {
      if position < upcoming {
        // An object of up to 48 bytes lies entirely in the cache lines of these two addresses.
        let object = Address(visitor.upcoming[position])
        object.prefetch()
        (object + 40).prefetch()
      }
      let object = Address(visitor.batch[position])
      let head = plans.objectPlan(for: object)
      visitor.begin(head.element, strongCount: strongCount(of: object, head.element))
      interpreter.visit(object, head: head, &visitor)
      visitor.end()
    }
  }

  @inline(__always)
  private func strongCount(of object: Address, _ head: PlanHead) -> UInt32 {
    // An unaligned address has no metadata (loads return 0), so the address of a counted object is
    // aligned to a word.
    if head.isCounted, let strong = ReferenceCounts((object + 8).knownWord()).strong {
      return UInt32(truncatingIfNeeded: strong)
    }
    let count = head.isBlock ? BlockClass.retainCount(of: object) : nil
    return count.map(UInt32.init(truncatingIfNeeded:)) ?? OwnershipAccounting.unknownCount
  }
}

internal import OwnershipGraph

/// Finds what live objects refer to.
///
/// A walker reads the running process by the types' metadata: see ``PlanBuilder``
/// for how each construct is read. It compiles a plan for a type on first sight and
/// keeps it, so one walker should serve many walks. It never retains, releases or
/// changes what it reads. The caller sees to it that the objects stay alive and are
/// not being written to during a call.
///
///     let walker = HeapWalker()
///     walker.references(of: Address(of: viewModel)).references.map(\.label)
///
/// A walker is not for use by two threads at once.
package final class HeapWalker {
  let store: PlanStore
  let interpreter: PlanInterpreter
  let live: any LiveObjects
  let symbols: SymbolTable
  let locator = SourceLocator()

  /// - Parameter live: What untyped bytes are compared with.
  package init(live: any LiveObjects = NoLiveObjects()) {
    self.live = live
    symbols = SymbolTable()
    store = PlanStore(symbols: symbols)
    interpreter = PlanInterpreter(store: store)
  }

  /// Walks from `seeds` along strong references until nothing new is reached.
  ///
  /// - Parameter limit: The number of objects after which the walk is cut short.
  /// - Complexity: O(objects + references), 8 + 4 + 4 bytes an object, 4 a reference,
  ///   and the index.
  package func walk(from seeds: some Sequence<Address>, limit: Int = .max) -> HeapSnapshot {
    var visitor = GraphVisitor(live: live)
    for seed in seeds where seed.bits >= Address.least { _ = visitor.node(of: seed.bits) }
    var next = 0
    while next < visitor.addresses.count, next < limit {
      let object = Address(visitor.addresses[next])
      let plan = store.objects[store.objectPlan(for: object)]
      visitor.begin(plan, strongCount: strongCount(of: object, plan))
      interpreter.visit(object, plan: plan, &visitor)
      visitor.end()
      next += 1
    }
    return visitor.finished(walked: next)
  }

  @inline(__always)
  private func strongCount(of object: Address, _ plan: ObjectPlan) -> UInt32 {
    guard plan.kind != .block, let count = ReferenceCounts(of: object).strong else {
      return OwnershipAccounting.unknownCount
    }
    return UInt32(truncatingIfNeeded: count)
  }
}

import HeapWalking
import OwnershipGraph

/// Finds the references from other leaked objects to those of a finding.
struct LeakedOwners {
  private let analysis: HeapAnalysis

  init(_ analysis: HeapAnalysis) { self.analysis = analysis }

  /// For each target the steps that remove the references to its objects from leaked objects
  /// that are no part of it; for an over-retained object all references from leaked objects.
  ///
  /// - Complexity: O(references out of leaked objects), and the reading of the owners.
  func detachments(of targets: [BreakTarget]) -> [[BreakExecution.Step]] {
    let heap = analysis.heap
    // The targets that a node is a part of.
    var targetsOf: [Int: [Int]] = [:]
    for (index, target) in targets.enumerated() {
      for address in target.objects {
        if let node = heap.node(at: address) { targetsOf[node, default: []].append(index) }
      }
    }
    var owners = [Set<Int>](repeating: [], count: targets.count)
    for node in heap.addresses.indices where analysis.isLeaked(node) {
      for referent in heap.references[node] {
        for index in targetsOf[Int(referent)] ?? [] {
          let isOutside = targetsOf[node]?.contains(index) != true
          let object = heap.addresses[Int(referent)]
          if isOutside || targets[index].overRetained?.object == object {
            owners[index].insert(node)
          }
        }
      }
    }
    return zip(targets, owners).map { steps(from: $1.sorted(), to: $0) }
  }

  private func steps(from owners: [Int], to target: BreakTarget) -> [BreakExecution.Step] {
    let objects = Set(target.objects)
    return owners.flatMap { owner -> [BreakExecution.Step] in
      let address = analysis.heap.addresses[owner]
      return analysis.walker.reading(of: Address(address)).references
        .compactMap { reference -> BreakExecution.Step? in
          guard reference.strength == .strong, let slot = reference.slot,
            objects.contains(reference.target),
            !objects.contains(address) || reference.target == target.overRetained?.object
          else { return nil }
          let kind = analysis.walker.kind(of: Address(reference.target))
          return BreakExecution.Step(
            slot: slot, target: reference.target, isBlock: kind == .block)
        }
    }
  }
}

extension HeapAnalysis {
  /// Those of some objects whose deallocation can be observed: immortal objects are never
  /// deallocated, and blocks are none of the runtime's.
  func observable(_ objects: [UInt]) -> [UInt] {
    objects.filter { object in
      heap.node(at: object).map { heap.strongCounts[$0] != OwnershipAccounting.unknownCount }
        ?? false
    }
  }
}

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
    guard !targets.isEmpty else { return [] }
    let members = TargetMembers(of: targets, in: analysis.heap)
    let heap = analysis.heap
    var owners = [Set<Int>](repeating: [], count: targets.count)
    for node in heap.addresses.indices where analysis.isLeaked(node) {
      for referent in heap.references[node] {
        members.eachTarget(of: Int(referent)) { index in
          let object = heap.addresses[Int(referent)]
          if !members.isMember(node, of: index) || targets[index].overRetained?.object == object {
            owners[index].insert(node)
          }
        }
      }
    }
    return zip(targets, owners).map { $1.isEmpty ? [] : steps(from: $1.sorted(), to: $0) }
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

/// The targets that each object of a heap is a part of. Most objects are a part of one or none.
private struct TargetMembers {
  /// For each node of the heap its target: -1 for none, -2 for several.
  private var targetOf: [Int32]
  private var severalOf: [Int: [Int]] = [:]

  init(of targets: [BreakTarget], in heap: HeapSnapshot) {
    targetOf = Array(repeating: -1, count: heap.addresses.count)
    for (index, target) in targets.enumerated() {
      for node in target.objects.lazy.compactMap(heap.node) { add(index, to: node) }
    }
  }

  private mutating func add(_ target: Int, to node: Int) {
    if targetOf[node] == -1 {
      targetOf[node] = Int32(target)
    } else {
      if targetOf[node] >= 0 { severalOf[node] = [Int(targetOf[node])] }
      targetOf[node] = -2
      severalOf[node, default: []].append(target)
    }
  }

  func isMember(_ node: Int, of target: Int) -> Bool {
    targetOf[node] == -2
      ? severalOf[node]?.contains(target) == true : targetOf[node] == Int32(target)
  }

  func eachTarget(of node: Int, _ body: (Int) -> Void) {
    if targetOf[node] >= 0 {
      body(Int(targetOf[node]))
    } else if targetOf[node] == -2 {
      severalOf[node]?.forEach(body)
    }
  }
}

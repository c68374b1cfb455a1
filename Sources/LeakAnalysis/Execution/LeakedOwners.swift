import HeapWalking
import OwnershipGraph

/// A type that finds the references from other leaked objects to the objects of a finding.
struct LeakedOwners {
  private let leaked: LeakedHeap

  init(_ leaked: LeakedHeap) { self.leaked = leaked }

  /// Returns, for each target, the steps that clear the references from other leaked objects to the
  /// target's objects. References to an over-retained object are cleared in all leaked objects,
  /// including the target's own objects.
  ///
  /// - Complexity: O(references of leaked objects), plus the time to read the owners.
  func detachments(of targets: [BreakTarget]) -> [[BreakExecution.Step]] {
    guard !targets.isEmpty else { return [] }
    let members = TargetMembers(of: targets, in: leaked.heap)
    let heap = leaked.heap
    var owners = [Set<HeapNode>](repeating: [], count: targets.count)
    for node in heap.nodes where leaked.isLeaked(node) {
      for referent in heap.targets(of: node) {
        members.eachTarget(of: referent) { index in
          let object = heap.address(of: referent)
          if !members.isMember(node, of: index) || targets[index].overRetained?.object == object {
            owners[index].insert(node)
          }
        }
      }
    }
    return zip(targets, owners).map { $1.isEmpty ? [] : steps(from: $1.sorted(), to: $0) }
  }

  private func steps(from owners: [HeapNode], to target: BreakTarget) -> [BreakExecution.Step] {
    let objects = Set(target.objects)
    return owners.flatMap { owner -> [BreakExecution.Step] in
      let address = leaked.heap.address(of: owner)
      return leaked.walker.reading(of: Address(address)).references
        .compactMap { reference -> BreakExecution.Step? in
          guard reference.strength == .strong, let slot = reference.slot,
            objects.contains(reference.target),
            !objects.contains(address) || reference.target == target.overRetained?.object
          else { return nil }
          let kind = leaked.walker.kind(of: Address(reference.target))
          return BreakExecution.Step(
            slot: slot, target: reference.target, isBlock: kind == .block)
        }
    }
  }
}

/// A map from each object of a heap to the targets that contain it. Most objects belong to at most
/// one target.
private struct TargetMembers {
  /// For each object, the index of its target; -1 if the object belongs to no target, -2 if it
  /// belongs to several.
  private var targetOf: [Int32]
  private var severalOf: [HeapNode: [Int]] = [:]

  init(of targets: [BreakTarget], in heap: HeapSnapshot) {
    targetOf = Array(repeating: -1, count: heap.addresses.count)
    for (index, target) in targets.enumerated() {
      for node in target.objects.lazy.compactMap(heap.node) { add(index, to: node) }
    }
  }

  private mutating func add(_ target: Int, to node: HeapNode) {
    let known = targetOf[node.index]
    if known == -1 {
      targetOf[node.index] = Int32(target)
    } else {
      if known >= 0 { severalOf[node] = [Int(known)] }
      targetOf[node.index] = -2
      severalOf[node, default: []].append(target)
    }
  }

  func isMember(_ node: HeapNode, of target: Int) -> Bool {
    let known = targetOf[node.index]
    return known == -2 ? severalOf[node]?.contains(target) == true : known == Int32(target)
  }

  func eachTarget(of node: HeapNode, _ body: (Int) -> Void) {
    let known = targetOf[node.index]
    if known >= 0 {
      body(Int(known))
    } else if known == -2 {
      severalOf[node]?.forEach(body)
    }
  }
}

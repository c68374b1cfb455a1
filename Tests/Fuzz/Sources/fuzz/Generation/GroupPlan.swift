/// The outline of a group: which nodes refer to which. The outline is made before any type is
/// chosen.
struct GroupPlan {
  enum Template: CaseIterable {
    case cycle, cycleWithTail, cycleBeforeOverRetained, overRetainedOwnerOfCycle,
      overRetainedInCycle
    case twoCycles, overRetained, overRetainedChain, tree, anything
  }

  var nodeCount: Int
  var edges: [(from: Int, to: Int)] = []
  var retains: [Int: Int] = [:]

  init(_ template: Template, _ random: inout SeededGenerator) {
    let cycle = random.pick([1, 1, 2, 2, 2, 3, 4, 7])
    let tail = random.number(1...3)
    let retained = random.pick([1, 1, 1, 2, 3])
    nodeCount = cycle
    switch template {
    case .cycle: addCycle(0..<cycle)
    case .cycleWithTail:
      nodeCount = cycle + tail
      addCycle(0..<cycle)
      addChain((cycle - 1)..<nodeCount)
    case .cycleBeforeOverRetained:
      nodeCount = cycle + tail
      addCycle(0..<cycle)
      addChain((cycle - 1)..<nodeCount)
      retains[random.number(cycle...(nodeCount - 1))] = retained
    case .overRetainedOwnerOfCycle:
      nodeCount = cycle + tail
      addCycle(0..<cycle)
      addChain(cycle..<nodeCount)
      edges.append((nodeCount - 1, random.number(0...(cycle - 1))))
      retains[random.number(cycle...(nodeCount - 1))] = retained
    case .overRetainedInCycle:
      addCycle(0..<cycle)
      retains[random.number(0...(cycle - 1))] = retained
      if random.chance(0.3) { retains[random.number(0...(cycle - 1))] = retained }
    case .twoCycles:
      let other = random.number(1...3)
      nodeCount = cycle + other
      addCycle(0..<cycle)
      addCycle(cycle..<nodeCount)
      edges.append((random.number(0...(cycle - 1)), random.number(cycle...(nodeCount - 1))))
    case .overRetained:
      nodeCount = 1
      retains[0] = retained
    case .overRetainedChain:
      nodeCount = 1 + tail
      addChain(0..<nodeCount)
      retains[random.number(0...tail)] = retained
      if random.chance(0.3) { retains[random.number(0...tail)] = retained }
    case .tree:
      nodeCount = random.number(1...6)
      for node in 1..<max(2, nodeCount) where node < nodeCount {
        edges.append((random.number(0...(node - 1)), node))
      }
    case .anything:
      nodeCount = random.number(1...7)
      for _ in 0..<random.number(1...(nodeCount + 3)) {
        edges.append((random.number(0...(nodeCount - 1)), random.number(0...(nodeCount - 1))))
      }
      if random.chance(0.4) { retains[random.number(0...(nodeCount - 1))] = retained }
    }
    if random.chance(0.2) {
      edges.append((random.number(0...(nodeCount - 1)), random.number(0...(nodeCount - 1))))
    }
  }

  private mutating func addCycle(_ nodes: Range<Int>) {
    for node in nodes {
      edges.append((node, node + 1 == nodes.upperBound ? nodes.lowerBound : node + 1))
    }
  }

  private mutating func addChain(_ nodes: Range<Int>) {
    for node in nodes.dropLast() { edges.append((node, node + 1)) }
  }
}

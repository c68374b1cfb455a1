/// The outline of a group: which nodes refer to which. The outline is made before any type is
/// chosen.
struct GroupPlan {
  enum Template: CaseIterable {
    case ring, ringWithTail, ringBeforeOverRetained, overRetainedOwnerOfRing, overRetainedInRing
    case twoRings, overRetained, overRetainedChain, tree, anything
  }

  var nodeCount: Int
  var edges: [(from: Int, to: Int)] = []
  var retains: [Int: Int] = [:]

  init(_ template: Template, _ random: inout SeededGenerator) {
    let ring = random.pick([1, 1, 2, 2, 2, 3, 4, 7])
    let tail = random.number(1...3)
    let retained = random.pick([1, 1, 1, 2, 3])
    nodeCount = ring
    switch template {
    case .ring: addRing(0..<ring)
    case .ringWithTail:
      nodeCount = ring + tail
      addRing(0..<ring)
      addChain((ring - 1)..<nodeCount)
    case .ringBeforeOverRetained:
      nodeCount = ring + tail
      addRing(0..<ring)
      addChain((ring - 1)..<nodeCount)
      retains[random.number(ring...(nodeCount - 1))] = retained
    case .overRetainedOwnerOfRing:
      nodeCount = ring + tail
      addRing(0..<ring)
      addChain(ring..<nodeCount)
      edges.append((nodeCount - 1, random.number(0...(ring - 1))))
      retains[random.number(ring...(nodeCount - 1))] = retained
    case .overRetainedInRing:
      addRing(0..<ring)
      retains[random.number(0...(ring - 1))] = retained
      if random.chance(0.3) { retains[random.number(0...(ring - 1))] = retained }
    case .twoRings:
      let other = random.number(1...3)
      nodeCount = ring + other
      addRing(0..<ring)
      addRing(ring..<nodeCount)
      edges.append((random.number(0...(ring - 1)), random.number(ring...(nodeCount - 1))))
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

  private mutating func addRing(_ nodes: Range<Int>) {
    for node in nodes {
      edges.append((node, node + 1 == nodes.upperBound ? nodes.lowerBound : node + 1))
    }
  }

  private mutating func addChain(_ nodes: Range<Int>) {
    for node in nodes.dropLast() { edges.append((node, node + 1)) }
  }
}

import HeapWalking
import LeakAnalysis
import Findings
import OwnershipGraph
import Testing

/// Tests that compare the analysis with a model, using random heaps.
@Suite struct RandomHeapTests {
  /// Each argument is a seed for 250 heaps.
  @Test(arguments: 0..<8)
  func theAnalysisReportsExactlyTheLeakedObjects(batch: UInt64) {
    let walker = HeapWalker()
    var leaking = 0
    for seed in (batch * 250)..<(batch * 250 + 250) {
      let heap = RandomHeap(seed: seed)
      expectTruth(of: heap, walker, seed: seed)
      if !heap.leaked.isEmpty { leaking += 1 }
      heap.clear()
    }
    #expect(leaking > 50)
  }

  private func expectTruth(of heap: RandomHeap, _ walker: HeapWalker, seed: UInt64) {
    let comment = Comment(rawValue: "seed \(seed):\n\(heap.text)")
    #expect(heap.alive == heap.expectedAlive, comment)
    let objects = walker.walk(from: heap.alive.sorted().map { heap.addresses[$0] }).addresses
    let analysis = HeapAnalysis(of: objects.map { Address($0) }, walker: walker)
    #expect(analysis.isConsistent, comment)

    let cycles: Set<Rule> = [.retainCycle, .closureCaptureCycle, .selfCycle]
    let findings = analysis.findings.filter { cycles.contains($0.rule) }
    #expect(findings.allSatisfy { $0.confidence == .proven && !$0.breakSet.isEmpty }, comment)
    #expect(types(in: findings) { $0 == .cycle } == names(heap.leakedInCycles, heap), comment)
    #expect(types(in: findings) { $0 != .context } == names(heap.leaked, heap), comment)
  }

  private func names(_ nodes: Set<Int>, _ heap: RandomHeap) -> Set<String> {
    Set(nodes.map { String(heap.types[$0].prefix { $0 != "<" }) })
  }

  /// Returns the classes of the nodes whose role satisfies a condition.
  private func types(
    in findings: [Finding], where isWanted: (ObjectGraph.Role) -> Bool
  ) -> Set<String> {
    let nodes = findings.flatMap(\.graph.nodes).filter { isWanted($0.role) }
    return Set(nodes.map { String($0.type.prefix { $0 != "<" }) }.filter { $0.hasSuffix("Node") })
  }
}

import OwnershipGraph
import Testing

@testable import LeakAnalysis

@Suite struct FindingExplainerTests {
  private func graph(_ nodes: [(ObjectGraph.Kind, type: String)]) -> ObjectGraph {
    ObjectGraph(
      nodes: nodes.map {
        .init(id: $0.type, type: $0.type, qualifiedType: $0.type, kind: $0.0, role: .held)
      }, references: [])
  }

  @Test func aBlockWithoutAnyCodeOfTheProgramBelongsToALibrary() {
    let block: Set<GraphNode> = [GraphNode(0)]
    let alone = graph([(.block, "block"), (.classInstance, "Dispatch.DispatchQueue")])
    #expect(FindingExplainer.isLibrarysBlock(block, in: alone))
    let ofProgram = graph([(.block, "block"), (.function, "closure #1 in App.f()")])
    #expect(!FindingExplainer.isLibrarysBlock(block, in: ofProgram))
    let capturing = graph([(.block, "block"), (.classInstance, "App.Model")])
    #expect(!FindingExplainer.isLibrarysBlock(block, in: capturing))
    let queue = graph([(.classInstance, "Dispatch.DispatchQueue")])
    #expect(!FindingExplainer.isLibrarysBlock(block, in: queue))
  }
}

import Findings
import OwnershipGraph
import TestSupport
import Testing

@Suite struct CycleTraceTests {
  /// `Model -> Bag -> Disposer <-> Sink -> closure -> Model`
  private var model: ObjectGraph {
    ObjectGraph(
      nodes: [
        .init(id: "Disposer#1", type: "Disposer", qualifiedType: "Streams.Disposer", role: .cycle),
        .init(id: "Sink#1", type: "Sink", qualifiedType: "Streams.Sink", role: .cycle),
        .init(
          id: "closure#1", type: "closure #1 in Model.start()",
          qualifiedType: "closure #1 in App.Model.start()", kind: .closureContext, role: .cycle),
        .init(id: "Model#1", type: "Model", qualifiedType: "App.Model", role: .cycle),
        .init(id: "Bag#1", type: "Bag", qualifiedType: "Streams.DisposeBag", role: .cycle),
      ],
      references: [
        .init(from: 0, to: 1, label: "sink"), .init(from: 1, to: 0, label: "cancel"),
        .init(from: 1, to: 2, label: "observer"), .init(from: 2, to: 3, label: "capture self"),
        .init(from: 3, to: 4, label: "bag"), .init(from: 4, to: 0, label: "disposables[*]"),
      ])
  }

  @Test func theTraceStartsAtAProgramObjectAndEndsAtTheBreak() throws {
    let trace = try #require(CycleTrace(of: model, breaking: model.advisedBreaks()))
    #expect(trace.steps.map(\.node) == [3, 4, 0, 2])
    let partner = try #require(trace.steps[2].partner)
    #expect([partner.node, partner.there, partner.back] == [1, 0, 1])
    #expect(trace.steps.map(\.next) == [4, 5, 2, 3])
    #expect(trace.others.isEmpty)
  }

  @Test func theHostsCaptureIsAdvisedInsteadOfTheSmallestSet() {
    #expect(model.advisedBreaks() == [3])
    // Reference 0 is the only one that is on both cycles.
    #expect(model.breakSet().references == [0])
    #expect(model.breakSet().isProvenSmallest)
  }

  @Test func aLibraryCycleHasNoAdviceForTheHost() {
    var graph = model
    graph.nodes.removeLast(3)
    graph.references.removeLast(4)
    #expect(graph.advisedBreaks().isEmpty)
    #expect(graph.breakSet().references == [0])
  }

  @Test func aSelfReferenceIsACycleOfOneObject() throws {
    let graph = ObjectGraph(
      nodes: [.init(id: "A#1", type: "A", role: .cycle)],
      references: [.init(from: 0, to: 0, label: "me")])
    let trace = try #require(CycleTrace(of: graph))
    #expect(trace.steps.map(\.node) == [0])
    #expect(trace.steps.map(\.next) == [0])
    #expect(trace.steps[0].partner == nil)
  }

  @Test func aGraphWithoutACycleHasNoTrace() {
    let graph = ObjectGraph(
      nodes: [.init(id: "A#1", type: "A"), .init(id: "B#1", type: "B")],
      references: [
        .init(from: 0, to: 1, label: "b"), .init(from: 1, to: 0, label: "a", strength: .weak),
      ])
    #expect(CycleTrace(of: graph) == nil)
  }

  @Test(arguments: 0..<300) func theTraceIsClosedAndShowsEveryReferenceOnce(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let random = RandomGraph(largest: 7, using: &generator)
    let graph = ObjectGraph(
      nodes: random.rows.indices.map { .init(id: "N#\($0)", type: "N", role: .cycle) },
      references: random.rows.enumerated().flatMap { node, row in
        row.map { .init(from: node, to: $0, label: "\($0)") }
      })
    let members = graph.cycleReferences()
    guard let trace = CycleTrace(of: graph, breaking: graph.breakSet().references) else {
      #expect(members.isEmpty, "\(random)")
      return
    }
    var shown = trace.others
    for (index, step) in trace.steps.enumerated() {
      let following = trace.steps[(index + 1) % trace.steps.count].node
      #expect(graph.references[step.next].from == step.partner?.node ?? step.node, "\(random)")
      #expect(graph.references[step.next].to == following, "\(random)")
      shown.append(step.next)
      if let partner = step.partner { shown += [partner.there, partner.back] }
    }
    #expect(shown.sorted() == members, "\(random)")
  }
}

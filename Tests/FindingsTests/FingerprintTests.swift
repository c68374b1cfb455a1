import Findings
import OwnershipGraph
import Testing

@Suite struct FingerprintTests {
  private func ring(_ types: [String], labels: [String]? = nil, rotatedBy shift: Int = 0)
    -> ObjectGraph
  {
    let count = types.count
    let order = (0..<count).map { ($0 + shift) % count }
    return ObjectGraph(
      nodes: order.enumerated().map {
        .init(id: "object#\($0.offset + shift)", type: types[$0.element], role: .cycle)
      },
      references: order.indices.map {
        .init(from: $0, to: ($0 + 1) % count, label: labels?[order[$0]] ?? "next")
      })
  }

  /// The expected values were computed by another implementation of FNV-1a over the same bytes.
  @Test func knownFindingsHaveFixedFingerprints() {
    let graph = ring(["SinkDisposer", "AnonymousObservableSink"], labels: ["sink", "cancel"])
    #expect(Fingerprint.ofCycle(in: graph) == "v1:db27f686")
    #expect(
      Fingerprint.of(rule: .heldAfterEnding, types: ["BinaryDisposable"], roots: ["bag"])
        == "v1:5f629678")
  }

  @Test(arguments: 1..<5) func rotationAndNumberingAreIgnored(shift: Int) {
    let types = ["A", "B", "A", "C", "D"]
    let labels = ["a", "b", "c", "d", "e"]
    var reversed = ring(types, labels: labels, rotatedBy: shift)
    reversed.references.reverse()
    #expect(
      Fingerprint.ofCycle(in: reversed) == Fingerprint.ofCycle(in: ring(types, labels: labels)))
  }

  @Test func cyclesOfOneTypeMatchRegardlessOfLength() {
    #expect(
      Fingerprint.ofCycle(in: ring(Array(repeating: "Node", count: 3)))
        == Fingerprint.ofCycle(in: ring(Array(repeating: "Node", count: 90))))
  }

  @Test func aSelfCycleDiffersFromACycleOfTwoObjects() {
    let pair = ring(["Node", "Node"])
    #expect(Fingerprint.ofCycle(in: ring(["Node"])) != Fingerprint.ofCycle(in: pair))
    #expect(Fingerprint.ofCycle(in: pair.mergedByType().graph) == Fingerprint.ofCycle(in: pair))
  }

  @Test func aSelfCycleThroughAMethodDiffersFromACycleOfTwoObjects() {
    var itself = ring(["Node", "Node.poke"])
    itself.nodes[1].kind = .function
    var pair = ring(["Node", "Node.poke", "Node", "Node.poke"])
    for index in [1, 3] { pair.nodes[index].kind = .function }
    #expect(Fingerprint.ofCycle(in: itself) != Fingerprint.ofCycle(in: pair))
  }

  @Test func thePresenceOfAClosureContextIsIgnored() {
    func fingerprint(_ kind: ObjectGraph.Kind) -> String {
      var graph = ring(["Screen", "closure #1 in Screen.load()"])
      graph.nodes[1].kind = kind
      return Fingerprint.ofCycle(in: graph)
    }
    #expect(fingerprint(.closureContext) == fingerprint(.function))
  }

  @Test func typesDistinguishCyclesWithoutKnownReferences() {
    func fingerprint(_ type: String) -> String {
      var graph = ring([type])
      graph.references = []
      return Fingerprint.ofCycle(in: graph)
    }
    #expect(fingerprint("Alpha") != fingerprint("Beta"))
  }

  @Test(arguments: [
    ("closure #1 in FeedViewModel.start()", "closure #4 in FeedViewModel.start()"),
    ("closure #1 in closure #2 in f()", "closure #2 in closure #1 in f()"),
    ("(unknown context at $7f12ab34).Local", "(unknown context at $55aa00).Local"),
    ("App.(Hidden in _0123456789ABCDEF0123456789ABCDEF)", "App.Hidden"),
  ]) func typeNameChangesFromUnrelatedEditsAreIgnored(one: String, other: String) {
    #expect(
      Fingerprint.ofCycle(in: ring([one, "B"])) == Fingerprint.ofCycle(in: ring([other, "B"])))
  }

  @Test func indicesAreIgnored() {
    #expect(
      Fingerprint.ofCycle(in: ring(["A", "B"], labels: ["items[3].sink", "x"]))
        == Fingerprint.ofCycle(in: ring(["A", "B"], labels: ["items[*].sink", "x"])))
  }

  @Test func typesLabelsAndDirectionDistinguishCycles() {
    let graphs = [
      ring(["A", "B"]), ring(["A", "C"]), ring(["A", "B"], labels: ["next", "back"]),
      ring(["A", "B"], labels: ["back", "next"]), ring(["A"]),
    ]
    #expect(Set(graphs.map(Fingerprint.ofCycle)).count == graphs.count)
  }

  @Test func objectsBehindTheCycleAndWeakReferencesAreIgnored() {
    var graph = ring(["A", "B"])
    graph.nodes.append(.init(id: "C#1", type: "C", role: .behind))
    graph.references.append(.init(from: 0, to: 2, label: "c"))
    graph.references.append(.init(from: 1, to: 0, label: "owner", strength: .weak))
    #expect(Fingerprint.ofCycle(in: graph) == Fingerprint.ofCycle(in: ring(["A", "B"])))
  }

  /// Returns a graph of two tasks that refer to each other and are suspended in `function`. The
  /// closure of the first task captures an object of the type `captured`.
  private func tasks(in function: String, captured: String) -> ObjectGraph {
    var graph = ring(["Task", "Task"])
    for index in graph.nodes.indices {
      graph.nodes[index].kind = .task
      graph.nodes[index].suspended = SuspendedCode(function: function)
    }
    graph.nodes.append(
      .init(id: "f#1", type: "closure #1 in f()", kind: .closureContext, role: .behind))
    graph.nodes.append(.init(id: "C#1", type: captured, role: .behind))
    graph.references.append(.init(from: 0, to: 2, label: "untyped memory"))
    graph.references.append(.init(from: 2, to: 3, label: "capture #1"))
    return graph
  }

  @Test func aBoxKeepsTheFingerprintOfEarlierVersions() {
    #expect(
      Fingerprint.ofCycle(in: ring(["box of closure", "A"]))
        == Fingerprint.ofCycle(in: ring(["box of variable", "A"])))
  }

  @Test func aTaskIsIdentifiedByItsFunctionAndItsCaptures() {
    let one = tasks(in: "f()", captured: "A")
    let others = [tasks(in: "g()", captured: "A"), tasks(in: "f()", captured: "B")]
    let cycles = ([one] + others).map(Fingerprint.ofCycle)
    #expect(Set(cycles).count == 3)
    #expect(Fingerprint.ofCycle(in: tasks(in: "f()", captured: "A")) == cycles[0])
    let task: Set<GraphNode> = [GraphNode(0)]
    let behind: Set<GraphNode> = [GraphNode(2), GraphNode(3)]
    let retained = ([one] + others).map {
      Fingerprint.ofOverRetained(task, behind: behind, in: $0)
    }
    #expect(Set(retained).count == 3)
  }

  @Test func aHeldFindingIsIdentifiedByRuleTypesAndRoots() {
    let one = Fingerprint.of(rule: .heldAfterEnding, types: ["B", "A", "A"], roots: ["bag"])
    #expect(one == Fingerprint.of(rule: .heldAfterEnding, types: ["A", "B"], roots: ["bag"]))
    #expect(one != Fingerprint.of(rule: .heldAfterEnding, types: ["A", "B"], roots: ["test"]))
    #expect(one != Fingerprint.of(rule: .unexplainedOwner, types: ["A", "B"], roots: ["bag"]))
  }

  @Test func tasksThatRunDifferentFunctionsAreDifferentFindings() {
    func fingerprint(_ function: String?) -> String {
      var task = ObjectGraph.Node(id: "Task#1", type: "Task", kind: .task, role: .held)
      task.suspended = function.map { SuspendedCode(function: $0) }
      return Fingerprint.of(rule: .overRetained, nodes: [task], roots: [])
    }
    #expect(fingerprint(nil) == Fingerprint.of(rule: .overRetained, types: ["Task"], roots: []))
    #expect(fingerprint("closure #1 in A.f()") == fingerprint("closure #2 in A.f()"))
    let all = [fingerprint(nil), fingerprint("closure #1 in A.f()"), fingerprint("B.g()")]
    #expect(Set(all).count == 3)
  }
}

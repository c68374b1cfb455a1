import Findings
import OwnershipGraph
import TestSupport
import Testing

/// Returns the graph that lines such as `App.Parent -child-> App.Child` describe. If a type has
/// several objects, `App.Node/2` is the second.
func graph(_ lines: [String]) throws -> ObjectGraph {
  var graph = ObjectGraph()
  var indices: [String: Int] = [:]
  func index(of name: String) -> Int {
    if let index = indices[name] { return index }
    let type = name.replacing(#/\/\d+$/#, with: "")
    let kind: ObjectGraph.Kind =
      type.contains("closure #")
      ? .closureContext : ["Task": .task, "Array": .array][type] ?? .classInstance
    let short = type.replacing(#/\b(App|Streams|RxSwift)\./#, with: "")
    graph.nodes.append(
      .init(
        id: "\(short)#\(indices.count)", type: short, qualifiedType: type, kind: kind, role: .cycle,
        origin: type.contains("RxSwift.") ? .dependency : nil))
    indices[name] = graph.nodes.count - 1
    return graph.nodes.count - 1
  }
  for line in lines {
    let match = try #require(line.wholeMatch(of: #/(.+?) -(.*?)-> (.+)/#), "\(line)")
    let (from, to) = (index(of: String(match.1)), index(of: String(match.3)))
    graph.references.append(.init(from: from, to: to, label: String(match.2)))
  }
  return graph
}

/// A graph, and the lines of the references that a maintainer would change.
private struct Shape: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var lines: [String]
  var broken: [Int]

  init(_ name: String, _ lines: [String], breaking broken: Int...) {
    testDescription = name
    self.lines = lines
    self.broken = broken
  }
}

private let shapes = [
  Shape(
    "a closure that captures an array of its owner",
    [
      "App.Screen -bus-> App.Bus", "App.Bus -handlers[*]-> closure #1 in App.Screen.start()",
      "closure #1 in App.Screen.start() -capture all-> Array", "Array -[*]-> App.Screen",
    ], breaking: 2),
  Shape(
    "a closure that captures an array of arrays of its owner",
    [
      "App.Screen -bus-> App.Bus", "App.Bus -handlers[*]-> closure #1 in App.Screen.start()",
      "closure #1 in App.Screen.start() -capture all-> Array", "Array -[*]-> Array/2",
      "Array/2 -[*]-> App.Screen",
    ], breaking: 2),
  Shape(
    "closures that capture each other, one of them in a variable",
    [
      "closure #1 in App.paren(_:) -capture p-> closure #1 in App.makeParser()",
      "closure #1 in App.makeParser() -capture var parser.run-> closure #1 in App.or(_:_:)",
      "closure #1 in App.or(_:_:) -capture b.run-> closure #1 in App.paren(_:)",
    ], breaking: 1),
  Shape(
    "an RxSwift view model that owns its bag",
    [
      "App.ViewModel -bag-> RxSwift.DisposeBag",
      "RxSwift.DisposeBag -disposables[*]-> RxSwift.SinkDisposer",
      "RxSwift.SinkDisposer -sink-> RxSwift.MapSink",
      "RxSwift.MapSink -cancel-> RxSwift.SinkDisposer",
      "RxSwift.MapSink -observer-> closure #1 in RxSwift.ObservableType.subscribe(onNext:)",
      "closure #1 in RxSwift.ObservableType.subscribe(onNext:) -capture #1-> closure #1 in App.ViewModel.start()",
      "closure #1 in RxSwift.ObservableType.subscribe(onNext:) -capture #2-> RxSwift.AnonymousDisposable",
      "RxSwift.AnonymousDisposable -action-> RxSwift.MapSink",
      "closure #1 in App.ViewModel.start() -capture self-> App.ViewModel",
    ], breaking: 8),
  Shape(
    "the parent of a child", ["App.Owner -child-> App.Child", "App.Child -parent-> App.Owner"],
    breaking: 1),
  Shape(
    "a delegate before the property that owns it",
    ["App.View -delegate-> App.Screen", "App.Screen -view-> App.View"], breaking: 0),
  Shape(
    "two handlers that capture self, not the only owner of the bus",
    [
      "App.Owner -bus-> App.Bus", "App.Bus -handlers[*]-> closure #1 in App.Owner.start()",
      "App.Bus -handlers[*]-> closure #2 in App.Owner.start()",
      "closure #1 in App.Owner.start() -capture self-> App.Owner",
      "closure #2 in App.Owner.start() -capture self-> App.Owner",
    ], breaking: 3, 4),
  Shape(
    "three handlers that capture self, not the model that several views share",
    [
      "App.View -model-> App.Model", "App.View/2 -model-> App.Model",
      "App.Model -handlers[*]-> closure #1 in App.View.start()",
      "App.Model -handlers[*]-> closure #2 in App.View.start()",
      "App.Model -handlers[*]-> closure #3 in App.View.start()",
      "closure #1 in App.View.start() -capture self-> App.View",
      "closure #2 in App.View.start() -capture self-> App.View",
      "closure #3 in App.View.start() -capture self-> App.View/2",
    ], breaking: 5, 6, 7),
  Shape(
    "a list of observers before the property that refers to the observed object",
    [
      "App.Store -observers[*].value-> App.Widget", "App.Widget -store-> App.Store",
    ], breaking: 0),
  Shape(
    "the handlers of a presented object before the property that owns it",
    [
      "App.List -detail-> App.Detail", "App.Detail -onClose-> closure #1 in App.List.open()",
      "App.Detail -onSave-> closure #2 in App.List.open()",
      "closure #1 in App.List.open() -capture self-> App.List",
      "closure #1 in App.List.open() -capture detail-> App.Detail",
      "closure #2 in App.List.open() -capture self-> App.List",
    ], breaking: 3, 4, 5),
  Shape(
    "the many refer back to the one",
    [
      "App.Room -people[*]-> App.Person", "App.Room -people[*]-> App.Person/2",
      "App.Person -place-> App.Room", "App.Person/2 -place-> App.Room",
    ], breaking: 2, 3),
  Shape(
    "every node of a list by one edit",
    [
      "App.Node/1 -next-> App.Node/2", "App.Node/2 -next-> App.Node/3",
      "App.Node/2 -previous-> App.Node/1", "App.Node/3 -previous-> App.Node/2",
    ], breaking: 2, 3),
  Shape(
    "a closure captures a helper of its own and self",
    [
      "App.Model -onTap-> closure #1 in App.Model.start()",
      "closure #1 in App.Model.start() -capture self-> App.Model",
      "closure #1 in App.Model.start() -capture #2: Helper-> App.Helper",
      "App.Helper -model-> App.Model",
    ], breaking: 1, 3),
  Shape(
    "a helper's closure captures a child and its owner",
    [
      "App.Row -cell-> App.Cell", "App.Cell -onTap-> closure #1 in App.Binder.bind()",
      "closure #1 in App.Binder.bind() -capture #1: Cell-> App.Cell",
      "closure #1 in App.Binder.bind() -capture #2: Row-> App.Row",
    ], breaking: 2, 3),
  Shape(
    "a subscriber of a library that retains its target",
    [
      "App.Model -subscription-> Streams.AnyCancellable",
      "Streams.AnyCancellable -cancel-> Streams.Assign", "Streams.Assign -object-> App.Model",
    ], breaking: 2),
  Shape(
    "a task that uses its owner", ["App.Model -task-> Task", "Task -frame-> App.Model"],
    breaking: 1),
]

@Suite struct BreakRankingTests {
  @Test(arguments: shapes)
  private func theFirstCandidateIsTheEditAMaintainerWouldMake(shape: Shape) throws {
    let graph = try graph(shape.lines)
    let best = try #require(graph.breakCandidates().first)
    #expect(best.references == shape.broken)
    #expect(best.isSufficient)
  }

  @Test func aCycleOfEqualNodesIsBrokenAtOneReference() {
    let count = 1_000
    let ring = ObjectGraph(
      nodes: (0..<count).map {
        .init(id: "N#\($0)", type: "N", qualifiedType: "App.N", role: .cycle)
      },
      references: (0..<count).map { .init(from: $0, to: ($0 + 1) % count, label: "next") })
    #expect(ring.rankedBreaks().first?.count == 1)
  }

  @Test func aYoungerObjectRefersBackToAnOlderOne() throws {
    var pair = try graph(["App.A -b-> App.B", "App.B -a-> App.A"])
    (pair.nodes[0].order, pair.nodes[1].order) = (1, 2)
    #expect(pair.rankedBreaks().first == [1])
    (pair.nodes[0].order, pair.nodes[1].order) = (2, 1)
    #expect(pair.rankedBreaks().first == [0])
    // A allocated B, although the order number of B is lower.
    pair.nodes[1].allocation = [StackFrame(function: "A.init()")]
    #expect(pair.rankedBreaks().first == [1])
  }

  @Test func aCollectionContainingItsOwnersCreatorIsBroken() throws {
    var made = try graph(["App.A -b-> App.B", "App.B -owned[*]-> App.A"])
    #expect(made.rankedBreaks().first == [0])
    made.nodes[1].allocation = [StackFrame(function: "closure #1 in A.init()")]
    #expect(made.rankedBreaks().first == [1])
    // Only the end of the class name matches, so the class did not allocate the object.
    made.nodes[1].allocation = [StackFrame(function: "MegaA.init()")]
    #expect(made.rankedBreaks().first == [0])
    // A function that allocated both objects does not show which of the two created the other.
    made.nodes[1].allocation = [StackFrame(function: "A.pair()")]
    made.nodes[0].allocation = made.nodes[1].allocation
    #expect(made.rankedBreaks().first == [0])
  }

  @Test func aSubclassOwnsTheObjectThatASuperclassInitializerCreates() throws {
    var pair = try graph(["App.A -b-> App.B", "App.B -a-> App.A"])
    pair.nodes[1].allocation = [StackFrame(function: "Base.init()")]
    (pair.nodes[0].order, pair.nodes[1].order) = (2, 1)
    #expect(pair.rankedBreaks().first == [0])
    pair.references[0].declaration = .init(type: "Base")
    #expect(pair.rankedBreaks().first == [1])
  }

  @Test func anElementIsRemovedFromAMutableFoundationCollection() throws {
    var graph = try graph([
      "App.A -list-> Foundation.NSMutableArray",
      "Foundation.NSMutableArray -_storage[*]-> Foundation.__SwiftValue",
      "Foundation.__SwiftValue -value-> App.A",
    ])
    graph.references[0].declaration = .init(type: "A", isOptional: false, isConstant: true)
    #expect(graph.rankedBreaks().first == [1])
    graph.nodes[1].type = "NSArray"
    #expect(graph.rankedBreaks().first == [0])
  }

  @Test func aCycleNextToAnAwaitedContinuationIsAlsoBroken() throws {
    let awaited = [
      "Task -frame-> App.A", "Swift.CheckedContinuationCanary -untyped memory-> Task",
      "App.A -waiter-> Swift.CheckedContinuationCanary",
    ]
    #expect(try graph(awaited).advisedBreaks() == [2])
    let beside = ["App.A -child-> App.B", "App.B -parent-> App.A"]
    #expect(try graph(awaited + beside).advisedBreaks() == [2, 4])
  }

  @Test func aPropertyIsClearedRatherThanAPrivateFoundationProperty() throws {
    var graph = try graph([
      "App.A -any-> Foundation.NSMutableArray",
      "Foundation.NSMutableArray -_storage[*]-> Foundation.Value",
      "Foundation.Value -value-> App.A",
    ])
    #expect(graph.rankedBreaks().first == [0])
    // A constant cannot be cleared, but its element can be removed.
    graph.references[0].declaration = .init(type: "A", isConstant: true)
    #expect(graph.rankedBreaks().first == [1])
  }

  @Test func libraryCallsAreAdvisedOnlyForClassesOfTheLibrary() throws {
    var library = try graph([
      "App.A -session-> Foundation.URLSession", "Foundation.URLSession -delegate-> App.A",
    ])
    library.nodes[1].type = "URLSession"
    let own = try graph(["App.A -session-> App.URLSession", "App.URLSession -delegate-> App.A"])
    #expect(library.rankedBreaks().first == [1])
    #expect(BreakAdvice(for: 1, in: library).text.hasPrefix("call finishTasksAndInvalidate()"))
    #expect(BreakAdvice(for: 1, in: own).text == "weak var delegate")
  }

  @Test func aLibraryCycleIsBrokenIfNoProgramReferenceBreaksIt() throws {
    let graph = try graph([
      "RxSwift.SinkDisposer -sink-> RxSwift.Sink", "RxSwift.Sink -cancel-> RxSwift.SinkDisposer",
      "RxSwift.Sink -observer-> closure #1 in App.f()",
    ])
    let ranked = graph.breakCandidates()
    #expect(ranked.map(\.references).contains([0]) && ranked[0].effect == .leavesNoCycle)
  }

  @Test func aGraphWithoutACycleHasNoBreak() throws {
    #expect(try graph(["App.A -b-> App.B"]).rankedBreaks().isEmpty)
  }

  // MARK: - Comparison with an exhaustive search

  /// Returns a small random graph that contains objects and closures of the program and of a
  /// library.
  private static func random(_ seed: Int) -> ObjectGraph {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...5, using: &generator)
    var graph = ObjectGraph()
    for node in 0..<count {
      let kind = Int.random(in: 0..<4, using: &generator)
      let module = kind == 3 ? "Streams" : "App"
      let type = kind == 2 ? "closure #\(node) in \(module).f()" : "\(module).T\(node / 2)"
      graph.nodes.append(
        .init(
          id: "\(node)", type: type, qualifiedType: type,
          kind: kind == 2 ? .closureContext : .classInstance, role: .cycle))
    }
    let labels = ["a", "b", "parent", "items[*]"]
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      let from = Int.random(in: 0..<count, using: &generator)
      let to = Int.random(in: 0..<count, using: &generator)
      let isClosure = graph.nodes[from].kind.isClosure
      let label = isClosure ? "capture #1: T" : labels[Int.random(in: 0..<4, using: &generator)]
      graph.references.append(.init(from: from, to: to, label: label))
    }
    return graph
  }

  /// Returns the nodes that are still on a cycle if the references in `cut` are removed.
  private static func cyclic(_ graph: ObjectGraph, without cut: Set<Int>) -> Set<Int> {
    var reach = graph.nodes.map { _ in Set<Int>() }
    for _ in graph.nodes {
      for (index, reference) in graph.references.enumerated() where !cut.contains(index) {
        reach[reference.from].formUnion(reach[reference.to].union([reference.to]))
      }
    }
    return Set(graph.nodes.indices.filter { reach[$0].contains($0) })
  }

  /// Returns how many objects lose their last reference from another object if the references in
  /// `cut` are removed, not counting the first such object.
  private static func losses(_ graph: ObjectGraph, without cut: Set<Int>) -> Int {
    let lost = Set(cut.map { graph.references[$0].to }).filter { node in
      !graph.references.indices.contains {
        graph.references[$0].to == node && graph.references[$0].from != node && !cut.contains($0)
      }
    }
    return max(0, lost.count - 1)
  }

  @Test(arguments: 0..<1_000) func theReportedEffectOfEachCandidateIsCorrect(seed: Int) {
    let graph = Self.random(seed)
    let cyclic = Self.cyclic(graph, without: [])
    let candidates = graph.breakCandidates()
    #expect(candidates.isEmpty == cyclic.isEmpty)
    #expect(
      cyclic.isEmpty || candidates.first?.isSufficient == true, "\(graph.references) \(candidates)")
    for candidate in candidates {
      let left = Self.cyclic(graph, without: Set(candidate.references))
      switch candidate.effect {
      case .leavesNoCycle: #expect(left.isEmpty)
      case .leavesLibraryCycles:
        // Cycles that contain only library objects may remain.
        var own = Set(candidate.references)
        for (index, reference) in graph.references.enumerated()
        where graph.nodes[reference.from].qualifiedType.contains("Streams")
          && graph.nodes[reference.to].qualifiedType.contains("Streams")
        {
          own.insert(index)
        }
        #expect(Self.cyclic(graph, without: own).isEmpty)
        #expect(!left.isEmpty)
      case .releasesSome: #expect(!left.isEmpty && left.count < graph.nodes.count)
      }
    }
  }

  @Test(arguments: 0..<1_000)
  func theLastReferenceToAnObjectIsCutOnlyIfNecessary(seed: Int) {
    let graph = Self.random(seed)
    guard let best = graph.breakCandidates().first, graph.references.count <= 8 else { return }
    // An edit changes all references that have the same label and come from the same type.
    let edits = Dictionary(
      grouping: graph.references.indices,
      by: {
        graph.nodes[graph.references[$0].from].qualifiedType + " " + graph.references[$0].label
      }
    ).values.map { Set($0) }
    // The comparison contains only edits of the program's own code that remove no owning reference.
    let weak = edits.filter { edit in
      edit.allSatisfy { index in
        let reference = graph.references[index]
        return !graph.nodes[reference.from].qualifiedType.contains("Streams")
          && !reference.label.hasSuffix("]") && graph.nodes[reference.to].kind == .classInstance
          && graph.nodes[reference.to].qualifiedType.hasPrefix("App")
      }
    }
    let losses = Self.losses(graph, without: Set(best.references))
    for choice in 0..<(1 << weak.count) {
      let cut = weak.indices.filter { choice & (1 << $0) != 0 }.reduce(into: Set<Int>()) {
        $0.formUnion(weak[$1])
      }
      guard Self.cyclic(graph, without: cut).isEmpty else { continue }
      #expect(losses == 0 || Self.losses(graph, without: cut) >= losses, "\(graph)")
    }
  }
}

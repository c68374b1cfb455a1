import Findings
import OwnershipGraph
import Testing

// Tests of how the ranking treats the objects of dependencies.
extension BreakRankingTests {
  /// A locator receives the container that keeps it.
  @Test(arguments: [(1, 2, [0]), (2, 1, [1])])
  func aConstantRefersBackToAnOlderObjectOfADependency(
    container: Int, locator: Int, broken: [Int]
  ) throws {
    var pair = try graph([
      "App.Locator -container-> RxSwift.Container", "RxSwift.Container -instance-> App.Locator",
    ])
    (pair.nodes[0].order, pair.nodes[1].order) = (locator, container)
    pair.references[0].declaration = .init(type: "Locator", isOptional: false, isConstant: true)
    #expect(pair.rankedBreaks().first == broken)
  }

  /// The library's own cycles remain after the edit of the program. An edit of one property, in
  /// objects with different generic arguments, breaks these cycles. Edits of two properties would
  /// break them as well.
  @Test func libraryCyclesAreBrokenWithTheFewestEdits() throws {
    let promises = try graph([
      "App.Session -ready-> RxSwift.Promise<Int>",
      "RxSwift.Promise<Int> -observers[*]-> closure #1 in App.Session.start()",
      "closure #1 in App.Session.start() -capture self-> App.Session",
      "RxSwift.Promise<Int> -next-> RxSwift.Promise<String>",
      "RxSwift.Promise<String> -body-> RxSwift.Body/1",
      "RxSwift.Body/1 -owner-> RxSwift.Promise<Int>",
      "RxSwift.Promise<String> -last-> RxSwift.Promise<Bool>",
      "RxSwift.Promise<Bool> -body-> RxSwift.Body/2",
      "RxSwift.Body/2 -first-> RxSwift.Promise<String>",
    ])
    let first = try #require(promises.breakCandidates().first)
    #expect(first.references == [2] && first.effect == .leavesLibraryCycles)
    let completed = first.completed(in: promises, origins: CodeOrigins())
    #expect(completed?.references == [2, 4, 7])
  }

  @Test func compilerGeneratedCodeDoesNotBelongToTheProgram() throws {
    let thunk = ObjectGraph.Node(
      id: "reabstraction thunk#1", type: "reabstraction thunk",
      qualifiedType: "reabstraction thunk",
      kind: .closureContext)
    #expect(CodeOrigins().origin(of: thunk) == nil)
    #expect(!CodeOrigins().isOutsideLibraries(thunk))
  }

  @Test(arguments: [
    ("observers[*].onReject.1", "observers"), ("state.instance", "instance"),
    ("pair.1", "pair"), ("handlers[*]", "handlers"), ("instance", "instance"),
  ])
  func adviceNamesThePropertyToClearInADependency(label: String, property: String) throws {
    let pair = try graph([
      "App.Handler -context-> RxSwift.Context", "RxSwift.Context -\(label)-> App.Handler",
    ])
    #expect(BreakAdvice(for: 1, in: pair, breaking: [1]).text == "clear \(property) of Context")
  }
}

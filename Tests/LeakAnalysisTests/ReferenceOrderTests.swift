import Testing

@testable import LeakAnalysis

/// Tests of how objects with equal sort keys are ordered.
@Suite struct ReferenceOrderTests {
  /// Returns the names of objects with equal keys, in the order that their references determine.
  /// `names` lists the objects in the order of their addresses.
  private func ordered(_ names: String, _ references: [String]) -> String {
    let names = Array(names)
    var targets = [[ReferenceOrder.Link]](repeating: [], count: names.count)
    for reference in references {
      let ends = reference.compactMap(names.firstIndex)
      let field = reference.contains("=") ? 2 : 1
      targets[ends[0]].append(ReferenceOrder.Link(field: field, object: ends[1]))
    }
    let order = ReferenceOrder(ranks: names.map { _ in 0 }, targets: targets)
    #expect(order.ranks.sorted() == Array(names.indices))
    return String(names.indices.sorted { order.ranks[$0] < order.ranks[$1] }.map { names[$0] })
  }

  @Test(arguments: [
    // A list, a tree with two kinds of references, and a cycle in which one reference differs.
    ["A-B", "B-C", "C-D", "D-E"],
    ["A-B", "A=C", "B=D", "C-E"],
    ["A-B", "B-C", "C-D", "D-E", "E=A"],
  ])
  func theOrderDoesNotDependOnAddresses(references: [String]) {
    let first = ordered("ABCDE", references)
    for names in ["EDCBA", "CAEBD", "BDACE", "DEABC"] {
      #expect(ordered(names, references) == first)
    }
  }

  @Test func interchangeableObjectsAreOrderedByAddress() {
    #expect(ordered("BACD", ["D-A", "D-B", "D-C"]).filter { $0 != "D" } == "BAC")
  }

  /// The cycles A ⇄ B and C ⇄ D are interchangeable. If A comes before C, B must come before D.
  @Test func interchangeableCyclesAreOrderedConsistently() {
    let references = ["A-B", "B-A", "C-D", "D-C", "A=B", "C=D"]
    let order = ordered("ABCD", references)
    #expect(["ACBD", "BDAC", "CADB"].contains(order), "\(order)")
    #expect(ordered("ADBC", references) == order)
  }

  @Test func givenRanksAreKept() {
    let order = ReferenceOrder(
      ranks: [2, 0, 0], targets: [[], [.init(field: 1, object: 0)], []])
    #expect(order.ranks[0] == 2)
    #expect(Set(order.ranks) == [0, 1, 2])
  }

  @Test(.timeLimit(.minutes(30))) func orderingManyEqualObjectsTakesLimitedTime() {
    let targets = (0..<500).map { index in
      [ReferenceOrder.Link(field: 1, object: index ^ 1)]
    }
    let order = ReferenceOrder(ranks: targets.map { _ in 0 }, targets: targets)
    #expect(order.ranks.sorted() == Array(0..<500))
  }
}

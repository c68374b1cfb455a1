import Findings
import OwnershipGraph
import Testing

@testable import LeakAnalysis

@Suite struct FindingMergerTests {
  /// Returns a finding about an object that retains itself and some other objects.
  private func finding(behind count: Int) -> Finding {
    var graph = ObjectGraph(
      nodes: [.init(id: "Node#1", type: "Node", role: .cycle, size: 32)],
      references: [.init(from: 0, to: 0, label: "next")])
    for number in 0..<count {
      graph.nodes.append(.init(id: "Leaf#\(number)", type: "Leaf", role: .behind, size: 16))
      graph.references.append(.init(from: 0, to: number + 1, label: "leaves[*]"))
    }
    return Finding(
      fingerprint: Fingerprint.ofCycle(in: graph), rule: .selfCycle, confidence: .proven,
      graph: graph)
  }

  @Test func occurrencesWithDifferentNumbersOfObjectsAreAddedUp() throws {
    var merger = FindingMerger()
    for count in [1, 3, 0] { merger.add(finding(behind: count), count: 1) }
    let merged = try #require(merger.findings.first)
    #expect(merger.findings.count == 1)
    #expect(merged.occurrences == 3)
    #expect(
      merged.totals == [
        TypeTotal(type: "Leaf", objects: 4, bytes: 64),
        TypeTotal(type: "Node", objects: 3, bytes: 96),
      ])
    #expect(merged.total.objects == 7)
    #expect(merged.total.bytes == 160)
  }

  @Test func theTotalsCountEachOccurrenceOfAFinding() throws {
    var merger = FindingMerger()
    merger.add(finding(behind: 1), count: 10)
    merger.add(finding(behind: 2), count: 1)
    let total = merger.findings.first?.total
    #expect(total?.objects == 23)
    #expect(total?.bytes == 544)
  }

  @Test func everySourceLineOfAMergedFindingIsListedOrCounted() throws {
    var merger = FindingMerger()
    for line in 1...20 {
      var finding = finding(behind: 0)
      finding.locations = [SourceLocation(file: "main.swift", line: line)]
      for _ in 0..<2 { merger.add(finding, count: 1) }
    }
    let merged = try #require(merger.findings.first)
    #expect(merged.locations.count >= 10)
    #expect(Set(merged.locations).count + merged.moreLocations == 20)
  }

  /// Breaking `next` frees a cycle of three objects. If `next` refers to its own node, the node and
  /// its leaf still retain each other, so `node` must be broken as well.
  @Test(arguments: [false, true])
  func theOccurrenceThatNeedsMoreEditsIsShown(isReversed: Bool) throws {
    func cycle(_ arrows: [(from: Int, to: Int, label: String)], breaks: [Int]) -> Finding {
      let types = ["Node", "Leaf", "Node"].prefix(arrows.map { max($0.from, $0.to) + 1 }.max() ?? 0)
      let graph = ObjectGraph(
        nodes: types.enumerated().map { .init(id: "\($0)", type: $1, role: .cycle) },
        references: arrows.map { .init(from: $0.from, to: $0.to, label: $0.label) })
      return Finding(
        fingerprint: Fingerprint.ofCycle(in: graph), rule: .retainCycle, confidence: .proven,
        graph: graph, hostBreakSet: breaks)
    }
    let ring = cycle([(0, 1, "leaf"), (1, 2, "node"), (2, 0, "next")], breaks: [2])
    let pair = cycle([(0, 1, "leaf"), (1, 0, "node"), (0, 0, "next")], breaks: [1, 2])
    #expect(ring.fingerprint == pair.fingerprint)
    var merger = FindingMerger()
    for finding in isReversed ? [pair, ring] : [ring, pair] { merger.add(finding, count: 1) }
    let shown = try #require(merger.findings.first)
    #expect(shown.advisedBreaks.map { shown.graph.references[$0].label } == ["node", "next"])
  }

  /// Foundation does not release timers, even if their handlers capture objects weakly.
  @Test(arguments: [false, true])
  func aLibraryLeakIsNotAnOccurrenceOfAProgramsLeak(isReversed: Bool) throws {
    func timer(retaining types: [String]) -> Finding {
      var graph = ObjectGraph(
        nodes: [
          .init(id: "Timer#1", type: "Timer", qualifiedType: "Foundation.Timer", role: .held)
        ], references: [])
      for type in types {
        graph.nodes.append(
          .init(id: type, type: type, qualifiedType: "App.\(type)", role: .behind, size: 16))
        graph.references.append(.init(from: 0, to: graph.nodes.count - 1, label: "_fire"))
      }
      return Finding(
        fingerprint: "v1:0", rule: .overRetained, confidence: .proven, graph: graph)
    }
    let (library, program) = (timer(retaining: []), timer(retaining: ["Page"]))
    #expect(library.isKnownLibraryLeak && !program.isKnownLibraryLeak)
    var merger = FindingMerger()
    for finding in isReversed ? [program, library] : [library, program] {
      merger.add(finding, count: 1)
    }
    #expect(merger.findings.map(\.occurrences) == [1])
    #expect(merger.findings.map { $0.graph.nodes.count } == [2])
  }

  @Test func aSingleOccurrenceHasNoTotals() {
    var merger = FindingMerger()
    merger.add(finding(behind: 1), count: 1)
    #expect(merger.findings.first?.totals == [])
  }

  @Test(arguments: [[0, 2], [2, 0], [0, 2, 0]])
  func theShownOccurrenceContainsTheObjectsOfTheOthers(counts: [Int]) throws {
    var merger = FindingMerger()
    for count in counts { merger.add(finding(behind: count), count: 1) }
    let shown = try #require(merger.findings.first).graph
    #expect(shown.nodes.map(\.type) == ["Node", "Leaf", "Leaf"])
    #expect(shown.references.map(\.to) == [0, 1, 2])
  }

  @Test func typesWithTheSameNameInTwoModulesAreBothListed() throws {
    var merger = FindingMerger()
    for module in ["A", "B"] {
      var finding = finding(behind: 0)
      finding.graph.nodes.append(
        .init(
          id: "Cache#1", type: "Cache", qualifiedType: "\(module).Cache", role: .behind, size: 16))
      finding.graph.references.append(.init(from: 0, to: 1, label: "cache"))
      merger.add(finding, count: 1)
    }
    let merged = try #require(merger.findings.first)
    let nodes = merged.graph.nodes.filter { $0.role != .cycle }
    #expect(Set(nodes.map(\.qualifiedType)) == ["A.Cache", "B.Cache"])
    #expect(Set(nodes.map(\.id)).count == 2)
    // One of the two objects is not part of the shown occurrence.
    #expect(nodes.map(\.role) == [.behind, .context])
    #expect(merged.objectCount == 2)
  }
}

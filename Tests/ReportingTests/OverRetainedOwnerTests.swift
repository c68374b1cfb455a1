import FindingText
import Findings
import OwnershipGraph
import Testing

/// Tests that reports attribute an over-retained object of a library to the code that allocated it,
/// unless the object is a known leak of the library.
@Suite struct OverRetainedOwnerTests {
  private typealias Location = OwnershipGraph.SourceLocation

  private static let line = Location(file: "main.swift", line: 4)
  private static let dependency = Location(file: ".build/checkouts/Kit/Kit.swift", line: 4)

  private func finding(
    _ type: String, rule: Rule = .overRetained, kind: ObjectGraph.Kind = .classInstance,
    allocatedAt location: Location? = nil
  ) -> Finding {
    let isCycle = rule != .overRetained
    let name = String(type.split(separator: ".").last ?? "")
    let graph = ObjectGraph(
      nodes: [
        .init(
          id: "\(name)#1", type: name, qualifiedType: type,
          module: String(type.prefix { $0 != "." }), kind: kind, role: isCycle ? .cycle : .held,
          allocation: [StackFrame(function: "f()", location: location)])
      ],
      references: isCycle ? [.init(from: 0, to: 0, label: "me")] : [])
    return Finding(fingerprint: "v1:1", rule: rule, confidence: .likely, graph: graph)
  }

  private func fix(of finding: Finding) -> String {
    let report = LeakReport(
      tool: .init(version: "1"),
      summary: .init(
        verdict: .leaking, cells: 0, unexpectedCycles: 0, controlsSeen: 0, controlsExpected: 0,
        inconclusiveCells: 0, failedCells: 0),
      coverage: Coverage(), cells: [], findings: [finding], reproduce: "leakcheck exec")
    return FindingAdvice(of: finding, in: ReportIndex(report)).fix
  }

  @Test(arguments: [
    ("Swift.__StringStorage", ObjectGraph.Kind.classInstance),
    ("FoundationEssentials.__DataStorage", .classInstance), ("box of variable", .box),
  ])
  func anObjectAllocatedByTheProgramBelongsToTheProgram(type: String, kind: ObjectGraph.Kind) {
    let own = finding(type, kind: kind, allocatedAt: Self.line)
    #expect(!ReportVocabulary.belongsToLibrary(own))
    #expect(fix(of: own).contains("deinitialize(count:)"))
    for location in [nil, Self.dependency] {
      #expect(ReportVocabulary.belongsToLibrary(finding(type, kind: kind, allocatedAt: location)))
    }
  }

  @Test(arguments: [
    ("Swift._ContiguousArrayStorage<App.Model>", true),
    ("Swift._ContiguousArrayStorage<Swift.Array<App.Model>>", true),
    ("Swift._ContiguousArrayStorage<Swift.Dictionary<Swift.String, Swift.Int>.Index>", false),
    ("Swift._ContiguousArrayStorage<Builtin.BridgeObject>", false),
  ])
  func typeArgumentsDetermineTheOwnerIfTheLineIsUnknown(type: String, isPrograms: Bool) {
    #expect(ReportVocabulary.belongsToLibrary(finding(type, kind: .array)) == !isPrograms)
  }

  @Test func aLibrarysOwnLeakBelongsToTheLibrary() {
    for type in ["FoundationXML.XMLNode", "Foundation.Timer"] {
      #expect(ReportVocabulary.belongsToLibrary(finding(type, allocatedAt: Self.line)))
    }
    let cycle = finding("Foundation.Stream", rule: .selfCycle, allocatedAt: Self.line)
    #expect(ReportVocabulary.belongsToLibrary(cycle))
    #expect(fix(of: cycle).contains("report the leak to the maintainers of Foundation"))
  }

  @Test(arguments: [("Swift.__StringStorage", false), ("Foundation.Stream", true)])
  func theFixOfAnOverRetainedObjectMentionsNoCycle(type: String, namesLibrary: Bool) {
    for location in [nil, Self.line] {
      let text = fix(of: finding(type, allocatedAt: location))
      #expect(text.contains("unbalanced retain") && !text.contains("cycle"), "\(text)")
      #expect(text.contains("is in Foundation") == namesLibrary, "\(text)")
    }
  }
}

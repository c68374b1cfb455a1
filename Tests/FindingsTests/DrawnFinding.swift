import Findings
import OwnershipGraph
import Testing

/// Returns a finding. Each line describes one reference, such as
/// `App.FeedViewModel -bag-> Streams.DisposeBag`.
///
/// The short name of a type is its last component, and `~label~>` is a weak reference. Nodes in a
/// cycle have the role `cycle`, and all others have the role `behind`.
func finding(_ lines: [String], rule: Rule = .retainCycle, roots: [String] = []) throws -> Finding {
  var graph = ObjectGraph()
  var indices: [String: Int] = [:]
  func index(of type: String) -> Int {
    if let index = indices[type] { return index }
    let isClosure = type.contains("closure #") || type.hasSuffix("(_:)")
    let kind: ObjectGraph.Kind =
      isClosure
      ? .closureContext
      : ["Array": .array, "Box": .box, "Task": .task, "Producer": .task][type] ?? .classInstance
    let short = isClosure ? type.replacing("App.", with: "") : type.replacing(#/^\w+\./#, with: "")
    graph.nodes.append(
      .init(
        id: "\(short)#\(indices.count)", type: short, qualifiedType: type, kind: kind, role: .behind
      )
    )
    indices[type] = graph.nodes.count - 1
    return graph.nodes.count - 1
  }
  for line in lines {
    let match = try #require(line.wholeMatch(of: #/(.+?) ([-~])(.*?)[-~]> (.+)/#), "\(line)")
    let (from, to) = (index(of: String(match.1)), index(of: String(match.4)))
    let label = String(match.3)
    graph.references.append(
      .init(
        from: from, to: to, label: label, strength: match.2 == "-" ? .strong : .weak,
        evidence: label == ObjectGraph.Reference.untypedMemory ? .scanned : .typed))
  }
  for index in graph.cycleReferences() {
    graph.nodes[graph.references[index].from].role = .cycle
    graph.nodes[graph.references[index].to].role = .cycle
  }
  return Finding(
    fingerprint: "v1:00000000", rule: rule, confidence: .proven, graph: graph, roots: roots)
}

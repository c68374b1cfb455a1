import Findings
import OwnershipGraph

/// The shortest path by which each object of a finding is kept alive.
///
/// If the finding has a cycle, paths start at the first object of the trace. Without a cycle, they
/// start at the objects that no object of the graph retains.
struct ObjectPaths {
  private let graph: ObjectGraph
  private let roots: [String]
  private let starts: [Int]
  private let cycle: [Int]
  private let paths: RetainingPaths

  init(of finding: Finding) {
    graph = finding.graph
    roots = finding.roots
    let graph = finding.graph
    let rows = graph.strongRows()
    if let trace = finding.cycleTrace {
      starts = [trace.steps[0].node]
      cycle = trace.steps.flatMap { [$0.partner?.there, $0.next].compactMap { $0 } }
    } else {
      let targets = Set(graph.references.filter { $0.strength == .strong }.map(\.to))
      let free = graph.nodes.indices.filter { !targets.contains($0) }
      starts = free.isEmpty ? Array(graph.nodes.indices.prefix(1)) : free
      cycle = []
    }
    paths = RetainingPaths(in: rows, from: starts)
  }

  /// Returns the references on the path to a node; for the first object of a cycle, the whole
  /// cycle.
  func references(to node: Int) -> [Int] {
    if starts.contains(node) { return cycle }
    guard let path = paths.path(to: node) else { return [] }
    return zip(path, path.dropFirst()).compactMap { from, to in
      graph.references.firstIndex { $0.from == from && $0.to == to && $0.strength == .strong }
    }
  }

  /// Returns the path as text, preceded by the finding's roots: `cache → Feed —bag→ DisposeBag`.
  func words(for node: Int) -> String {
    let references = references(to: node)
    let held = roots.isEmpty ? "" : roots.joined(separator: ", ") + " → "
    guard let first = references.first else { return held + graph.nodes[node].id }
    return references.reduce(held + graph.nodes[graph.references[first].from].id) { text, index in
      let reference = graph.references[index]
      return text + " —\(reference.label)→ " + graph.nodes[reference.to].id
    }
  }
}

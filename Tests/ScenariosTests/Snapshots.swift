import LeakAnalysis
import Findings
import OwnershipGraph

/// Snapshots, written by hand, of a matrix cell in which a disposer and a sink may be alive.
enum Snapshots {
  static let disposer = 0
  static let sink = 1

  static func snapshot(
    _ survivors: [Survivor] = [], findings: [Finding] = [], isComplete: Bool = true
  ) -> OwnershipSnapshot {
    OwnershipSnapshot(
      graph: ObjectGraph(nodes: [
        node("SinkDisposer"), node("AnonymousObservableSink<Int>"),
      ]),
      survivors: survivors, findings: findings, coverage: Coverage(), isComplete: isComplete,
      resourceTotal: survivors.count)
  }

  static func survivor(
    _ node: Int, _ retention: Survivor.Retention, roots: [String] = []
  ) -> Survivor {
    Survivor(node: GraphNode(node), retention: retention, roots: roots)
  }

  static func cycle(
    _ types: [String] = ["SinkDisposer", "AnonymousObservableSink<Int>"],
    fingerprint: String = "v1:cycle", status: Finding.Status = .new, cells: [String] = [],
    execution outcome: Execution.Outcome? = nil
  ) -> Finding {
    var finding = Finding(
      fingerprint: fingerprint, rule: .retainCycle, confidence: .proven, status: status,
      graph: ObjectGraph(nodes: types.map { node($0, .cycle) }), cells: cells)
    finding.execution = outcome.map { Execution($0, reason: "of the outcome \($0)") }
    return finding
  }

  static func held(by roots: [String], fingerprint: String = "v1:held") -> Finding {
    Finding(
      fingerprint: fingerprint, rule: .heldAfterEnding, confidence: .proven,
      graph: ObjectGraph(nodes: [node("SinkDisposer", .held)]), roots: roots)
  }

  private static func node(
    _ type: String, _ role: ObjectGraph.Role = .context
  ) -> ObjectGraph.Node {
    ObjectGraph.Node(id: "\(type.prefix { $0 != "<" })#1", type: type, role: role)
  }
}

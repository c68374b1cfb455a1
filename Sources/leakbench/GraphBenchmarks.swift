import Foundation
import OwnershipGraph

/// Measures the graph algorithms on a graph of 10M nodes and about 30M references. Also measures
/// scipy and igraph on the same graph, if they are installed for this machine's Python.
///
/// `LEAKBENCH_NODES` sets another number of nodes.
func runGraphBenchmarks() throws {
  let nodes =
    ProcessInfo.processInfo.environment["LEAKBENCH_NODES"].flatMap { Int($0) } ?? 10_000_000
  let rows = benchmarkGraph(nodes: nodes)
  print("graph: \(rows.nodeCount) nodes, \(rows.referenceCount) references")
  let peers = try PeerTimes(of: rows)

  let components = medianSeconds(runs: 3) { StronglyConnectedComponents(of: rows) }
  report(
    "strongly connected components", components.seconds,
    counted: "\(components.result.count) components", peer: peers.components, named: "scipy")

  let dominators = medianSeconds(runs: 3) { DominatorTree(of: rows, from: [0]) }
  report(
    "dominators", dominators.seconds, counted: "\(dominators.result.order.count) reached",
    peer: peers.dominators, named: "igraph")

  let sizes = [Int](repeating: 48, count: rows.nodeCount)
  let retained = medianSeconds(runs: 3) { dominators.result.retainedSizes(sizes: sizes) }
  report("retained sizes", retained.seconds, counted: "\(retained.result[0]) bytes from the root")

  let paths = medianSeconds(runs: 3) { RetainingPaths(in: rows, from: [0]) }
  let reached = paths.result.parents.count { $0 != RetainingPaths.unreached }
  report("shortest retaining paths", paths.seconds, counted: "\(reached) paths")

  var counts = [UInt32](repeating: 0, count: rows.nodeCount)
  for target in rows.targets { counts[Int(target)] += 1 }
  let accounting = medianSeconds(runs: 3) {
    OwnershipAccounting(of: rows, strongCounts: counts, roots: [0])
  }
  let leaked = accounting.result.retentions.count { $0 == .inCycle || $0 == .behindCycle }
  report("reference-count accounting", accounting.seconds, counted: "\(leaked) leaked")
}

/// Prints one measurement and, if another library was measured, the ratio of the two times.
private func report(
  _ name: String, _ seconds: Double, counted: String, peer: PeerTimes.Time? = nil,
  named peerName: String = ""
) {
  var line = "  \(name): \(decimals(seconds)) s, \(counted)"
  switch peer {
  case .measured(let peerSeconds, let peerCount):
    line += "; \(peerName) \(decimals(peerSeconds)) s (\(peerCount)),"
    line += " \(decimals(peerSeconds / seconds)) times its speed"
  case .notInstalled: line += "; \(peerName): not installed"
  case nil: break
  }
  print(line)
}

/// Returns a graph with at most three references for each node. Most references go forward, by at
/// most a hundredth of the number of nodes, so the first node reaches nearly all others. One
/// reference in fifty goes back by at most 100 nodes.
///
/// No two references of a node are equal: scipy 1.17 does not terminate for parallel references.
private func benchmarkGraph(nodes: Int) -> SparseRows {
  var builder = SparseRowsBuilder(expectedNodes: nodes, references: 3 * nodes)
  var state: UInt64 = 42
  func random(below bound: Int) -> Int {
    // This is Knuth's MMIX generator, of which only the high bits are used.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
  var row: [Int] = []
  for node in 0..<nodes {
    row.removeAll(keepingCapacity: true)
    for _ in 0..<3 {
      let isBack = random(below: 50) == 0
      let target =
        isBack ? node - 1 - random(below: 100) : node + 1 + random(below: max(1, nodes / 100))
      if (0..<nodes).contains(target), !row.contains(target) { row.append(target) }
    }
    row.sort()
    for target in row { builder.addReference(to: target) }
    builder.endRow()
  }
  return builder.finished()
}

import CRecorder
import Foundation
import HeapWalking

/// A node that refers to other nodes by a field, an array and a closure.
private final class WalkNode {
  var next: WalkNode?
  var peers: [WalkNode] = []
  var handler: (() -> Int)?
  let number: Int

  init(number: Int) { self.number = number }
}

/// Prints the speed and the memory use of a walk over a million nodes, the time that the first
/// reading of a node takes, and the pause that a fork causes. Each node has an array and a closure
/// context, so the walk reads three million objects. `LEAKBENCH_WALK_NODES` sets another number of
/// nodes.
func runWalkBenchmarks() throws {
  let wanted = ProcessInfo.processInfo.environment["LEAKBENCH_WALK_NODES"].flatMap(Int.init)
  let nodes = makeNodes(max(1, wanted ?? 1_000_000))
  let walker = HeapWalker()
  let discovered = walker.walk(from: nodes.map { Address(of: $0) })
  let sequential = discovered.addresses.map(Address.init).sorted { $0.bits < $1.bits }
  var generator = LinearGenerator(seed: 1)
  let shuffled = sequential.shuffled(using: &generator)
  print("walk: \(sequential.count) objects, \(discovered.references.referenceCount) references")
  for (name, order) in [("sequential", sequential), ("shuffled", shuffled)] {
    let (seconds, snapshot) = medianSeconds(runs: 5) { walker.walk(from: order) }
    let objects = Double(order.count) / seconds / 1e6
    let references = Double(snapshot.references.referenceCount) / seconds / 1e6
    let bytes = Double(snapshot.memoryUse) / Double(order.count)
    print(
      "walk \(name): \(decimals(objects, 1))M objects/s, \(decimals(references, 1))M references/s,"
        + " \(decimals(bytes, 1)) bytes of analysis memory an object")
  }
  printFirstPlanCost(nodes[0])
  printForkPause(objects: sequential.count)
  withExtendedLifetime(nodes) {}
}

/// Prints the time in which a new walker compiles a plan for reading objects of the node's class,
/// and reads the node.
private func printFirstPlanCost(_ node: WalkNode) {
  let walkers = (0..<20).map { _ in HeapWalker() }
  var next = 0
  let (seconds, _) = medianSeconds(runs: walkers.count) {
    defer { next += 1 }
    return walkers[next].reading(of: Address(of: node)).references.count
  }
  print("walk first plan: \(decimals(seconds * 1e6, 1)) µs for a class with four fields")
}

/// Prints the time that forking this process takes. `leakcheck exec` stops a program for this time
/// in order to walk the heap of the forked process.
private func printForkPause(objects: Int) {
  var processes: [pid_t] = []
  let (seconds, _) = medianSeconds(runs: 5) {
    var task = unsafe lk_child_task(
      body: { _ in 0 }, state: nil, kept: -1, dump_folder: nil, note: nil)
    unsafe processes.append(lk_start_child(&task))
    return processes.count
  }
  for process in processes where process > 0 { _ = lk_reap_child(process, true) }
  let perMillion = seconds * 1e3 / (Double(objects) / 1e6)
  print(
    "walk pause: \(decimals(seconds * 1e3, 2)) ms to fork the process,"
      + " \(decimals(perMillion, 2)) ms a million objects")
}

private func makeNodes(_ count: Int) -> [WalkNode] {
  let nodes = (0..<count).map(WalkNode.init)
  var generator = LinearGenerator(seed: 7)
  for (index, node) in nodes.enumerated() {
    node.next = nodes[(index + 1) % count]
    node.peers = [nodes[Int.random(in: 0..<count, using: &generator)], nodes[index / 2]]
    let other = nodes[Int.random(in: 0..<count, using: &generator)]
    node.handler = { other.number + index }
  }
  return nodes
}

/// A generator that returns the same numbers in every run. It is based on Knuth's 64-bit linear
/// congruential generator.
private struct LinearGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 33
  }
}

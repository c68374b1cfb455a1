import Findings
import HeapWalking
import KnownCode
import OwnershipGraph

/// The objects of a finding that stayed alive in a trial.
struct TrialSurvivors {
  private let graph: ObjectGraph
  private let origins: CodeOrigins
  /// The number of objects that stayed alive, by their nodes in ``graph``. Storage counts as a part
  /// of its owner.
  private let counts: [Int: Int]

  /// - Parameters:
  ///   - objects: The addresses of the objects that stayed alive.
  ///   - target: The leak that the trial was to free.
  init(_ objects: [UInt], of target: BreakTarget, origins: CodeOrigins) {
    let description = target.description
    graph = description.graph
    self.origins = origins
    var counts: [Int: Int] = [:]
    for object in Set(objects.map { description.owners[$0] ?? $0 }) {
      if let node = description.nodeOf[object] { counts[node.index, default: 0] += 1 }
    }
    self.counts = counts
  }

  /// The name of the toolchain's library that retains all these objects, directly or indirectly,
  /// such as `Foundation`; `nil` if there is none.
  ///
  /// A library is found only if Foundation is known to over-retain some of these objects, and the
  /// over-retained objects retain all others. The value is `nil` if one of the objects is a task,
  /// or a class instance of the program or of a dependency. It is also `nil` if the objects contain
  /// a cycle that would stay alive without the library. A closure of the program may be one of the
  /// objects: the library's object retains it.
  var library: String? {
    let keepers = counts.keys.filter { index in
      let node = graph.nodes[index]
      return KnownLibraryLeaks.isOverRetainedByFoundation(node.qualifiedType)
        && node.retainCount.map { $0 > node.referencesFound } == true
    }
    guard let module = keepers.map({ graph.nodes[$0].module }).min(),
      reached(from: keepers).isSuperset(of: counts.keys), !hasCycleOfOthers
    else { return nil }
    return module
  }

  /// A Boolean value indicating whether the trial freed the dispatch sources whose handlers retain
  /// all these objects, directly or indirectly. libdispatch releases the handlers of such a source
  /// on a queue, but the trial has no threads that run the queue.
  ///
  /// The value is also `false` if one of the objects is a task, or a class instance of the program
  /// or of a dependency, or if the objects contain a cycle that would stay alive.
  var areReleasedByDispatch: Bool {
    let handlers = graph.references.filter {
      graph.nodes[$0.from].qualifiedType == "Dispatch.DispatchSource" && counts[$0.from] == nil
        && graph.nodes[$0.to].kind == .block
    }
    return !handlers.isEmpty && !hasCycleOfOthers
      && reached(from: handlers.map(\.to)).isSuperset(of: counts.keys)
  }

  /// A Boolean value indicating whether the objects contain a cycle with at least one object that
  /// does not belong to a library of the language. Such a cycle would stay alive without the
  /// library.
  private var hasCycleOfOthers: Bool {
    var rows = [[Int]](repeating: [], count: graph.nodes.count)
    for reference in graph.references where reference.strength == .strong {
      let isInside = counts[reference.from] != nil && counts[reference.to] != nil
      if isInside { rows[reference.from].append(reference.to) }
    }
    return RetainCycles(of: SparseRows(rows)).memberLists().contains { members in
      !members.allSatisfy { origins.origin(of: graph.nodes[$0]) == .language }
    }
  }

  /// Returns the given nodes and the nodes that they retain, directly or through others, except for
  /// tasks, and for instances of classes that belong to the program or to a dependency.
  private func reached(from nodes: [Int]) -> Set<Int> {
    var rows: [Int: [Int]] = [:]
    for reference in graph.references where reference.strength == .strong {
      rows[reference.from, default: []].append(reference.to)
    }
    var found = Set(nodes)
    var open = nodes
    while let node = open.popLast() {
      for target in rows[node] ?? [] where mayBeKept(graph.nodes[target]) {
        if found.insert(target).inserted { open.append(target) }
      }
    }
    return found
  }

  private func mayBeKept(_ node: ObjectGraph.Node) -> Bool {
    switch node.kind {
    case .classInstance, .actor: origins.origin(of: node) == .language
    case .task: false
    default: true
    }
  }

  /// A clause that names up to three types of the objects and the reason why they are still alive.
  var text: String {
    var types: [String: Int] = [:]
    for (node, count) in counts { types[graph.nodes[node].type, default: 0] += count }
    let names = types.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { $0.value == 1 ? $0.key : "\($0.value) × \($0.key)" }
    let shown = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and others" : "")
    let isOne = types.values.reduce(0, +) == 1
    let still = shown + (isOne ? " is still alive: " : " are still alive: ")
    let pronoun = isOne ? "it" : "them"
    if areReleasedByDispatch { return "\(still)libdispatch releases \(pronoun) later" }
    let owner = library.map { "\($0) does not release" } ?? "something else retains"
    return "\(still)\(owner) \(pronoun)"
  }
}

package import OwnershipGraph

/// One reported result: objects, the references that retain them, and the references to break.
package struct Finding: Hashable, Codable, Sendable {
  /// The finding's status for the CI gate.
  package enum Status: String, Codable, Sendable {
    /// The finding is not in the baseline, or a baseline cannot accept it because its rule is
    /// ``Rule/controlNotSeen``. It may fail the run; see ``FailOn``.
    case new
    /// The finding is in the generated part of the baseline.
    case known
    /// The finding is in the hand-written part of the baseline.
    case accepted
    /// The finding is a test's known leak, which the analysis has to find. In reports, such a test
    /// is called a control.
    case expected
  }

  /// An identifier that is stable across runs, machines and unrelated edits: `v1:7c1e9a42`.
  package var fingerprint: String
  package var rule: Rule
  package var confidence: Confidence
  package var status: Status
  /// The objects and their references. Members of the cycle have the role `cycle`; without a cycle,
  /// the objects with an owner outside the graph have the role `held`. Objects that only these
  /// objects retain have the role `behind`.
  package var graph: ObjectGraph
  /// A set of references that have to be made weak or cleared so that no cycle remains, as indices
  /// of `graph.references`; empty if the finding has no cycle. It is the smallest set that was
  /// found, unless a trial has freed the objects by breaking other references.
  package var breakSet: [Int]
  /// A Boolean value indicating whether no set smaller than ``breakSet`` exists; `false` if the
  /// search was not completed.
  package var isBreakSetProvenSmallest: Bool
  /// The references that a maintainer would change, as indices of `graph.references`: if they are
  /// broken, no cycle through the program's own code remains. Empty if no such cycle exists.
  ///
  /// Cycles within a library may remain; the library cuts them when their owner is released. Other
  /// cycles may remain only if a trial has shown that deinitializers break them. See
  /// ``ObjectGraph/breakCandidates(origins:limit:)``.
  package var hostBreakSet: [Int]
  /// The index, in `graph.references`, of a reference that may be the right one to break instead of
  /// the references in ``hostBreakSet``; `nil` if there is no doubt. See
  /// ``ObjectGraph/alternativeBreak(to:origins:)``.
  package var alternativeBreak: Int?
  /// The names of the roots that reach the objects.
  package var roots: [String]
  /// The code of the suspended tasks through which the runtime retains the objects; empty if there
  /// are none.
  package var tasks: [SuspendedCode] = []
  /// The events or objects awaited by the tasks through which the runtime retains the objects;
  /// empty if there are no such tasks, or if their state does not show what they await.
  package var waits: [TaskWait] = []
  /// The relevant source locations, best first.
  package var locations: [SourceLocation]
  /// The ids of the matrix cells in which the finding occurred, in matrix order.
  package var cells: [String]
  /// The baseline's reason for accepting the finding; empty if the finding is not accepted.
  package var reason: String
  /// The number of runs that leaked the finding's objects; `nil` if each matrix cell ran only once.
  package var recurrence: Recurrence?
  /// The number of equal leaks that are in the heap. This finding represents all of them.
  package var occurrences = 1
  /// The number of further source locations, from other occurrences, that are not in ``locations``.
  package var moreLocations = 0
  /// The number and size of the objects of all occurrences, by type; empty if there is only one
  /// occurrence.
  package var totals: [TypeTotal] = []
  /// The mistake that causes the finding; `nil` if it is not a known mistake.
  package var cause: Cause?
  /// The result of trying the suggested break; `nil` if this was not requested, or if findings with
  /// this rule have no break to try.
  package var execution: Execution?
  /// Other leaks that are also freed when this finding is fixed.
  package var consequences: [Consequence] = []
  /// Positions in the source of the tested library that may cause the finding, most likely first;
  /// empty if none were ranked.
  package var suspects: [Suspect] = []

  package init(
    fingerprint: String, rule: Rule, confidence: Confidence, status: Status = .new,
    graph: ObjectGraph, breakSet: [Int] = [], isBreakSetProvenSmallest: Bool = true,
    hostBreakSet: [Int] = [], roots: [String] = [],
    locations: [SourceLocation] = [], cells: [String] = [], reason: String = "",
    recurrence: Recurrence? = nil
  ) {
    self.fingerprint = fingerprint
    self.rule = rule
    self.confidence = confidence
    self.status = status
    self.graph = graph
    self.breakSet = breakSet
    self.isBreakSetProvenSmallest = isBreakSetProvenSmallest
    self.hostBreakSet = hostBreakSet
    self.roots = roots
    self.locations = locations
    self.cells = cells
    self.reason = reason
    self.recurrence = recurrence
    recognizeCause()
  }

  /// Updates ``cause`` and ``alternativeBreak``. Call this after a change of the graph or of the
  /// references to break.
  package mutating func recognizeCause() {
    cause = Cause(of: self)
    alternativeBreak = hostBreakSet.isEmpty ? nil : graph.alternativeBreak(to: hostBreakSet)
  }

  /// The name of the runtime's class for checked continuations. An object of this class refers to
  /// the waiting task until the continuation is resumed.
  static let continuationType = "CheckedContinuationCanary"

  /// Returns whether an object is the runtime's object for a checked continuation.
  static func isContinuation(_ node: ObjectGraph.Node) -> Bool {
    node.type == continuationType && CodeOrigins().origin(of: node) == .language
  }

  /// A Boolean value indicating whether a task in the cycle waits for a continuation. Such a wait
  /// ends only if the program resumes the continuation, not if a reference is removed.
  package var awaitsContinuation: Bool {
    cause == .awaitedContinuation
      || graph.nodes.contains { $0.role == .cycle && Self.isContinuation($0) }
  }

  /// A Boolean value indicating whether the cycle ends only if work of the program continues: a
  /// task is resumed, a method returns, or an operation finishes. Removing a reference is not the
  /// fix.
  package var waitsForProgram: Bool {
    let waiting: [Cause] = [
      .lostContinuation, .endlessWait, .operationNeverFinishes, .jobNeverRuns,
      .tasksAwaitEachOther, .methodKeepsObject, .taskAwaitsGroup,
    ]
    return rule.isCycle && cause.map(waiting.contains) == true
  }

  /// Replaces the labels of captures and of untyped memory with names from the source.
  ///
  /// Call this only after the suggested break has been tried, because trying it requires the
  /// original labels.
  package mutating func nameCaptures() {
    for index in graph.references.indices {
      graph.references[index].label = graph.references[index].shownLabel
      graph.references[index].sourceLabel = nil
    }
  }

  /// The references to change: ``hostBreakSet`` if it is not empty, otherwise ``breakSet``.
  package var advisedBreaks: [Int] { hostBreakSet.isEmpty ? breakSet : hostBreakSet }

  /// The total size of the finding's objects in bytes.
  package var bytes: Int {
    graph.nodes.lazy.filter { $0.role != .context }.map(\.size).reduce(0, +)
  }
  /// The number of objects of the finding.
  package var objectCount: Int {
    graph.nodes.lazy.filter { $0.role != .context && $0.kind.isObject }.map(\.count).reduce(0, +)
  }

  /// This leak as an entry in the ``consequences`` of the finding that causes it.
  package var consequence: Consequence {
    let role = rule.isCycle ? ObjectGraph.Role.cycle : .held
    let origins = CodeOrigins()
    let members = graph.nodes.filter { $0.role == role }.map(\.type).uniqued()
    let retained = graph.nodes.filter {
      $0.role == .behind && $0.kind.isObject && origins.isProgram($0)
    }.map(\.type).uniqued().filter { !members.contains($0) }
    return Consequence(
      fingerprint: fingerprint, types: members, objects: total.objects,
      retained: retained.isEmpty ? nil : retained)
  }

  /// Sets the number of occurrences, and the totals of all occurrences.
  package mutating func count(occurrences count: Int) {
    occurrences = count
    totals = count > 1 ? TypeTotal.totals(in: graph, occurrences: count) : []
  }

  /// The number of objects of all occurrences, and their size in bytes.
  package var total: (objects: Int, bytes: Int) {
    guard !totals.isEmpty else { return (objectCount * occurrences, bytes * occurrences) }
    return (totals.map(\.objects).reduce(0, +), totals.map(\.bytes).reduce(0, +))
  }

  /// Returns the combined totals, by type, of this finding and another finding with the same
  /// fingerprint.
  package func totals(with other: Finding) -> [TypeTotal] {
    TypeTotal.sum(
      [self, other].flatMap {
        $0.totals.isEmpty
          ? TypeTotal.totals(in: $0.graph, occurrences: $0.occurrences) : $0.totals
      })
  }
}

import HeapWalking
import OwnershipGraph
import Findings

/// The attempts, or *trials*, to free the objects of one finding by breaking references. The type
/// chooses the set of references to break next, and records the outcomes of the sets that were
/// tried.
struct BreakAttempts {
  /// The maximum number of sets of references that are tried.
  private static let maxAttempts = 16

  /// The value that replaces a broken reference or, for an over-retained object, the objects that
  /// are released.
  private enum Variant {
    /// An empty collection if the target is a collection's storage; a null pointer for any other
    /// target.
    case cleared
    /// An empty collection for every target. Its storage is immortal and, unlike a cleared
    /// reference, has metadata. Tried after a trap.
    case immortal
    /// The same as ``immortal``, but tried after a trial that cleared a reference and did not free
    /// all objects. If the reference is in an optional structure or in an enum's payload, a null
    /// pointer may represent another case, so that ARC does not release the payload's other
    /// references. The outcome counts only if all objects are freed.
    case immortalPayload
    /// For an over-retained object: the objects that untyped memory appears to retain are released
    /// as well. Tried after a trial that released only the over-retained object and did not free
    /// all objects. The outcome counts only if all objects are freed.
    case releasedMemory

    /// A Boolean value indicating whether a trial counts only if it frees all objects.
    var countsOnlyIfSufficient: Bool { self == .immortalPayload || self == .releasedMemory }
  }

  private let finding: Finding
  private let slots: BreakSlots
  private let walker: HeapWalker
  private let origins: CodeOrigins
  /// The addresses of the objects to observe.
  private let objects: [UInt]
  /// The leaks of other findings to observe in each trial. Breaking this finding's references may
  /// free them as well.
  private let others: [ObservedLeak]
  private let target: BreakTarget
  /// The steps that remove the references from other leaked objects to the finding's objects.
  private let detachment: [BreakExecution.Step]
  private let candidates: [[Int]]
  private let claim: [Int]

  private var next = 0
  private var current: [Int] = []
  private var variant = Variant.cleared
  private var attempts = 0
  /// The outcome of breaking the finding's `advisedBreaks`.
  private var claimed: Execution?
  /// The outcome of breaking the finding's `breakSet`, which is sufficient according to the graph.
  private var smallest: Execution?
  /// The outcome of the first set of references, whether or not that set could be tried.
  private var first: Execution?
  private(set) var verified: Execution?
  /// The edits of the first verified set that may be unnecessary and that no trial has omitted yet,
  /// least preferred first. Each is a list of references.
  private var omissible: [[Int]] = []
  /// A Boolean value indicating whether trials omit edits of the verified set. This is `false`
  /// until every finding has been tried.
  private var isReducing = false
  /// A Boolean value indicating whether a deinitializer trapped when the finding's `advisedBreaks`
  /// were broken. Such a trap does not refute the advice: the trial clears a closure's captured
  /// reference, and a deinitializer may run the closure afterwards. If the source is edited as
  /// advised, the capture is weak, and the closure can run although it finds `nil`.
  private(set) var hasTrappedAtAdvice = false
  /// A Boolean value indicating whether the finding's `advisedBreaks` were tried without a result,
  /// for example because a deinitializer left work to another thread.
  var isAdviceUndecided: Bool { claimed?.outcome == .notExecuted }
  /// The leaks of other findings that the successful trial freed as well.
  private(set) var freedLeaks: [ObservedLeak.ID] = []
  private var isOver = false

  init(
    _ finding: Finding, target: BreakTarget, objects: [UInt],
    others: [ObservedLeak], detachment: [BreakExecution.Step],
    walker: HeapWalker, origins: CodeOrigins
  ) {
    self.finding = finding
    self.target = target
    self.objects = objects
    self.others = others
    self.detachment = detachment
    self.walker = walker
    self.origins = origins
    slots = BreakSlots(of: finding.graph, target: target)
    claim = finding.advisedBreaks
    candidates = target.overRetained == nil ? finding.executionCandidates(origins: origins) : [[]]
  }

  /// The result to report after the last trial.
  var execution: Execution {
    // If the advised edit cannot be tried, the outcome of another set is more useful.
    let outcomes = [claimed, smallest].compactMap { $0 }
    return verified ?? outcomes.first { $0.outcome != .notExecuted } ?? outcomes.first ?? first
      ?? Execution(.notExecuted, reason: "no reference can be broken")
  }

  /// Records the outcome of the last trial, and returns the next trial; `nil` if there is none.
  mutating func trial(after outcome: BreakExecution.Outcome?) -> BreakExecution.Trial? {
    if let outcome {
      if !variant.countsOnlyIfSufficient || frees(objects, outcome) { take(outcome) }
      if let next = nextVariant(after: outcome) {
        variant = next
        if let steps = steps(breaking: current) { return trial(steps) }
      }
    }
    variant = .cleared
    while !isOver, attempts < Self.maxAttempts, let set = nextSet() {
      current = set
      guard let steps = steps(breaking: current) else {
        note(Execution(.notExecuted, references: current, reason: missing(in: current)))
        continue
      }
      attempts += 1
      return trial(steps)
    }
    return nil
  }

  /// Prepares trials that omit edits of the verified set.
  ///
  /// - Returns: Whether there is an edit to omit.
  mutating func beginReducing() -> Bool {
    isReducing = true
    return verified != nil && !omissible.isEmpty
  }

  /// Returns the set of references to break next; `nil` if there is none. While edits are omitted,
  /// returns subsets of the verified set, because a deinitializer may break the omitted references.
  private mutating func nextSet() -> [Int]? {
    guard isReducing else {
      defer { next += 1 }
      return verified == nil && next < candidates.count ? candidates[next] : nil
    }
    guard let verified, !omissible.isEmpty else { return nil }
    let omitted = Set(omissible.removeFirst())
    let rest = verified.references.filter { !omitted.contains($0) }
    return rest.isEmpty ? nil : rest
  }

  /// Returns the variant with which to try the same references again; `nil` if they are not tried
  /// again.
  private func nextVariant(after outcome: BreakExecution.Outcome) -> Variant? {
    guard !isOver, verified == nil, variant == .cleared else { return nil }
    if let over = target.overRetained {
      return outcome.end == .finished && !over.behindMemory.isEmpty ? .releasedMemory : nil
    }
    guard !current.isEmpty else { return nil }
    switch outcome.end {
    case .trapped: return .immortal
    case .finished:
      let isCleared = current.contains { reference in
        slots.stored(reference).contains {
          replacement(for: walker.kind(of: Address($0.target))) == .nothing
        }
      }
      return isCleared ? .immortalPayload : nil
    default: return nil
    }
  }

  private func frees(_ objects: [UInt], _ outcome: BreakExecution.Outcome) -> Bool {
    !outcome.hasDoubleFree && zip(objects, outcome.isFreed).allSatisfy(\.1)
  }

  private func trial(_ steps: [BreakExecution.Step]) -> BreakExecution.Trial {
    BreakExecution.Trial(
      steps: detachment + steps, objects: objects + others.flatMap(\.objects))
  }

  private mutating func note(_ execution: Execution) {
    // If the finding's `advisedBreaks` are tried again with another variant, the outcome of that
    // trial replaces the first one, unless it does not count; see ``Variant``.
    if current == claim { claimed = execution }
    if current == finding.breakSet { smallest = execution }
    if first == nil { first = execution }
  }

  // MARK: Steps

  /// Returns the steps that break the given references; `nil` if it is unknown where one of them is
  /// stored. For an over-retained object, returns the steps that release objects.
  private func steps(breaking references: [Int]) -> [BreakExecution.Step]? {
    if let over = target.overRetained {
      let others = variant == .releasedMemory ? over.behindMemory : []
      return ([(over.object, over.owners)] + others).map { object, owners in
        BreakExecution.Step(
          slot: nil, target: object, releases: owners, isBlock: isBlock(object))
      }
    }
    let words = references.map(slots.stored)
    if words.contains(where: \.isEmpty) { return nil }
    let repeated = repeatedAddresses(in: words)
    var seen = Set(detachment.compactMap(\.slot))
    var steps: [BreakExecution.Step] = []
    steps.reserveCapacity(words.map(\.count).reduce(0, +))
    for word in words.joined()
    where !repeated.contains(word.slot.address) || seen.insert(word.slot).inserted {
      steps.append(step(breaking: word.slot, target: word.target))
    }
    return steps
  }

  /// Returns the addresses of the words that occur more than once, in the given references and in
  /// ``detachment``. The words of one reference are distinct, but two references may share a word:
  /// the word that stores a closure's context stores the reference from the owner to the function
  /// value and the reference from the function value to the context.
  private func repeatedAddresses(in references: [[StoredReferences.Word]]) -> Set<UInt> {
    guard references.count > 1 || !detachment.isEmpty else { return [] }
    // Sorting millions of addresses, which are almost in order, takes less time than hashing them.
    let addresses =
      (detachment.compactMap { $0.slot?.address } + references.joined().map(\.slot.address))
      .sorted()
    return Set(zip(addresses, addresses.dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
  }

  private func step(breaking slot: ReferenceSlot, target: UInt) -> BreakExecution.Step {
    let kind = walker.kind(of: Address(target))
    return BreakExecution.Step(
      slot: slot, target: target, replacement: replacement(for: kind), isBlock: kind == .block)
  }

  /// Returns what replaces a reference to an object of a kind, in the current ``variant``.
  private func replacement(for kind: ObjectGraph.Kind) -> BreakExecution.Replacement {
    switch kind {
    case .array: .emptyArray
    case .dictionary: .emptyDictionary
    case .set: .emptySet
    default: variant == .cleared ? .nothing : .emptyArray
    }
  }

  private func missing(in references: [Int]) -> String {
    let graph = finding.graph
    let unknown = references.first { slots.stored($0).isEmpty } ?? references.first
    guard let unknown else { return "no reference can be broken" }
    let reference = graph.references[unknown]
    let owner = graph.nodes[reference.from].type
    if reference.isInUndescribedProperty {
      let type = reference.declaration?.type ?? owner
      return "\(type) was compiled without reflection metadata"
    }
    let stored =
      reference.label == ObjectGraph.Reference.untypedMemory
      ? "a reference of \(owner)" : "\(owner).\(reference.shownLabel)"
    return "\(stored) is stored in untyped memory"
  }

  // MARK: Outcomes

  private mutating func take(_ outcome: BreakExecution.Outcome) {
    var execution = Execution(
      .notExecuted, references: current, attempts: attempts - 1,
      refusedCalls: outcome.refusedCalls)
    execution.dependsOnOtherLeaks = detachment.isEmpty ? nil : true
    if variant == .releasedMemory, let over = target.overRetained {
      execution.releasedObjects = 1 + over.behindMemory.count
    }
    switch outcome.end {
    case .finished: judge(outcome, &execution)
    case .unavailable, .outOfTime:
      isOver = true
      fallthrough
    default: execution.reason = reason(for: outcome.end)
    }
    if hasReleasedTooOften(outcome) {
      execution.outcome = .notExecuted
      execution.reason =
        "untyped memory or an Unmanaged value refers to the object and may own "
        + "it as well"
    }
    if case .trapped = outcome.end, current == claim { hasTrappedAtAdvice = true }
    note(execution)
  }

  /// Returns whether an over-retained object may have been released twice for one owner: by the
  /// trial, and by a deinitializer that released a reference in untyped memory.
  private func hasReleasedTooOften(_ outcome: BreakExecution.Outcome) -> Bool {
    guard let over = target.overRetained, over.possibleOwners > 0 else { return false }
    if outcome.hasDoubleFree { return true }
    switch outcome.end {
    case .trapped, .outOfTime, .outOfMemory: return true
    case .finished, .waited, .exited, .killed, .changed, .unavailable: return false
    }
  }

  /// Sets the outcome of a trial that finished. The outcome depends on the objects that the trial
  /// freed.
  private mutating func judge(
    _ outcome: BreakExecution.Outcome, _ execution: inout Execution
  ) {
    let ends = zip(objects, outcome.isFreed)
    let (freed, alive) = (ends.filter(\.1).map(\.0), ends.filter { !$0.1 }.map(\.0))
    let survivors = TrialSurvivors(alive, of: target, origins: origins)
    count(freed, alive, in: &execution)
    execution.otherObjects = max(0, outcome.freedObjects - freed.count { !isBlock($0) })
    if outcome.hasDoubleFree {
      execution.outcome = .refuted
      execution.reason = "an object was released more often than it was retained"
    } else if alive.isEmpty || isFreedExceptLibrary(survivors, outcome, execution) {
      execution.outcome = .verified
      execution.reason = alive.isEmpty ? "" : survivors.text
      takeVerified(execution)
      freedLeaks = leaks(freedBy: outcome)
    } else if outcome.handovers > 0 {
      execution.reason = "a deinitializer left work to another thread"
    } else {
      execution.outcome = .refuted
      execution.reason = survivors.text
    }
  }

  /// Returns whether a trial freed the program's objects, and nothing but a library retains the
  /// others. A trial that omits edits must free at least as many objects as the verified trial.
  private func isFreedExceptLibrary(
    _ survivors: TrialSurvivors, _ outcome: BreakExecution.Outcome, _ execution: Execution
  ) -> Bool {
    let areOfLibrary =
      outcome.handovers == 0 ? survivors.library != nil : survivors.areReleasedByDispatch
    return areOfLibrary && execution.freedObjects > 0
      && verified.map { execution.freedObjects >= $0.freedObjects } ?? true
  }

  private mutating func takeVerified(_ execution: Execution) {
    if verified == nil, variant == .cleared, current.count > 1 {
      omissible = finding.graph.lessPreferredEdits(of: current, origins: origins)
    }
    verified = execution
  }

  /// Returns the leaks of other findings whose objects were all freed.
  private func leaks(freedBy outcome: BreakExecution.Outcome) -> [ObservedLeak.ID] {
    var isFreed = outcome.isFreed.dropFirst(objects.count)
    return others.filter { leak in
      defer { isFreed = isFreed.dropFirst(leak.objects.count) }
      return !leak.objects.isEmpty && isFreed.prefix(leak.objects.count).allSatisfy { $0 }
    }.map(\.id)
  }

  /// Counts the objects of the finding that were freed. As in the report, an object and its storage
  /// count as one.
  private func count(_ freed: [UInt], _ alive: [UInt], in execution: inout Execution) {
    let description = target.description
    let kept = Set(alive.map { description.owners[$0] ?? $0 })
    var objects = 0
    for object in freed {
      let owner = description.owners[object] ?? object
      if kept.contains(owner) { continue }
      if owner == object { objects += 1 }
      execution.freedBytes += walker.size(of: object)
    }
    execution.freedObjects = objects
  }

  private func isBlock(_ object: UInt) -> Bool { walker.kind(of: Address(object)) == .block }

  /// The signal `SIGSYS`, with which the kernel ends a process that makes a refused system call.
  private static let refusedCallSignal: Int32 = 31

  /// Returns the reason why a trial had no result.
  ///
  /// The runtime traps when a task that has not ended is deallocated: no value was stored as the
  /// task's result, so `swift::AsyncTask::~AsyncTask()` cannot destroy the result.
  private func reason(for end: BreakExecution.End) -> String {
    guard case .trapped(let signal) = end, finding.hasUnfinishedTask else {
      return Self.words(for: end)
    }
    return finding.isOverRetainedTask
      ? "the Swift runtime cannot deallocate a task that has not ended"
      : "a deinitializer trapped, or a task that had not ended was deallocated "
        + "(\(SignalName.name(of: signal)))"
  }

  private static func words(for end: BreakExecution.End) -> String {
    switch end {
    case .finished: ""
    case .trapped(let signal): "a deinitializer trapped (\(SignalName.name(of: signal)))"
    case .waited: "a deinitializer waited for a lock or another thread"
    case .exited(let status): "a deinitializer ended the process with status \(status)"
    case .killed(refusedCallSignal):
      "a deinitializer made a refused system call while all signals were blocked"
    case .killed(let signal):
      "a deinitializer ended the process with \(SignalName.name(of: signal))"
    case .outOfMemory: "a deinitializer ran out of memory"
    case .outOfTime: "a deinitializer ran out of time"
    case .changed: "a reference has changed since it was read"
    case .unavailable(let code): "the sandbox is unavailable (error \(code))"
    }
  }
}

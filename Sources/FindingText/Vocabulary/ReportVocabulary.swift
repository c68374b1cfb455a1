package import Findings
package import OwnershipGraph

/// The sentences and sort orders that all formats share.
package enum ReportVocabulary {
  /// The endings that are shown first, in this order. Other endings follow in order of appearance,
  /// and `none` is shown last.
  private static let knownEndings = ["completion", "error", "dispose", "bagDrop"]

  /// Returns the endings of some matrix cells, each once. Known endings come first, and `none`
  /// comes last.
  package static func endings(of cells: some Sequence<CellReport>) -> [String] {
    let present = cells.map(\.ending).uniqued()
    let others = present.filter { !knownEndings.contains($0) && $0 != "none" }
    return knownEndings.filter(present.contains) + others + present.filter { $0 == "none" }
  }

  /// Returns a number with a noun: `1 object`, `2 objects`.
  package static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Returns a number with its digits in groups of three: `8,603`.
  package static func grouped(_ number: Int) -> String {
    var digits = String(abs(number))
    var result = ""
    while digits.count > 3 {
      result = "," + digits.suffix(3) + result
      digits.removeLast(3)
    }
    return (number < 0 ? "-" : "") + digits + result
  }

  /// Returns words as a list in a sentence: `completion, error and dispose`.
  package static func list(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Returns the confidence of a finding in words.
  ///
  /// If a trial verified the finding, but did not free or observe all objects, such as blocks that
  /// libdispatch retains, the words contain the number of objects that were freed.
  package static func confidenceDescription(of finding: Finding) -> String {
    let freed = finding.execution?.freedObjects ?? finding.objectCount
    guard finding.confidence == .verified, freed < finding.objectCount else {
      return description(of: finding.confidence)
    }
    return "verified (a trial freed \(freed) of \(counted(finding.objectCount, "object")))"
  }

  /// Returns a confidence in words.
  package static func description(of confidence: Confidence) -> String {
    switch confidence {
    case .verified: "verified (a trial freed all objects)"
    case .proven: "proven (all retains explained)"
    case .likely:
      "likely (some retains are unexplained, some memory is untyped, or a trial did not free all "
        + "objects)"
    case .scanned: "scanned (a reference was found in untyped memory)"
    }
  }

  /// Returns the number of an object's retains for which no reference was found: `1 retain without
  /// a known reference`. Returns `nil` if there are none. The owner may be known nevertheless, such
  /// as a root or a suspended task.
  package static func unexplainedRetains(of node: ObjectGraph.Node) -> String? {
    node.unexplainedOwners > 0
      ? counted(node.unexplainedOwners, "retain") + " without a known reference" : nil
  }

  package static func description(of verdict: LeakReport.Verdict) -> String {
    switch verdict {
    case .clean: "clean"
    case .leaking: "leaking"
    case .inconclusive: "inconclusive"
    case .failed: "the program failed"
    }
  }

  /// Returns the advice for a reference of a finding.
  ///
  /// Usually, the object that a closure captures has another owner. Therefore the advice for a
  /// capture states the condition "if another object owns …" only if another edit may be right.
  package static func breakAdvice(for index: Int, in finding: Finding) -> BreakAdvice {
    var advice = BreakAdvice(for: index, in: finding.graph, breaking: finding.advisedBreaks)
    let source = finding.graph.nodes[finding.graph.references[index].from]
    if source.kind.isClosure, finding.alternativeBreak == nil { advice.objectToOwn = nil }
    return advice
  }

  /// Returns the edit that breaks a reference, the location of the edit and the condition under
  /// which the edit is right: `weak var parent, in Child at Tree.swift:7, if another object owns
  /// Parent`.
  package static func advice(for index: Int, in finding: Finding) -> String {
    let type = breakAdvice(for: index, in: finding).objectToOwn
    return edit(for: index, in: finding) + (type.map { ", if another object owns \($0)" } ?? "")
  }

  /// Returns the edit that breaks a reference, and the location of the edit: `weak var parent, in
  /// Child at Tree.swift:7`.
  package static func edit(for index: Int, in finding: Finding) -> String {
    let graph = finding.graph
    let advice = breakAdvice(for: index, in: finding)
    let source = graph.nodes[graph.references[index].from]
    guard let location = advice.location else { return advice.text }
    if source.kind == .task { return "\(advice.text) at \(location)" }
    // Reports show the closure's line beside the closure.
    if source.kind.isClosure, location == source.location { return advice.text }
    if location == source.call?.location { return "\(advice.text) at \(location)" }
    return advice.type.map { "\(advice.text), in \($0) at \(location)" }
      ?? "\(advice.text), made at \(location)"
  }

  /// Returns whether the finding is a known leak of a library, or is not about the program's own
  /// code.
  package static func belongsToLibrary(_ finding: Finding) -> Bool {
    finding.isKnownLibraryLeak || !finding.involvesProgram
  }

  /// Returns the name of the finding's cause, or of its rule if no cause is known.
  package static func causeName(of finding: Finding) -> String {
    finding.cause?.rawValue ?? finding.rule.rawValue
  }

  /// Returns the second line of a picture: the cause and the fingerprint. The fingerprint is
  /// omitted for an expected finding, which is a test's known leak.
  package static func subtitle(of finding: Finding) -> String {
    causeName(of: finding) + (finding.status == .expected ? "" : " · \(finding.fingerprint)")
  }

  /// Returns the description of a finding, in one sentence.
  package static func summary(of finding: Finding) -> String {
    if isAboutEndedTimer(finding) {
      return "No run loop retains the timer, but Foundation does not release it: the timer's "
        + "handler still retains an object."
    }
    return finding.cause?.summary ?? summary(of: finding.rule)
  }

  /// Returns whether Foundation over-retains a timer although no run loop retains it any more.
  private static func isAboutEndedTimer(_ finding: Finding) -> Bool {
    finding.rule == .overRetained && finding.cause == .timer
  }

  /// Returns the description of a finding's fix, in one or more sentences.
  ///
  /// The fix of a `Cause` may mention `self`. If the closures to edit capture another variable, the
  /// variable's name replaces `self`. The sentences of ``conditions(of:)`` follow.
  package static func remedy(for finding: Finding) -> String {
    ([remedyOfCause(for: finding)] + conditions(of: finding)).joined(separator: " ")
  }

  private static func remedyOfCause(for finding: Finding) -> String {
    if isAboutEndedTimer(finding) {
      return "Capture objects weakly in the handler: on Linux, Foundation does not release a "
        + "timer, even after it has ended."
    }
    // A task that the runtime retains is not lost with its executor.
    if finding.rule == .heldByRuntime, finding.cause == .jobNeverRuns {
      return "Let the program run until the executor has run the task."
    }
    let marked = finding.markedBreaks.map { finding.graph.references[$0] }
    // A closure's unmanaged reference is released, not captured weakly, whatever the cause is.
    let areUnmanaged = marked.allSatisfy {
      finding.graph.nodes[$0.from].kind.isClosure && finding.graph.isInMemoryOfProgram($0)
        && LibraryCall.ending($0, in: finding.graph) == nil
    }
    if !marked.isEmpty, areUnmanaged { return remedyForReferences(in: finding) }
    var remedy = finding.cause?.fix ?? remedyWithoutCause(for: finding)
    if finding.cause == .strongDelegate, let edit = declarationEdit(in: finding) {
      remedy.replace("weak var delegate", with: edit)
    }
    if let remedy = remedyOfVariables(marked, in: finding) { return remedy }
    if marked.contains(where: finding.graph.isCaptureOfNestedFunction) {
      return "The closure captures the object weakly, but it calls a nested function that captures "
        + "the object strongly: make this function a method, or move its body into the closure."
    }
    let captures = marked.filter {
      finding.graph.nodes[$0.from].kind.isClosure && $0.capturedVariable == nil
        && finding.graph.nodes[$0.to].kind != .box
        && LibraryCall.ending($0, in: finding.graph) == nil
    }
    guard !captures.isEmpty, finding.cause != .taskKeepsObject else { return remedy }
    if let remedy = remedyWithoutCaptureList(of: captures, in: finding) { return remedy }
    if captures.allSatisfy({ $0.capture?.isExpression == false }) {
      return "Capture only what the closure needs of the value, or release the closure when done: "
        + "only a reference to an object can be captured weakly."
    }
    if captures.allSatisfy({ BreakAdvice.partOfUnnamedValue($0) != nil }) {
      return
        "A structure cannot be captured weakly: instead of it, capture the properties that the "
        + "closure uses, and the object weakly."
    }
    let list = captureLists(captures, in: finding.graph)
    let capturesStructure = captures.allSatisfy {
      $0.capture?.value == nil && BreakAdvice.captureList($0) == list
        && finding.graph.codeForm(of: $0) != .nestedFunction
    }
    if capturesStructure, list.contains("=") {
      return
        "A structure cannot be captured weakly: instead of it, capture the properties that the "
        + "closure uses, and the object weakly: \(list)."
    }
    return remedy.replacing("[weak self]", with: list)
      .replacing("[unowned self]", with: list.replacing("weak ", with: "unowned "))
  }

  /// Returns the capture lists for some captures: `[weak self, weak login]` for captures of one
  /// closure, `[weak self] and [weak login]` for captures of several closures. Captures of
  /// collections are omitted, because they cannot be weak.
  static func captureLists(
    _ captures: [ObjectGraph.Reference], in graph: ObjectGraph
  ) -> String {
    let captures = captures.filter { !BreakAdvice.capturesCollection($0, in: graph) }
    func lists(usesWholePath: Bool) -> [Substring] {
      captures.map { capture in
        let list = BreakAdvice.captureList(capture, usesWholePath: usesWholePath)
        return list?.dropFirst().dropLast() ?? "weak …"
      }.uniqued()
    }
    var captured = lists(usesWholePath: false)
    let closures = captures.map { graph.nodes[$0.from] }.map {
      $0.type + String(describing: $0.location)
    }
    guard captured.count > 1, Set(closures).count == 1 else {
      return list(captured.map { "[\($0)]" })
    }
    // A capture list cannot introduce two variables with the same name.
    let names = captured.map { $0.prefix { $0 != "=" } }
    if Set(names).count < names.count { captured = lists(usesWholePath: true) }
    return "[" + captured.joined(separator: ", ") + "]"
  }

  /// Returns the edit of a declaration, such as `weak var dataSource`, if a finding needs no
  /// other edit; otherwise `nil`.
  private static func declarationEdit(in finding: Finding) -> String? {
    let edits = Set(finding.markedBreaks.map { breakAdvice(for: $0, in: finding).text })
    guard edits.count == 1, let edit = edits.first else { return nil }
    return edit.contains(#/^weak (var|let) \w+$/#) ? edit : nil
  }

  /// Returns the fix of a finding that has no known cause.
  private static func remedyWithoutCause(for finding: Finding) -> String {
    if let module = libraryOfOverRetained(in: finding) {
      return remedy(for: finding.rule) + " If the program contains no such mistake, the unbalanced "
        + "retain is in \(module), to which the over-retained objects belong."
    }
    let broken = finding.markedBreaks.map { finding.graph.references[$0] }
    let isCapture = broken.map { finding.graph.nodes[$0.from].kind.isClosure }
    guard finding.rule == .closureCaptureCycle, !broken.isEmpty, isCapture.allSatisfy({ $0 })
    else { return remedyForReferences(in: finding) }
    return broken.count == 1
      ? "Capture [weak self] in the marked closure, or release the closure when done."
      : "Capture [weak self] in the marked closures, or release them when done."
  }

  /// Returns the name of a library of the language if all over-retained objects belong to such
  /// libraries. Returns `nil` if one of the objects belongs to other code, or if all of them belong
  /// to the standard library, whose objects store values of the program.
  private static func libraryOfOverRetained(in finding: Finding) -> String? {
    guard finding.rule == .overRetained else { return nil }
    return library(of: finding.graph.nodes.filter { $0.role == .held && !$0.kind.isClosure })
  }

  /// Returns the name of a library of the language, other than the standard library, if all objects
  /// belong to libraries of the language; `nil` if there is none.
  static func library(of objects: [ObjectGraph.Node]) -> String? {
    let origins = CodeOrigins()
    guard objects.allSatisfy({ origins.origin(of: $0) == .language }) else { return nil }
    return objects.map(\.module).first { !$0.isEmpty && $0 != "Swift" }
  }

  /// Returns the fix of a finding according to its references to break, whatever the cause is. If
  /// none of the references to break in a cycle can be weak, the fix does not mention `weak`.
  private static func remedyForReferences(in finding: Finding) -> String {
    let marked = finding.markedBreaks.map { finding.graph.references[$0] }
    if !marked.isEmpty, marked.allSatisfy({ finding.graph.isInMemoryOfProgram($0) }) {
      return "When the objects are no longer needed, release what the memory retains: with "
        + "release() of an Unmanaged value, with deinitialize(count:) before the memory is freed, or by "
        + "clearing the property if it owns the memory. Setting a pointer to nil releases nothing. "
        + "If the memory retains nothing, look for an unbalanced retain instead, such as "
        + "Unmanaged.passRetained without a release."
    }
    let edits = finding.markedBreaks.map { breakAdvice(for: $0, in: finding).text }
    if Set(edits).count == 1, let edit = edits.first,
      edit.contains(#/^(use|call|dispose|capture|give) /#)
    {
      return "\(edit.prefix(1).uppercased())\(edit.dropFirst())."
    }
    let canBeWeak = edits.contains { $0.contains(#/^(weak|\[weak)|store (a )?weak/#) }
    return edits.isEmpty || canBeWeak || finding.cycleTrace == nil
      ? remedy(for: finding.rule)
      : "Clear the marked reference when the objects are no longer needed."
  }

  package static func summary(of rule: Rule) -> String {
    switch rule {
    case .retainCycle: "Objects retain each other, and nothing outside can release them."
    case .closureCaptureCycle: "A closure captures an object that retains the closure."
    case .selfCycle: "An object retains itself."
    case .heldAfterEnding: "A named owner retains objects of a subscription that has ended."
    case .unexplainedOwner: "An owner that leakcheck did not find retains objects."
    case .heldByRuntime: "The Swift runtime or a system library retains objects."
    case .overRetained: "Objects have more retains than references, and no root reaches them."
    case .controlNotSeen: "The objects of a control, which must be found, were not found."
    }
  }

  package static func remedy(for rule: Rule) -> String {
    switch rule {
    case .retainCycle, .closureCaptureCycle, .selfCycle:
      "Make the marked reference weak, or clear it when the objects are no longer needed."
    case .heldAfterEnding: "Release the owner, or clear the reference when the subscription ends."
    case .unexplainedOwner:
      "Look for a global, a thread-local or a C library that retains the object; in a matrix cell, declare it as a root."
    case .heldByRuntime: "Cancel the task, invalidate the timer or remove the observer."
    case .overRetained:
      "Look for an unbalanced retain: Unmanaged.passRetained without a release, or memory behind a pointer that was lost, was deallocated without deinitialize(count:), was initialized twice, or was read with pointee where move() was meant."
    case .controlNotSeen:
      "Find out why the control was not found: the results of the other cells are not reliable."
    }
  }

  /// Returns the reason for accepting a finding: `accepted: cached on purpose (feed team, until
  /// 2027-03-01)`.
  package static func acceptance(of finding: Finding) -> String {
    "accepted: " + (finding.reason.isEmpty ? "in the baseline" : Escaping.line(finding.reason))
  }

  /// Returns the mutation score: `mutation score: 100 %, 46 of 46 planted mistakes caught`.
  ///
  /// The score is rounded down, so it is 100 % only if all mistakes were caught.
  package static func mutationScore(of mutants: [MutantReport]) -> String {
    let caught = mutants.count { $0.isCaught }
    let score = mutants.isEmpty ? 0 : caught * 100 / mutants.count
    return "mutation score: \(score) %, \(caught) of \(mutants.count) planted mistakes caught"
  }

  /// Returns words that state whether the leak grows from run to run: `leaked in each of 5 runs:
  /// the leak grows with each run`.
  package static func description(of recurrence: Recurrence) -> String {
    let (seen, runs) = (recurrence.seen, recurrence.runs)
    switch recurrence.trend {
    case .growth: return "leaked in each of \(runs) runs: the leak grows with each run"
    case .oneOff:
      return "leaked once in each cell (\(seen) of \(runs) runs): the leak does not grow"
    case .sporadic: return "leaked in \(seen) of \(runs) runs"
    }
  }

  /// Returns the types of a finding's objects; for a cycle, only the types of its members.
  package static func types(of finding: Finding) -> [String] {
    let isCycle = finding.graph.nodes.contains { $0.role == .cycle }
    return finding.graph.nodes.filter { isCycle ? $0.role == .cycle : $0.role != .context }
      .map(\.type).uniqued()
  }

  /// Returns a reference as text: `FeedViewModel . bag → DisposeBag`.
  package static func name(of reference: ObjectGraph.Reference, in graph: ObjectGraph) -> String {
    "\(graph.nodes[reference.from].type) . \(reference.label) → \(graph.nodes[reference.to].type)"
  }

  /// Returns the simulated effect of making references weak, in words: `removes 3 of 3 cycles and
  /// frees 6 of 6 objects`.
  package static func outcome(of simulation: BreakSimulation) -> String {
    let before = simulation.cyclesBefore
    var text =
      if simulation.isExact {
        "removes \(simulation.cyclesRemoved) of \(counted(before, "cycle"))"
      } else if simulation.isEnough {
        "removes all of more than \(before) cycles"
      } else {
        "leaves some of more than \(before) cycles"
      }
    text += " and frees \(simulation.freed) of \(counted(simulation.leaked, "object"))"
    if !simulation.isEnough, simulation.leavesOnlyLibraryCycles {
      text += "; the remaining cycles are among the library's own objects"
    }
    return text
  }
}

import Findings
import OwnershipGraph

// Sentences that follow the fix of a cause.
extension ReportVocabulary {
  /// Returns sentences about the conditions under which the edits are right, and about further
  /// edits that Swift requires.
  static func conditions(of finding: Finding) -> [String] {
    let marked = finding.markedBreaks
    let references = marked.map { finding.graph.references[$0] }
    var sentences: [String] = []
    let advice = marked.map { breakAdvice(for: $0, in: finding) }
    if let sentence = sentence(of: advice, in: finding) { sentences.append(sentence) }
    sentences += sentencesOfWork(in: finding) + sentencesOfUnexplainedRetains(in: finding)
    if finding.execution?.outcome == .verified {
      sentences += sentencesOfUntypedMemory(in: finding)
    }
    let owned = advice.compactMap(\.objectToOwn).uniqued()
    if !owned.isEmpty {
      let isCapture = references.allSatisfy { finding.graph.nodes[$0.from].kind.isClosure }
      let otherEdit = finding.alternativeBreak.map { _ in "make the other edit" }
      let isConstant = references.contains { $0.declaration?.isConstant == true }
      let clearing =
        isConstant
        ? "declare the property as a variable and clear it when done"
        : "clear the property when done"
      let releases = references.compactMap { reference in
        storage(ofClosure: reference.from, in: finding.graph).flatMap {
          edit(releasing: reference.from, storedBy: $0, in: finding.graph)
        }
      }
      let ownEdit = isCapture ? list(releases.uniqued()) : clearing
      let edits = [otherEdit, ownEdit].compactMap { $0 }.filter { !$0.isEmpty }
      sentences.append(
        "If no other object owns \(list(owned)), a weak reference would let it be deallocated too early: "
          + "\(edits.joined(separator: ", or ")).")
    }
    if owned.isEmpty { sentences += sentencesOfElements(advice, in: finding) }
    let needsOptional = zip(references, advice).contains { reference, advice in
      let declaration = reference.declaration
      let isOptional = declaration?.field.map(\.isOptional) ?? declaration?.isOptional
      return advice.isWeakDeclaration && isOptional == false
    }
    if needsOptional { sentences.append("A weak property needs an optional type.") }
    if advice.contains(where: { $0.text.hasPrefix("weak let ") }) {
      sentences.append("A weak constant needs Swift 6.3.")
    }
    for function in references.compactMap({ $0.capture?.nestedFunction }).uniqued() {
      sentences.append(
        "The closure calls the nested function \(function)(). If \(function)() captures the "
          + "object strongly, turn \(function)() into a method, and call the method through the "
          + "weak reference.")
    }
    sentences += sentencesOfReturnedClosures(in: finding) + sentencesOfCapturedObjects(in: finding)
    sentences += sentencesOfHeldCaptures(in: finding)
    if references.contains(where: { $0.capture?.usesSuper == true }) {
      sentences.append("A closure that captures self weakly cannot use super.")
    }
    if references.contains(where: { $0.capture?.canBeWeak == false }) {
      sentences.append(
        "Only a variable whose type is restricted to classes can be captured weakly; if the type "
          + "cannot be restricted, release the closure when done.")
    }
    let isLeft = { (index: Int) in
      finding.graph.isOutOfReach(index) && !marked.contains(index)
    }
    if !finding.waitsForProgram, finding.advisedBreaks.contains(where: isLeft) {
      sentences.append(
        "A cycle among a library's own objects remains, which no edit of the program breaks.")
    }
    return sentences
  }

  /// Returns a sentence about the objects to which elements of a collection refer, if the cause
  /// suggests weak references to them, and the elements may be their only owners.
  private static func sentencesOfElements(
    _ advice: [BreakAdvice], in finding: Finding
  ) -> [String] {
    guard finding.cause == .elementRetainsContainer else { return [] }
    let (graph, marked) = (finding.graph, finding.markedBreaks)
    let lost = zip(marked, advice).filter { BreakAdvice.losesTarget($0.0, in: graph, marked) }
    let types = lost.map { graph.nodes[graph.references[$0.0].to].type }.uniqued()
    guard !types.isEmpty else { return [] }
    return [
      "If no other object owns \(names(types)), a weak reference would let it be deallocated too "
        + "early: \(names(lost.map(\.1.text).uniqued()))."
    ]
  }

  /// Returns a list of texts that contain names, without the backquotes of raw identifiers: in a
  /// fix, backquotes enclose code.
  private static func names(_ texts: [String]) -> String {
    list(texts.map { $0.replacing("`", with: "") })
  }

  /// Returns a sentence with all edits of a cycle if it needs several different ones; `nil` for any
  /// other finding. If all edits are capture lists, the result is also `nil`, because the fix
  /// itself contains them.
  private static func sentence(of edits: [BreakAdvice], in finding: Finding) -> String? {
    let texts = edits.map(\.text).uniqued()
    guard finding.rule.isCycle, texts.count > 1, !texts.allSatisfy({ $0.hasPrefix("[") }) else {
      return nil
    }
    // Only a trial shows whether a deinitializer breaks some of the references.
    let condition =
      finding.execution?.outcome == .notExecuted ? ", unless a deinitializer breaks it" : ""
    return "Every marked reference has to be changed\(condition): "
      + "\(texts.joined(separator: "; "))."
  }

  /// Returns a sentence about retains that no reference explains, if a trial has shown that the
  /// suggested break alone does not free all objects.
  private static func sentencesOfUnexplainedRetains(in finding: Finding) -> [String] {
    guard finding.rule.isCycle, finding.execution?.outcome == .refuted else { return [] }
    let nodes = finding.graph.nodes.filter {
      $0.role == .cycle && $0.unexplainedOwners > 0 && $0.kind != .task
    }
    guard !nodes.isEmpty else { return [] }
    let retains = nodes.reduce(0) { $0 + $1.unexplainedOwners }
    let types = nodes.map(\.type).uniqued()
    let sentence =
      "No typed reference explains \(counted(retains, "retain")) of \(list(types)): look for an "
      + "unbalanced retain as well, such as Unmanaged.passRetained without a release. An Unmanaged "
      + "value or a pointer in another leak may also account for it."
    guard let module = library(of: nodes) else { return [sentence] }
    return [sentence + " If the program contains neither, \(module) may not release the objects."]
  }

  /// Returns sentences about closures that were found in untyped memory of the program. A stale
  /// word, which remains after a value was moved or deinitialized, looks like a reference to a
  /// closure. If the captured object has an unbalanced retain, a trial cannot distinguish such a
  /// word from a reference.
  private static func sentencesOfUntypedMemory(in finding: Finding) -> [String] {
    let graph = finding.graph
    let closures = Set(finding.markedBreaks.map { graph.references[$0].from })
    return graph.references.indices.compactMap { index -> String? in
      let reference = graph.references[index]
      guard closures.contains(reference.to), graph.nodes[reference.to].kind.isClosure,
        graph.isInMemoryOfProgram(reference)
      else { return nil }
      let memory = reference.propertyOfUntypedMemory.map { "the memory of \($0)" } ?? "the memory"
      return "If \(memory) no longer contains the closure, the object has an unbalanced retain "
        + "instead, such as Unmanaged.passRetained without a release."
    }.uniqued()
  }

  /// Returns sentences about closures in a cycle that a function may return. Other code may keep
  /// such a closure in order to keep the captured object alive.
  private static func sentencesOfReturnedClosures(in finding: Finding) -> [String] {
    let graph = finding.graph
    let marked = Set(finding.markedBreaks)
    let captures = graph.cycleReferences().filter { graph.references[$0].capture?.factory != nil }
    return captures.compactMap { index in
      guard let function = graph.references[index].capture?.factory else { return nil }
      let target = graph.nodes[graph.references[index].to].type
      guard marked.contains(index) else {
        let kind = graph.nodes[graph.references[index].to].kind
        // Only an object can be captured weakly.
        guard kind == .classInstance || kind == .actor else { return nil }
        return "If \(function) returns the closure, the code that stores it can store another "
          + "closure instead, which captures the \(target) weakly and calls \(function)."
      }
      guard breakAdvice(for: index, in: finding).text.hasPrefix("[weak ") else { return nil }
      return "If \(function) returns the closure, and its caller relies on the closure to keep "
        + "the \(target) alive, capture weakly in the code that calls \(function) instead."
    }.uniqued()
  }

  /// Returns sentences about captured objects of which a closure may be the only owner.
  ///
  /// If another module stores a closure that captures `self`, the fix of the cause states how to
  /// release the closure. So does the fix of a lazy property.
  private static func sentencesOfCapturedObjects(in finding: Finding) -> [String] {
    guard finding.alternativeBreak == nil, finding.cause != .lazyClosure else { return [] }
    var targets: [String] = []
    var releases: [String: [String]] = [:]
    for index in finding.markedBreaks {
      guard let target = capturedObjectToOwn(index, in: finding),
        let edit = releaseOfOwner(capturing: index, in: finding.graph)
      else { continue }
      if releases[target] == nil { targets.append(target) }
      releases[target, default: []].append(edit)
    }
    return targets.map { target in
      let edits = releases[target, default: []]
      let owners = edits.count == 1 ? "the closure keeps" : "these closures keep"
      return
        "If only \(owners) the \(names([target])) alive, \(names(edits.uniqued())) instead."
    }
  }

  /// Returns a sentence about the captured objects of which a closure that the runtime retains may
  /// be the only owner.
  private static func sentencesOfHeldCaptures(in finding: Finding) -> [String] {
    guard finding.rule == .heldByRuntime else { return [] }
    let captured = finding.markedBreaks.map { finding.graph.references[$0] }.filter { reference in
      BreakAdvice.captureList(reference)?.contains(/\bself\b/) == false
    }
    let types = captured.map { finding.graph.nodes[$0.to].type }.uniqued()
    guard !types.isEmpty else { return [] }
    return [
      "If only the closure keeps the \(names(types)) alive, leave the capture strong."
    ]
  }

  /// Returns the edit that releases a closure which may be the only owner of the object that it
  /// captures; `nil` if the object has another owner, or the fix of the cause contains the edit.
  private static func releaseOfOwner(capturing index: Int, in graph: ObjectGraph) -> String? {
    let capture = graph.references[index]
    guard let storing = storage(ofClosure: capture.from, in: graph) else { return nil }
    let edit = edit(releasing: capture.from, storedBy: storing, in: graph)
    let capturesSelf = BreakAdvice.captureList(capture)?.contains(/\bself\b/) == true
    return capturesSelf ? edit : edit ?? "release the closure when done"
  }

  /// Returns the edit of the property that stores a closure, which releases the closure when it is
  /// no longer needed; `nil` if the property is not in the program's own code.
  private static func edit(
    releasing closure: Int, storedBy storing: Int, in graph: ObjectGraph
  ) -> String? {
    let source = graph.nodes[graph.references[storing].from]
    guard source.kind != .task, CodeOrigins().isProgram(source) else { return nil }
    let stored = graph.cycleReferences().filter { graph.references[$0].to == closure }
    return BreakAdvice(
      for: storing, in: graph, breaking: stored.contains(storing) ? stored : [storing]
    ).text
  }

  /// Returns the reference in the cycle through which a closure is stored; `nil` if there is none.
  /// If another closure captures this closure by value, the capturing closure cannot release it.
  /// The result is then the reference that stores the capturing closure.
  private static func storage(ofClosure closure: Int, in graph: ObjectGraph) -> Int? {
    let cycle = graph.cycleReferences()
    var (closure, seen) = (closure, Set<Int>())
    while let storing = cycle.first(where: { graph.references[$0].to == closure }) {
      let reference = graph.references[storing]
      guard graph.nodes[reference.from].kind.isClosure, reference.capturedVariable == nil,
        seen.insert(reference.from).inserted
      else { return storing }
      closure = reference.from
    }
    return nil
  }

  /// Returns the type of a captured object that has no other owner in the finding; `nil` for any
  /// other reference.
  private static func capturedObjectToOwn(_ index: Int, in finding: Finding) -> String? {
    let reference = finding.graph.references[index]
    guard finding.graph.nodes[reference.from].kind.isClosure, reference.capture?.factory == nil
    else { return nil }
    return BreakAdvice(for: index, in: finding.graph, breaking: finding.advisedBreaks).objectToOwn
  }

  /// Returns sentences about sources, queues and jobs that have to run, or must not be released.
  private static func sentencesOfWork(in finding: Finding) -> [String] {
    var sentences: [String] = []
    let isUntriedCycle = finding.rule.isCycle && finding.execution?.outcome == .notExecuted
    if isUntriedCycle, finding.cause == .dispatchSource {
      sentences.append(
        "libdispatch ends a program that releases a source that is suspended or was never "
          + "resumed: resume() it first.")
    }
    // A queue that is not suspended runs its blocks and releases them.
    let hasQueue = finding.graph.nodes.contains {
      $0.role == .cycle && $0.qualifiedType == "Dispatch.DispatchQueue"
    }
    if hasQueue {
      sentences.append(
        "If the queue is suspended, resume() it, and if it is initially inactive, activate() it: "
          + "until then, its blocks do not run, and libdispatch ends a program that releases it.")
    }
    if finding.rule == .heldByRuntime, finding.cause == .jobNeverRuns {
      sentences.append(
        "Jobs of the main actor run only while the main queue runs: call RunLoop.main.run() or "
          + "dispatchMain().")
    }
    return sentences
  }
}

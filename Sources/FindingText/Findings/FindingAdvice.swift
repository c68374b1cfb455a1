package import Findings
package import OwnershipGraph

/// The text about a finding that all formats share: what leaks, what to change, and where.
package struct FindingAdvice {
  package let finding: Finding
  package let endings: FindingEndings
  package let addressee: Addressee

  package init(of finding: Finding, in index: ReportIndex) {
    self.finding = finding
    endings = index.endings(of: finding)
    addressee = Addressee(of: finding, endings: endings)
  }

  /// The description of the leak, in one sentence.
  package var summary: String { ReportVocabulary.summary(of: finding) }

  /// The change to make, addressed to the people who can make it.
  package var fix: String { Escaping.line(remedy) }

  private var remedy: String {
    guard finding.status != .expected, case .library(let module) = addressee else {
      return ReportVocabulary.remedy(for: finding)
    }
    if finding.isKnownLibraryLeak {
      if let call = finding.markedBreaks.lazy.compactMap(knownCall).first {
        return "The leak is in \(module). To avoid it, \(call)."
      }
      return "The program needs no change: the leak is in \(module)."
    }
    let faulty = endings.faultyLibraryEndings
    if endings.uncut.isEmpty, !faulty.isEmpty, let slot = uncutByAll {
      return "To the maintainers of \(module): \(FindingEndings.actions([slot]) { $0 }) when a "
        + "subscription ends. No ending in this run \(slot.isOfDisposable ? "disposes" : "clears") it."
    }
    guard !endings.uncut.isEmpty, !faulty.isEmpty else {
      guard finding.rule.isCycle else { return ReportVocabulary.remedy(for: finding) }
      if let call = finding.markedBreaks.lazy.compactMap(knownCall).first {
        return "No object of the program is in the cycle: \(call)."
      }
      return "No object of the program is in the cycle: report the leak to the maintainers of "
        + "\(module)."
    }
    let actions = endings.actions(joinedBy: " and ") { $0 }
    let left = ReportVocabulary.list(FindingEndings.condensed(faulty))
    let others = ReportVocabulary.list(
      endings.cutBy.filter { !$0.references.isEmpty }.map(\.ending))
    return "To the maintainers of \(module): \(actions) on \(left), as on \(others)."
  }

  /// Returns the call that makes a library release a reference, or that removes an element from a
  /// library's collection; `nil` if no such call is known.
  private func knownCall(_ reference: Int) -> String? {
    let reference = finding.graph.references[reference]
    return LibraryCall.ending(reference, in: finding.graph)
      ?? LibraryElement.removal(of: reference, in: finding.graph)
  }

  /// The reference to break in a cycle that remains after every ending.
  private var uncutByAll: FindingEndings.Slot? {
    finding.markedBreaks.first.map {
      FindingEndings.Slot(finding.graph.references[$0], in: finding.graph)
    }
  }

  /// The references to break, each with its edit, such as `[weak self]`. Equal entries are listed
  /// once, with a count. Empty if the fix is up to a library's authors.
  package var breaks: [(reference: String, advice: String)] {
    guard finding.status == .expected || addressee == .programAuthors else { return [] }
    let breaks = finding.markedBreaks.map { index in
      [
        ReportVocabulary.name(of: finding.graph.references[index], in: finding.graph),
        ReportVocabulary.advice(for: index, in: finding),
      ]
    }
    return breaks.uniqued().map { edit in
      let count = breaks.count { $0 == edit }
      return (count > 1 ? "\(count) × \(edit[0])" : edit[0], edit[1])
    }
  }

  /// An edit that may be right instead of the edits in ``breaks``, and the condition for it: `weak
  /// var handler, in Connection at App.swift:9, if another object owns LineHandler`. `nil` if no
  /// other edit is plausible, if a library is at fault, and for an expected finding.
  package var alternative: String? {
    guard finding.status != .expected, addressee == .programAuthors,
      let index = finding.alternativeBreak
    else { return nil }
    let reference = finding.graph.references[index]
    let target = BreakAdvice.objectToOwn(index, in: finding.graph, breaking: [])
    if reference.isInCollection {
      return "\(BreakAdvice.weakElements(of: reference)), if another object owns \(target)"
    }
    var other = finding
    let source = finding.graph.nodes[reference.from]
    other.hostBreakSet =
      source.kind.isClosure ? [index] : BreakAdvice.property(index, in: finding.graph)
    // The closure's line is beside the closure in the drawing, but not beside this edit.
    let line = source.kind.isClosure ? source.location.map { " at \($0)" } : nil
    return ReportVocabulary.edit(for: index, in: other) + (line ?? "")
      + ", if another object owns \(target)"
  }

  /// The source locations of the finding, most useful first: locations to edit, other locations in
  /// the program's own code, locations in dependencies.
  ///
  /// If a library is at fault and locations to edit are known, the list contains only these.
  package var locations: [SourceLocation] {
    let edits = edits
    // A mistake in a library is fixed in the library, not in the code that revealed it.
    guard addressee == .programAuthors || edits.isEmpty else { return edits }
    let others = finding.locations
    return
      (edits + others.filter { !$0.isInDependency } + others.filter(\.isInDependency)).uniqued()
  }

  /// The source locations of other occurrences of the finding, without the locations to edit and
  /// the locations of the objects that are shown. Empty if a library is at fault and locations to
  /// edit are known.
  package var otherOccurrences: [SourceLocation] {
    guard finding.occurrences > 1 else { return [] }
    let shown = finding.graph.nodes.flatMap { node -> [SourceLocation] in
      [node.location, node.declaration].compactMap { $0 } + node.allocation.compactMap(\.location)
    }
    let known = Set(edits + shown)
    return locations.filter { !known.contains($0) }
  }

  /// The source locations to edit; empty if none is known.
  ///
  /// If a library is at fault, the result is the locations in the library. If none of them is
  /// known, or if no library is at fault, the result is the locations of the references to break.
  /// If no such location is known either, the result is the locations of the tasks that retain the
  /// objects.
  package var edits: [SourceLocation] {
    let graph = finding.graph
    let uncut = Set(endings.uncut)
    let cycle = graph.cycleReferences().map { graph.references[$0] }
    let uncutReferences = cycle.filter { uncut.contains(FindingEndings.Slot($0, in: graph)) }
    // The code that owns a disposable has to dispose it. The disposable itself is correct.
    let disposables = Set(uncutReferences.map(\.from).filter(isDisposable))
    let owners =
      (uncutReferences.filter { !isDisposable($0.from) }
      + cycle.filter { disposables.contains($0.to) && !isDisposable($0.from) })
      .compactMap { reference in
        let owner = graph.nodes[reference.from]
        return reference.declaration?.location ?? owner.declaration ?? owner.location
      }
    let members = graph.nodes.indices.filter {
      graph.nodes[$0].role == .cycle && !disposables.contains($0)
    }.compactMap { graph.nodes[$0].declaration }
    let broken = finding.markedBreaks.compactMap { index in
      ReportVocabulary.breakAdvice(for: index, in: finding).location
        ?? graph.nodes[graph.references[index].from].location
    }
    guard addressee == .programAuthors || (owners + members).isEmpty else {
      return (owners + members).uniqued()
    }
    let tasks = finding.tasks.filter { $0.origin == nil }.compactMap(\.location)
    return (broken.isEmpty ? tasks : broken).uniqued()
  }

  private func isDisposable(_ node: Int) -> Bool {
    BreakAdvice.isDisposable(finding.graph.nodes[node].type)
  }
}

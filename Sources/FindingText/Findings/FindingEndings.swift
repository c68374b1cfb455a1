package import Findings
package import OwnershipGraph

/// The endings of a subscription, such as `completion` and `dispose`, divided into those after
/// which the objects of a finding remain and those after which they do not.
///
/// An ending cuts a reference if it clears the reference.
package struct FindingEndings {
  /// A property that stores a reference: `SinkDisposer.sink`.
  package struct Slot: Hashable {
    package var type: String
    package var label: String

    package var description: String { "\(type).\(label)" }

    /// A Boolean value indicating whether the property belongs to a disposable, such as
    /// `SerialDisposable`. If an ending does not clear the property, the mistake is that the ending
    /// does not dispose the disposable; the disposable's own code is correct.
    package var isOfDisposable: Bool { BreakAdvice.isDisposable(type) }
  }

  /// An ending after which the finding's objects do not remain, with the references of the
  /// finding's cycle that it cuts.
  package struct Cut {
    package var ending: String
    package var references: [Slot]
    /// A Boolean value indicating whether a cell shows that the finding's objects do not remain
    /// after the ending. If it is `false`, the ending cuts no reference of the finding's cycle, and
    /// no clean cell ends a subscription in this way at a time at which the finding occurred.
    package var isApplicable: Bool
  }

  /// The properties and times by which matrix cells are compared with the cells of a finding.
  private struct Comparison {
    /// The properties that store the references of the finding's cycle.
    var slots: Set<Slot>
    /// The times at which the finding's cells end the subscription.
    var times: Set<Time>

    /// Returns the references of the finding's cycle that are cut in some cells.
    func references(cutIn cells: [CellReport]) -> [Slot] {
      cells.flatMap(\.cuts).map(Slot.init).filter(slots.contains).uniqued()
    }

    /// See ``FindingEndings/areApplicable(_:)``.
    func areApplicable(_ cells: [CellReport]) -> Bool {
      let isComparable = cells.contains {
        $0.expectation == .clean && $0.verdict == .pass && times.contains(Time($0))
      }
      return isComparable || !references(cutIn: cells).isEmpty
    }
  }

  /// The words for an ending that is not applicable; see ``Cut/isApplicable``.
  package static let unknownOutcome = "– no cell shows whether the finding remains"

  /// The endings after which the finding's objects remain, in the order in which endings are shown.
  package let leftBy: [String]
  /// The endings in ``leftBy`` after which the finding's objects are expected to remain.
  package let controls: [String]
  /// The endings after which the finding's objects do not remain, in matrix cells with the same
  /// sources and operators.
  package let cutBy: [Cut]
  /// The references of the finding's cycle that the endings in ``leftBy`` do not cut, although at
  /// least one other ending does.
  package let uncut: [Slot]
  private let comparison: Comparison

  /// - Complexity: O(*c*) for *c* cells with the finding's sources and operators.
  package init(of finding: Finding, in cells: CellIndex) {
    let related = cells.related(to: finding)
    let own = Set(finding.cells)
    let leaving = related.filter { own.contains($0.id) }
    let groups = cells.groups
    let left = Set(leaving.map(\.ending))
    let unexpected = Set(leaving.filter { $0.expectation == .clean }.map(\.ending))
    let endings = groups.names(in: related)
    leftBy = Self.withoutCoveredVariants(endings.filter(left.contains))
    controls = leftBy.filter { !unexpected.contains($0) }
    let graph = finding.graph
    let comparison = Comparison(
      slots: Set(graph.cycleReferences().map { Slot(graph.references[$0], in: graph) }),
      times: Set(leaving.map(Time.init)))
    self.comparison = comparison
    let others = endings.filter { !left.contains($0) && !left.contains(Self.base(of: $0)) }
    let cuts = Self.withoutCoveredVariants(others).map { ending in
      let cells = related.filter { groups.name(of: $0.ending) == ending }
      return Cut(
        ending: ending, references: comparison.references(cutIn: cells),
        isApplicable: comparison.areApplicable(cells))
    }
    cutBy = cuts
    uncut = cuts.flatMap(\.references).uniqued()
  }

  /// Returns whether the given cells, in which the finding did not occur, show that the finding's
  /// objects do not remain after the ending of these cells; see ``Cut/isApplicable``.
  package func areApplicable(_ cells: [CellReport]) -> Bool { comparison.areApplicable(cells) }

  /// Returns the endings, omitting variants whose base ending is in the list. For example,
  /// `dispose+settled+both` is omitted if the list contains `dispose`.
  private static func withoutCoveredVariants(_ endings: [String]) -> [String] {
    endings.filter { $0 == base(of: $0) || !endings.contains(base(of: $0)) }
  }

  /// Returns the ending without its variant: `completion` for `completion+bagKept`.
  private static func base(of ending: String) -> String { String(ending.prefix { $0 != "+" }) }

  /// The time at which cells of a source and operator end the subscription.
  private struct Time: Hashable {
    var source: String
    var `operator`: String
    var timing: String

    init(_ cell: CellReport) {
      (source, `operator`, timing) = (cell.source, cell.operator, cell.timing)
    }
  }

  /// The endings in ``leftBy`` after which the finding's objects should not remain. If all endings
  /// in ``leftBy`` are ``controls``, the value is the same as ``leftBy``.
  package var faulty: [String] {
    let faulty = leftBy.filter { !controls.contains($0) }
    return faulty.isEmpty ? leftBy : faulty
  }

  /// The entries that reports show for ``leftBy``, with the ``controls`` last. The variants of an
  /// ending share one entry, but controls and other endings never share one.
  package var shownLeftBy: [(words: String, isControl: Bool)] {
    let isControl = Set(controls)
    return Self.condensed(leftBy.filter { !isControl.contains($0) }).map { ($0, false) }
      + Self.condensed(controls).map { ($0, true) }
  }

  /// The entries that reports show for ``faulty``.
  package var shownFaulty: [String] { Self.condensed(faulty) }

  /// Returns the names of endings, with one entry for all variants of the same ending: `error (4
  /// variants)`.
  static func condensed(_ endings: [String]) -> [String] {
    endings.map(base).uniqued().map { base in
      let variants = endings.filter { self.base(of: $0) == base }
      if variants.contains(base) { return base }
      return variants.count == 1
        ? ReportVocabulary.title(ofEnding: variants[0]) : "\(base) (\(variants.count) variants)"
    }
  }

  /// The endings after which a library should have released the finding's objects. They do not
  /// include `none`, because the caller has to end a subscription.
  package var faultyLibraryEndings: [String] {
    leftBy.filter { $0 != "none" && !controls.contains($0) }
  }

  /// Returns a sentence such as `` `completion` does not clear `SinkDisposer.sink`; `error` and
  /// `dispose` do. ``, or `nil` if no other ending clears a reference of the cycle.
  package func sentence(quoting quote: (String) -> String) -> String? {
    guard !uncut.isEmpty, !leftBy.isEmpty else { return nil }
    let others = cutBy.filter { !$0.references.isEmpty }.map(\.ending)
    return ReportVocabulary.names(ofEndings: shownFaulty, startsSentence: true, quoting: quote)
      + (shownFaulty.count == 1 ? " does not " : " do not ")
      + "\(actions(joinedBy: " or ", quoting: quote)); "
      + "\(ReportVocabulary.names(ofEndings: others, quoting: quote)) "
      + (others.count == 1 ? "does." : "do.")
  }

  /// Returns the actions that the endings in ``leftBy`` omit: `clear SinkDisposer.sink`, `dispose
  /// SerialDisposable`. A property of a disposable is cleared by disposing the disposable.
  func actions(joinedBy separator: String, quoting quote: (String) -> String) -> String {
    Self.actions(uncut, joinedBy: separator, quoting: quote)
  }

  static func actions(
    _ slots: [Slot], joinedBy separator: String = " and ", quoting quote: (String) -> String
  ) -> String {
    let cleared = slots.filter { !$0.isOfDisposable }.map(\.description)
    let disposed = slots.filter(\.isOfDisposable).map(\.type)
    return [("clear", cleared), ("dispose", disposed)].filter { !$1.isEmpty }.map { verb, names in
      "\(verb) \(ReportVocabulary.list(names.uniqued().prefix(3).map(quote)))"
    }.joined(separator: separator)
  }
}

extension FindingEndings.Slot {
  package init(_ cut: CellReport.Cut) {
    self.init(type: Self.type(ofObject: cut.from), label: cut.label)
  }

  package init(_ reference: ObjectGraph.Reference, in graph: ObjectGraph) {
    self.init(
      type: Self.type(ofObject: graph.nodes[reference.from].id), label: reference.label)
  }

  /// Returns an object's id without its number: `SinkDisposer` for `SinkDisposer#2`.
  package static func type(ofObject id: String) -> String {
    guard let mark = id.lastIndex(of: "#"),
      id[mark...].dropFirst().allSatisfy(\.isNumber)
    else { return id }
    return String(id[..<mark])
  }
}

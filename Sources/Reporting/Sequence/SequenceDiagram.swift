import Findings

/// The events in matrix cells, step by step: the objects that were allocated and the references
/// between them, the references that the ending cut, and the objects in the order of their
/// deallocation.
///
/// The diagram shows a cell in which the finding remains after the ending. If possible, it also
/// shows a cell with the same source, operator and timing in which the finding does not remain.
struct SequenceDiagram {
  /// A line of the diagram. The integers are indices of ``participants``; 0 is the caller.
  enum Step: Equatable {
    case note(String)
    case allocation(Int, String)
    case reference(from: Int, to: Int, label: String)
    case cut(from: Int, to: Int, label: String)
    /// Opens an alternative, and closes the previous one.
    case alternative(String)
    case end
  }

  private static let maxParticipants = 8
  private static let maxReferences = 24
  private static let maxNamed = 12

  /// The names of the participants: `caller`, then the objects in the order of their allocation.
  let participants: [String]
  private(set) var steps: [Step] = []
  private let indexOf: [String: Int]

  /// - Returns: `nil` if no cell of the finding recorded its allocations.
  init?(of finding: Finding, in index: ReportIndex) {
    let related = index.cells.related(to: finding)
    let own = Set(finding.cells)
    let usual = related.filter { own.contains($0.id) && !$0.allocated.isEmpty }
    guard let left = usual.first(where: { $0.timing == "afterSubscribe" }) ?? usual.first else {
      return nil
    }
    let other = related.first {
      !own.contains($0.id) && $0.source == left.source && $0.operator == left.operator
        && $0.timing == left.timing && !$0.cuts.isEmpty && $0.expectation == .clean
        && $0.verdict == .pass
    }
    let shown = Self.objects(of: finding, left, other)
    participants = ["caller"] + shown.map { Self.name($0, among: shown) }
    indexOf = Dictionary(
      shown.enumerated().map { ($0.element, $0.offset + 1) },
      uniquingKeysWith: { first, _ in first })
    addSubscription(finding, left, other)
    if let other {
      steps.append(.alternative(other.ending))
      addEnding(of: other)
    }
    steps.append(.alternative(left.ending))
    addEnding(of: left)
    steps.append(.end)
  }

  /// Returns the objects to show, in the order of their allocation. If there are too many, objects
  /// of the finding are preferred.
  private static func objects(
    of finding: Finding, _ left: CellReport, _ other: CellReport?
  ) -> [String] {
    let members = Set(finding.graph.nodes.filter { $0.role != .context }.map(\.id))
    let cycle = Set(finding.graph.nodes.filter { $0.role == .cycle }.map(\.id))
    func rank(_ id: String) -> Int { cycle.contains(id) ? 0 : members.contains(id) ? 1 : 2 }
    let chosen = Set(
      left.allocated.enumerated().sorted {
        (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
      }
      .prefix(maxParticipants).map(\.element))
    return left.allocated.filter(chosen.contains)
  }

  /// Returns an object's type, followed by a number if several objects have the same type.
  private static func name(_ id: String, among ids: [String]) -> String {
    let type = FindingEndings.Slot.type(ofObject: id)
    return ids.count { FindingEndings.Slot.type(ofObject: $0) == type } > 1 ? id : type
  }

  private mutating func addSubscription(
    _ finding: Finding, _ left: CellReport, _ other: CellReport?
  ) {
    let before = left.allocatedBeforeSubscribe ?? 0
    for (moment, ids) in [
      ("the sequence is created", left.allocated.prefix(before)),
      ("subscribe", left.allocated.dropFirst(before)),
    ] {
      let indices = ids.compactMap { indexOf[$0] }
      guard !indices.isEmpty else { continue }
      steps.append(.note(moment))
      steps += indices.map { .allocation($0, participants[$0]) }
    }
    let graph = finding.graph
    var links = graph.references.filter { $0.strength == .strong }.map {
      CellReport.Cut(from: graph.nodes[$0.from].id, label: $0.label, to: graph.nodes[$0.to].id)
    }
    links += (other?.cuts ?? []) + left.cuts
    for link in links.uniqued().filter(isShown).prefix(Self.maxReferences) {
      guard let from = indexOf[link.from], let to = indexOf[link.to] else { continue }
      steps.append(.reference(from: from, to: to, label: link.label))
    }
  }

  private func isShown(_ link: CellReport.Cut) -> Bool {
    indexOf[link.from] != nil && indexOf[link.to] != nil
  }

  private mutating func addEnding(of cell: CellReport) {
    let cuts = cell.cuts.filter(isShown)
    for cut in cuts {
      guard let from = indexOf[cut.from], let to = indexOf[cut.to] else { continue }
      steps.append(.cut(from: from, to: to, label: cut.label))
    }
    if cuts.isEmpty { steps.append(.note("no reference shown above is cleared")) }
    addNote("deallocated in this order", cell.freed)
    addNote("deallocated after the caller releases its references", cell.released)
    addNote("not deallocated", cell.survivors)
  }

  private mutating func addNote(_ words: String, _ ids: [String]) {
    guard !ids.isEmpty else { return }
    let names = ids.prefix(Self.maxNamed).map { id in
      indexOf[id].map { participants[$0] } ?? FindingEndings.Slot.type(ofObject: id)
    }
    let more = ids.count - names.count
    steps.append(
      .note("\(words): \(names.joined(separator: ", "))" + (more > 0 ? " and \(more) more" : "")))
  }
}

internal import OwnershipGraph

/// A type that reads the references from an object and from the storage that is joined to it.
struct OutgoingReferences {
  typealias Position = ObjectSurvey.Position

  /// The references of an object, or of one part of its storage. ``next`` is the index of the first
  /// reference that has not been handled yet.
  private struct Visit {
    var references: [ObjectReferences.Reference]
    var next = 0
    /// The field path from the owner to the storage; `nil` for the owner itself.
    var path: String?
    /// A Boolean value indicating whether the path passes through untyped memory.
    var isScanned = false
    var isThunk = false
    var isClosure = false
    var isBox = false
    var isInstance = false
    /// A Boolean value indicating whether the path passes through the box of a captured variable.
    var isInVariable = false
    var isInPayload = false
  }

  /// The length, in UTF-8 code units, above which a field path is not extended. Without this limit,
  /// the path through a long chain of boxes could fill the memory.
  private static let maxPathLength = 400

  let survey: ObjectSurvey
  let storage: JoinedStorage

  /// Returns the references from an object and its joined storage, with field paths as their
  /// labels. Appends the storage to `parts`.
  ///
  /// - Complexity: O(references from the object and its storage).
  func references(
    of object: Position, parts: inout [Position]
  ) -> [ObjectReferences.Reference] {
    let references = survey.reading(at: object).references
    guard !storage.isEmpty else { return references }
    var open = [
      Visit(references: references, isClosure: survey.kind(at: object) == .closureContext)
    ]
    var found: [ObjectReferences.Reference] = []
    while let last = open.indices.last {
      guard open[last].next < open[last].references.count else {
        open.removeLast()
        continue
      }
      let visit = open[last]
      open[last].next += 1
      var reference = visit.references[visit.next]
      reference.label = Self.label(of: reference, in: visit)
      if visit.isScanned { reference.evidence = .scanned }
      if visit.isInVariable { reference.isInVariable = true }
      if visit.isInPayload { reference.isInPayload = true }
      guard reference.strength == .strong,
        let part = survey.position(of: reference.target), storage.isJoined(part)
      else {
        found.append(reference)
        continue
      }
      parts.append(part)
      open.append(self.visit(part, through: reference, of: visit))
    }
    return found
  }

  private func visit(
    _ part: Position, through reference: ObjectReferences.Reference, of owner: Visit
  ) -> Visit {
    let isBox = survey.kind(at: part) == .box
    return Visit(
      references: survey.reading(at: part).references, path: reference.label,
      isScanned: reference.evidence == .scanned,
      isThunk: survey.label(at: part).isThunk,
      isClosure: survey.kind(at: part) == .closureContext,
      isBox: isBox,
      isInstance: survey.kind(at: part) == .classInstance,
      isInVariable: reference.isInVariable
        || isBox && owner.isClosure && CaptureNames.isVariable(reference),
      isInPayload: reference.isInPayload)
  }

  private static func label(of reference: ObjectReferences.Reference, in visit: Visit) -> String {
    guard let path = visit.path else { return reference.label }
    guard path.utf8.count <= maxPathLength else { return path.hasSuffix("…") ? path : path + "…" }
    let capture = "capture #1"
    let isHidden = visit.isThunk || visit.isBox && reference.label.hasPrefix(capture)
    var label = isHidden ? reference.label.dropFirst(capture.count) : reference.label[...]
    // A joined instance has a class of the standard library, so the name of its private property
    // is not shown.
    if visit.isInstance, label.hasPrefix("_") { label = label.drop { $0 != "." && $0 != "[" } }
    return PlanBuilder.path(path, String(label.first == "." ? label.dropFirst() : label))
  }
}

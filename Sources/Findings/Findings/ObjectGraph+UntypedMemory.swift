package import OwnershipGraph

extension ObjectGraph {
  /// Returns whether a reference was found in untyped memory that does not belong to a task or to a
  /// library.
  package func isInMemoryOfProgram(_ reference: Reference) -> Bool {
    let source = nodes[reference.from]
    let origin = CodeOrigins().origin(of: source)
    return reference.evidence == .scanned && !reference.isInUndescribedProperty
      && source.kind != .task && (origin == nil || origin == .program)
  }
}

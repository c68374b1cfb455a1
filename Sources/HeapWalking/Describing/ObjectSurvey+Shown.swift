internal import OwnershipGraph

extension ObjectSurvey {
  /// Returns the objects that are shown: those that are not joined to an owner, without the storage
  /// that all empty collections share, which has no owner and is never freed.
  func shown(with storage: JoinedStorage) -> [Position] {
    allPositions.filter { !storage.isJoined($0) && !isEmptyStorage($0) }
  }

  private func isEmptyStorage(_ position: Position) -> Bool {
    guard label(at: position).qualified.hasPrefix("Swift.__Empty") else { return false }
    let reading = reading(at: position)
    return reading.counts.strong == nil && reading.references.isEmpty
  }
}

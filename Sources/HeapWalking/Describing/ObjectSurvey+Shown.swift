internal import OwnershipGraph

extension ObjectSurvey {
  /// Returns the objects that have nodes of their own: all objects that are not joined to an owner,
  /// except the storage of empty collections. All empty collections share this storage, which is
  /// never freed.
  func shown(with storage: JoinedStorage) -> [Position] {
    allPositions.filter { !storage.isJoined($0) && !isEmptyStorage($0) }
  }

  private func isEmptyStorage(_ position: Position) -> Bool {
    guard label(at: position).qualified.hasPrefix("Swift.__Empty") else { return false }
    let reading = reading(at: position)
    return reading.counts.strong == nil && reading.references.isEmpty
  }
}

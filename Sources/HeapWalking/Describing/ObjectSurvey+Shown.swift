internal import OwnershipGraph

extension ObjectSurvey {
  /// Returns the shown objects: those not joined to an owner, without the storage shared by all
  /// empty collections, which has no owner and is never freed.
  func shown(with storage: JoinedStorage) -> [Position] {
    allPositions.filter { !storage.isJoined($0) && !isEmptyStorage($0) }
  }

  private func isEmptyStorage(_ position: Position) -> Bool {
    guard label(at: position).qualified.hasPrefix("Swift.__Empty") else { return false }
    let reading = reading(at: position)
    return reading.counts.strong == nil && reading.references.isEmpty
  }
}

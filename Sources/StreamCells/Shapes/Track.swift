/// A track of a playlist, which refers to the previous and to the next track.
final class Track {
  private(set) var next: Track?
  private(set) var previous: Track?
  private(set) weak var weakPrevious: Track?

  /// The leaking form.
  func append(_ track: Track) {
    next = track
    track.previous = self
  }

  /// The fixed form.
  func appendWeakly(_ track: Track) {
    next = track
    track.weakPrevious = self
  }

  func clear() { next = nil }
}

extension Track {
  static let shape = Shape(
    "Track", .doublyLinked, through: "Track",
    leaking: {
      let track = Track()
      track.append(Track())
      return ShapeExample(track, use: { track.next?.previous === track }, end: track.clear)
    },
    fixed: {
      let track = Track()
      track.appendWeakly(Track())
      return ShapeExample(track, use: { track.next?.weakPrevious === track }, end: track.clear)
    })
}

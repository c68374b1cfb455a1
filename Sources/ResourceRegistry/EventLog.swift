import Synchronization

/// The releases and trace points that occur during a recording, in order.
///
/// While no recording is running, an event costs one relaxed atomic load. Recordings may nest and
/// overlap. All of them share a list of releases and a list of trace points. Each recording stores
/// the lengths of the lists when it begins. The lists are emptied when the last running recording
/// ends.
enum EventLog {
  private static let recordings = Atomic<Int>(0)
  private static let contents = Mutex(Contents())

  private struct Contents: Sendable {
    var releases: [(type: AnyClass, sequence: UInt64)] = []
    var points: [Resources.TracePoint] = []
    var recordings = 0
  }

  @inline(__always)
  static var isRecording: Bool { recordings.load(ordering: .relaxed) != 0 }

  static func append(release type: AnyClass, sequence: UInt64) {
    contents.withLock {
      if $0.recordings > 0 { $0.releases.append((type, sequence)) }
    }
  }

  static func append(_ point: Resources.TracePoint) {
    contents.withLock {
      if $0.recordings > 0 { $0.points.append(point) }
    }
  }

  /// Runs a closure. Returns the releases and trace points that occurred on any thread meanwhile.
  static func recording(
    _ body: () throws -> Void
  ) rethrows -> (releases: [Resources.ReleaseEvent], points: [Resources.TracePoint]) {
    let start = contents.withLock { contents in
      contents.recordings += 1
      return (contents.releases.count, contents.points.count)
    }
    recordings.wrappingAdd(1, ordering: .sequentiallyConsistent)
    defer {
      recordings.wrappingSubtract(1, ordering: .sequentiallyConsistent)
      contents.withLock { contents in
        contents.recordings -= 1
        if contents.recordings == 0 {
          contents.releases = []
          contents.points = []
        }
      }
    }
    try body()
    let recorded = contents.withLock { contents in
      (contents.releases[start.0...], contents.points[start.1...])
    }
    let releases = recorded.0.map { type, sequence in
      Resources.ReleaseEvent(typeName: ResourceTypeName.name(of: type), sequence: sequence)
    }
    return (releases, Array(recorded.1))
  }
}

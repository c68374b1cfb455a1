extension Resources {
  /// Runs a closure and returns what was released meanwhile, in the order of release.
  ///
  /// Process-wide: releases on other threads are recorded too.
  public static func recordingReleases(_ body: () throws -> Void) rethrows -> [ReleaseEvent] {
    try EventLog.recording(body).releases
  }

  /// Runs a closure and returns the trace points that were passed meanwhile, in order.
  public static func recordingTracePoints(_ body: () throws -> Void) rethrows -> [TracePoint] {
    try EventLog.recording(body).points
  }

  /// Passes a trace point: one relaxed load unless somebody is recording.
  package static func tracePoint(
    _ name: StaticString, of object: AnyObject, with argument: AnyObject? = nil
  ) {
    guard EventLog.isRecording else { return }
    EventLog.append(
      TracePoint(
        name: name.description,
        typeName: ResourceTypeName.name(of: type(of: object)),
        argumentTypeName: argument.map { ResourceTypeName.name(of: type(of: $0)) }))
  }
}

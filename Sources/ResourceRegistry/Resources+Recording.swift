extension Resources {
  /// Runs a closure, and returns an event for each object that was removed from the registry
  /// meanwhile, in order. The removal of a constant of the library is not included.
  ///
  /// The recording is process-wide: it includes releases on other threads.
  ///
  /// - Parameter body: The code to run.
  public static func recordingReleases(_ body: () throws -> Void) rethrows -> [ReleaseEvent] {
    try EventLog.recording(body).releases
  }

  /// Runs a closure, and returns the trace points that were recorded while it ran, in order.
  ///
  /// - Parameter body: The code to run.
  public static func recordingTracePoints(_ body: () throws -> Void) rethrows -> [TracePoint] {
    try EventLog.recording(body).points
  }

  /// Records a trace point. While no recording is running, this costs one relaxed atomic load.
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

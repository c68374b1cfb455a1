extension Resources {
  /// An object that left the registry.
  public struct ReleaseEvent: Sendable, Hashable {
    /// The name of its class, without module and generic arguments.
    public let typeName: String
    /// Its sequence number, as in its probe.
    public let sequence: UInt64
  }

  /// Something that happened inside the library and is of interest to a trace.
  public struct TracePoint: Sendable, Hashable {
    /// What happened: `"RACCompoundDisposable.add"`.
    public let name: String
    /// The class of the object that it happened to.
    public let typeName: String
    /// The class of the other object involved, if there was one.
    public let argumentTypeName: String?
  }

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

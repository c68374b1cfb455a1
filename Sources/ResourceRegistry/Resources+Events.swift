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
}

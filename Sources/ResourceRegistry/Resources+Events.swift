extension Resources {
  /// An object that left the registry.
  public struct ReleaseEvent: Sendable, Hashable {
    /// The name of its class, without module and generic arguments.
    public let typeName: String
    /// Its sequence number, as in its probe.
    public let sequence: UInt64
  }

  /// An operation inside the library that a recording reports.
  public struct TracePoint: Sendable, Hashable {
    /// The name of the operation, for example `"RACCompoundDisposable.add"`.
    public let name: String
    /// The name of the class of the object.
    public let typeName: String
    /// The name of the class of the other object involved, or `nil`.
    public let argumentTypeName: String?
  }
}

extension Resources {
  /// The removal of an object from the registry.
  public struct ReleaseEvent: Sendable, Hashable {
    /// The name of the object's class, without module and generic arguments.
    public let typeName: String
    /// The object's sequence number. It is the same in a probe of the object.
    public let sequence: UInt64
  }

  /// A recorded operation inside the library.
  public struct TracePoint: Sendable, Hashable {
    /// The name of the operation, for example `"RACCompoundDisposable.add"`.
    public let name: String
    /// The name of the class of the object that performed the operation.
    public let typeName: String
    /// The name of the class of the other object involved, or `nil`.
    public let argumentTypeName: String?
  }
}

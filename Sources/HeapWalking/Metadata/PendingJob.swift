/// A job of the concurrency runtime that is not a task. Such a job is C memory that starts with the
/// header of an object. It contains the address of another object, but does not retain that object.
///
/// Source: `JobKind` in `MetadataValues.h`, `Actor.cpp` ("ProcessOutOfLineJob") and `Task.cpp`
/// ("IsolatedDeinitJob") in the Swift repository; the offsets were checked with version 6.3.1.
struct PendingJob {
  private enum Kind: UInt8 {
    /// The job runs an actor. The tasks that wait for the actor retain the actor.
    case runsActor = 193
    /// The job destroys an object on the object's actor, because the last reference was released
    /// outside the actor.
    case destroysObject = 196
  }

  /// The offset of the kind, which is the low byte of the flags.
  private static let kind = TaskLayout.flags
  private static let object = 64

  private let kind: Kind
  private let object: Address

  /// Creates the job in a block of memory; `nil` if the block contains no such job.
  ///
  /// - Parameter size: The number of bytes of the block.
  init?(in block: Address, size: Int) {
    guard size >= Self.object + 8, let kind = Kind(rawValue: block.byte(Self.kind)) else {
      return nil
    }
    let metadata = block.address()
    guard metadata.isReadable, Metadata(metadata).kind == .job else { return nil }
    self.kind = kind
    object = block.address(Self.object)
  }

  /// For a job that runs an actor, the addresses of the first job in each of the actor's lists. For
  /// a job that destroys an object, the address of the object.
  var work: [UInt] {
    switch kind {
    case .runsActor: DefaultActorLayout.jobs(of: object)
    case .destroysObject: [object.bits]
    }
  }
}

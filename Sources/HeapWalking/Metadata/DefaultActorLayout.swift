/// Offsets in the storage of a default actor.
///
/// The actor's status contains the head of a list of newly arrived jobs, the latest first. The
/// thread that runs the actor moves these jobs to a queue, which is ordered by priority. In both
/// lists, the first word of `SchedulerPrivate` in a job refers to the next job. The head of an
/// empty list is null. Source: `Actor.cpp` ("ActiveActorStatus", "DefaultActorImpl") and
/// `PriorityQueue.h` in the Swift repository; the offsets were checked with version 6.3.1.
enum DefaultActorLayout {
  /// The name of the field that contains the storage. This field is the first one of the class.
  static let field = "$defaultActor"
  /// The offsets of both list heads in the storage: first the newly arrived jobs, then the ordered
  /// queue.
  static let heads = [24, 48]

  /// The offset of the storage in an actor.
  private static let storage = 16

  /// Returns the first job of each nonempty list of an actor; an empty array if the actor cannot be
  /// read.
  static func jobs(of actor: Address) -> [UInt] {
    actor.isReadable ? heads.map { actor.word(storage + $0) }.filter { $0 != 0 } : []
  }
}

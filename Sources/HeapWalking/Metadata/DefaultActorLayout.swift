/// Offsets in the storage of a default actor.
///
/// Jobs that arrive are linked from the actor's status, the latest first. The thread that runs the
/// actor moves them to a queue that is ordered by priority. Both lists are linked by the first word
/// of `SchedulerPrivate` in each job, and both heads are null if there is no job. Source: `Actor.cpp`
/// ("ActiveActorStatus", "DefaultActorImpl") and `PriorityQueue.h` in the Swift repository; the
/// offsets were checked with version 6.3.1.
enum DefaultActorLayout {
  /// The name of the field that is the storage; it is the first one of the class.
  static let field = "$defaultActor"
  /// In the storage: the first of the jobs that arrived, and the first of the ordered queue.
  static let heads = [24, 48]

  /// The offset of the storage in an actor.
  private static let storage = 16

  /// Returns the first jobs that an actor will run; none for an address that cannot be read.
  static func jobs(of actor: Address) -> [UInt] {
    actor.isReadable ? heads.map { actor.word(storage + $0) }.filter { $0 != 0 } : []
  }
}

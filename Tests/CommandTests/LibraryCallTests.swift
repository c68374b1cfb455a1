import TestSupport
import Testing

/// Tests of edits that consist of a call to a library, and of a trial's limits.
@Suite(.runsPrograms) struct LibraryCallTests {
  @Test(arguments: ["-Onone", "-O"]) func suggestsResigningTheActorsID(level: String) throws {
    let source = """
      import Distributed
      distributed actor Room {
        typealias ActorSystem = LocalTestingDistributedActorSystem
        distributed func join() -> Int { 1 }
      }
      func use() async throws {
        let room = Room(actorSystem: LocalTestingDistributedActorSystem())
        print(try await room.join())
      }
      try await use()
      """
    try withCompiledProgram(source, options: [level, "-g"]) { program in
      let errors = try Tool.run(["exec", "--", program]).errors
      #expect(errors.contains("break here: call resignID(_:) with the actor's id"), "\(errors)")
    }
  }

  @Test func suggestsRemovingTheElementOfALibraryCollection() throws {
    let source = """
      import Foundation
      func make() { let list = NSMutableArray(); list.add(list) }
      make()
      """
    try withCompiledProgram(source, options: ["-g"]) { program in
      let errors = try Tool.run(["exec", "--", program]).errors
      #expect(
        errors.contains("in the cycle: remove the element from the collection when done."),
        "\(errors)")
    }
  }

  /// The untyped memory contains only stale words of a closure that was moved out of it. The trial
  /// frees the object nevertheless, because it releases the unbalanced retain.
  @Test(arguments: ["-Onone", "-O"])
  func mentionsAnUnbalancedRetainIfAClosureMayBeStale(level: String) throws {
    let source = """
      struct Item { var name: String; var weight: Double; var release: (() -> Void)? }
      final class Arena {
        let items = UnsafeMutableBufferPointer<Item>.allocate(capacity: 4)
        var count = 0
        @inline(never) func add() {
          items.initializeElement(at: 0, to: Item(name: "x", weight: 1, release: { self.count += 1 }))
        }
        @inline(never) func remove() { items.moveElement(from: 0).release?() }
      }
      @inline(never) func make() {
        let arena = Arena()
        arena.add()
        arena.remove()
        _ = Unmanaged.passRetained(arena)
      }
      make()
      """
    try withCompiledProgram(source, options: [level, "-g"]) { program in
      let result = try Tool.run(["exec", "--", program])
      #expect(result.status == 1)
      #expect(
        result.errors.contains("If the memory of items no longer contains the closure"),
        "\(result.errors)")
    }
  }
}

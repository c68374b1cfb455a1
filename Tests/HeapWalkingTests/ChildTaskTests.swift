import Foundation
import HeapWalking
import Testing

/// Tests that the objects of child tasks are found through their suspended parent task.
@Suite struct ChildTaskTests {
  private enum Way: CaseIterable { case group, letBinding }

  @Test(arguments: Way.allCases)
  private func aSuspendedTaskOwnsTheObjectsOfItsChildTasks(_ way: Way) async throws {
    let record = try #require(AllocationRecord.installed)
    let targets = Targets()
    let reached = AsyncStream.makeStream(of: Void.self)
    let gate = AsyncStream.makeStream(of: Void.self)
    let a = targets.a
    let task = Task { [gate, reached] in
      switch way {
      case .group:
        await withTaskGroup { group in
          group.addTask { await wait(a, gate.stream, reached.continuation) }
        }
      case .letBinding:
        async let child: Void = wait(a, gate.stream, reached.continuation)
        await child
      }
    }
    for await _ in reached.stream {}
    let address = unsafe Address(unsafeBitCast(task, to: UInt.self))
    let snapshot = HeapWalker(live: record, memory: .changing).walk(from: [address])
    #expect(snapshot.node(at: Address(of: targets.a).bits) != nil)
    #expect(!snapshot.coverage.isFull)
    gate.continuation.finish()
    await task.value
  }
}

private func wait(
  _ t: Target, _ gate: AsyncStream<Void>, _ reached: AsyncStream<Void>.Continuation
) async {
  let kept = t
  reached.finish()
  for await _ in gate {}
  use(kept)
}

import Foundation
import HeapWalking
import OwnershipGraph
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private final class Delegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  let t: Target
  init(_ t: Target) { self.t = t }
}

/// Tests that the walk follows Foundation's objects to the delegates and to the queued work that
/// they own.
@Suite struct NetworkingTests {
  private func walk(_ object: AnyObject) throws -> (walker: HeapWalker, heap: HeapSnapshot) {
    let walker = HeapWalker(live: try #require(AllocationRecord.installed))
    return (walker, walker.walk(from: [Address(of: object)]))
  }

  /// Returns the labels of the strong references from an object to another object.
  private func labels(
    _ walker: HeapWalker, from object: AnyObject, to target: AnyObject
  ) -> [String] {
    walker.reading(of: Address(of: object)).references
      .filter { $0.target == Address(of: target).bits && $0.strength == .strong }.map(\.label)
  }

  @Test func aSessionOwnsItsDelegate() throws {
    _ = AllocationRecord.installed
    let delegate = Delegate(Target())
    let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
    let (walker, heap) = try walk(session)
    #expect(labels(walker, from: session, to: delegate) == ["delegate"])
    #expect(heap.node(at: Address(of: delegate).bits) != nil)
    #expect(heap.node(at: Address(of: delegate.t).bits) != nil)
    session.invalidateAndCancel()
  }

  @Test func aDataTaskOwnsItsSession() throws {
    _ = AllocationRecord.installed
    let delegate = Delegate(Target())
    let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
    let url = try #require(URL(string: "https://example.invalid/"))
    let task = session.dataTask(with: url)
    let (_, heap) = try walk(task)
    #expect(heap.node(at: Address(of: session).bits) != nil)
    #expect(heap.node(at: Address(of: delegate.t).bits) != nil)
    task.cancel()
    session.invalidateAndCancel()
  }

  @Test func aQueueOwnsItsPendingOperations() throws {
    _ = AllocationRecord.installed
    let (work, completion) = (Target(), Target())
    let queue = OperationQueue()
    queue.isSuspended = true
    let first = BlockOperation { use(work) }
    first.completionBlock = { use(completion) }
    let second = BlockOperation {}
    second.addDependency(first)
    queue.addOperations([first, second], waitUntilFinished: false)
    let (walker, heap) = try walk(queue)
    #expect(labels(walker, from: queue, to: first) == ["__firstOperation"])
    #expect(labels(walker, from: first, to: second) == ["__nextOperation"])
    // The operation is owned by the queue's list, by its own work, and by this function.
    let node = try #require(heap.node(at: Address(of: second).bits))
    let found = heap.references.targets.count { $0 == UInt32(node.index) }
    #expect(found == 2)
    #expect(heap.strongCount(of: node) >= 3)
    for object: AnyObject in [first, second, work, completion] {
      #expect(heap.node(at: Address(of: object).bits) != nil)
    }
    queue.cancelAllOperations()
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test func anOperationOwnsItsDependenciesAndClosures() throws {
    _ = AllocationRecord.installed
    let (work, completion) = (Target(), Target())
    let first = BlockOperation { use(work) }
    first.addExecutionBlock { use(work) }
    let second = Operation()
    second.completionBlock = { use(completion) }
    second.addDependency(first)
    let (_, heap) = try walk(second)
    for object: AnyObject in [first, work, completion] {
      #expect(heap.node(at: Address(of: object).bits) != nil)
    }
    second.removeDependency(first)
  }
}

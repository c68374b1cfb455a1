import Distributed
import Foundation
import HeapWalking
import OwnershipGraph
import Testing

private actor Plain {
  var f: Target
  let g: Other
  init(_ f: Target, _ g: Other) {
    self.f = f
    self.g = g
  }
  func run() { f.run() }
}
private actor Generic<Value: Sendable> {
  let value: Value
  init(_ value: Value) { self.value = value }
}
@MainActor private final class OnMain {
  nonisolated let f: Target
  nonisolated let g: @MainActor () -> Void
  nonisolated init(_ f: Target, _ g: @escaping @MainActor () -> Void) {
    self.f = f
    self.g = g
  }
}
private actor Custom {
  let executor: Executor
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }
  let f: Target
  init(_ f: Target) {
    self.f = f
    executor = Executor(t: f)
  }
}
private final class Executor: SerialExecutor {
  let t: Target
  init(t: Target) { self.t = t }
  func enqueue(_ job: consuming ExecutorJob) {
    unsafe job.runSynchronously(on: asUnownedSerialExecutor())
  }
}
private distributed actor Distant {
  typealias ActorSystem = LocalTestingDistributedActorSystem
  let f: Target
  var handlers: [() -> Void]
  init(_ f: Target, _ handler: @escaping () -> Void) {
    self.f = f
    handlers = [handler]
    actorSystem = ActorSystem()
  }
}
private actor Queue {
  var work: [@Sendable (isolated Queue) -> Void] = []
  let t: Target
  init(_ t: Target, _ o: Other) {
    self.t = t
    work = [
      { queue in
        use(queue)
        use((t, o))
      }
    ]
  }
  nonisolated func escaping(_ other: Other) -> @Sendable () async -> Int {
    {
      await Task.yield()
      return self.t.id + other.id
    }
  }
}
@globalActor private actor Everyone { static let shared = Everyone() }
@Everyone private final class Isolated {
  nonisolated let t: Target
  nonisolated(unsafe) var f: (@Everyone () async throws -> Target)?
  nonisolated init(_ t: Target, _ other: Target, _ o: Other) {
    self.t = t
    unsafe f = { [unowned self] in
      use((self, o))
      return other
    }
  }
}
private enum Local { @TaskLocal static var target: Target? }

@inline(never) private func asynchronous(_ t: Target, _ o: Other) -> @Sendable () async -> Void {
  {
    await Task.yield()
    use(t)
    use(o)
  }
}
@inline(never) private func failing(_ t: Target, _ o: Other) -> @Sendable () async throws -> Int {
  {
    try await Task.sleep(for: .zero)
    use(t)
    return o.id
  }
}
@inline(never) private func weakly(_ t: Target, _ o: Other) -> @Sendable () async -> Void {
  { [weak t] in
    await Task.yield()
    use(t)
    use(o)
  }
}
@inline(never) private func generic<T: Sendable>(_ t: Target, _ x: T) -> @Sendable () async -> T {
  {
    await Task.yield()
    use(t)
    return x
  }
}
@inline(never) private func isolated(_ t: Target, _ o: Other) -> @MainActor () -> Void {
  {
    use(t)
    use(o)
  }
}

enum ConcurrencyFixtures {
  @FixtureList static var all: [Fixture] {
    Fixture("actor") { t in Sample(Plain(t.a, t.c), "f → a", "g → c") }
    Fixture("generic actor") { t in Sample(Generic((1, t.a)), "value.1 → a") }
    Fixture("actor with an executor of its own") { t in
      Sample(Custom(t.a), "executor → Executor", "f → a")
    }
    Fixture("main-actor class with a main-actor closure") { t in
      Sample(OnMain(t.a, isolated(t.b, t.c)), "f → a", "g/capture #1 → b", "g/capture #2 → c")
    }
    Fixture("method of an actor") { t in
      let plain = Plain(t.a, t.c)
      return Sample(
        StoredOf<@Sendable () async -> Void>({ await plain.run() }), "f → Plain")
    }
    Fixture("async closure") { t in
      Sample(StoredOf(asynchronous(t.a, t.c)), "f/capture #1 → a", "f/capture #2 → c")
    }
    Fixture("async throwing closure") { t in
      Sample(StoredOf(failing(t.a, t.c)), "f/capture #1 → a", "f/capture #2 → c")
    }
    Fixture("async closure with a weak capture") { t in
      Sample(StoredOf(weakly(t.a, t.c)), "weak f/capture #1 → a", "f/capture #2 → c")
    }
    Fixture("generic async closure") { t in
      Sample(StoredOf(generic(t.a, (1, t.b))), "f/capture #1 → a", "f/capture #2.1 → b")
    }
    Fixture("distributed actor") { t in
      let (b, c) = (t.b, t.c)
      return Sample(
        Distant(t.a) {
          use(b)
          use(c)
        }, "actorSystem → LocalTestingDistributedActorSystem", "f → a",
        "handlers/[*]/capture #1 → b", "handlers/[*]/capture #2 → c")
    }
    Fixture("actor with isolated closures") { t in
      Sample(Queue(t.a, t.c), "t → a", "work/[*]/capture #1 → a", "work/[*]/capture #2 → c")
    }
    Fixture("escaping closure of an actor's method") { t in
      Sample(StoredOf(Queue(t.a, t.c).escaping(t.d)), "f/capture #1 → Queue", "f/capture #2 → d")
    }
    Fixture("class of a global actor") { t in
      Sample(
        Isolated(t.a, t.b, t.c), "f/capture #2 → c", "f/capture #3 → b", "t → a",
        "unowned f/capture #1 → Isolated")
    }
    Fixture("async stream with elements waiting") { t in
      let (stream, continuation) = AsyncStream.makeStream(of: (Target, Int).self)
      continuation.yield((t.a, 1))
      continuation.yield((t.b, 2))
      return Sample(
        Holder((stream, continuation)), "value.0 → AsyncStream._Context",
        "value.1 → AsyncStream._Storage")
    }
    Fixture("async sequence") { t in
      let (a, b) = (t.a, t.b)
      return Sample(
        Holder(
          AsyncStream<Int>(unfolding: {
            use(a)
            use(b)
            return nil
          })), "value → AsyncStream._Context")
    }
  }
}

private struct Failed: Error { var code = 3 }

@Suite struct ConcurrencyFixtureTests {
  @Test(arguments: ConcurrencyFixtures.all)
  func everyReferenceIsFound(_ fixture: Fixture) { fixture.check() }

  @Test func aCompletedTaskOwnsItsResult() async {
    let targets = Targets()
    let task = Task { [a = targets.a] in a }
    _ = await task.value
    #expect(references(of: task, targets) == ["typed result → a"])
  }

  @Test func aFailedTaskOwnsItsError() async {
    let task = Task<Int, any Error> { throw Failed() }
    guard case .failure(let error) = await task.result else {
      Issue.record("the task did not fail")
      return
    }
    let address = unsafe unsafeBitCast(task, to: UInt.self)
    let holder = Holder<any Error>(error)
    let known = HeapWalker().reading(of: Address(of: holder)).references.map(\.target)
    let reading = HeapWalker(live: FixtureObjects(known)).reading(of: Address(address))
    #expect(reading.references.map(\.target) == known)
    #expect(reading.references.map(\.label) == ["result"])
  }

  private func references<Success>(of task: Task<Success, Never>, _ targets: Targets) -> [String] {
    let address = unsafe unsafeBitCast(task, to: UInt.self)
    let live = FixtureObjects(targets.names.keys)
    return HeapWalker(live: live).reading(of: Address(address)).references.map {
      "\($0.evidence) \($0.label) → \(targets.names[$0.target] ?? "unknown")"
    }
  }

  /// Elements that were not requested yet are stored in a deque. They wrap around the end of its
  /// buffer.
  @Test func elementsOfADequeAreReadByType() async throws {
    let targets = Targets()
    let (stream, continuation) = AsyncStream.makeStream(of: Target.self)
    var iterator = stream.makeAsyncIterator()
    for _ in 0..<3 {
      continuation.yield(targets.b)
      _ = await iterator.next()
    }
    for _ in 0..<2 { continuation.yield(targets.a) }
    let holder = Holder(stream)
    let snapshot = HeapWalker().walk(from: [Address(of: holder)])
    let node = try #require(snapshot.node(at: Address(of: targets.a).bits))
    #expect(snapshot.references.targets.count { $0 == UInt32(node.index) } == 2)
    #expect(snapshot.node(at: Address(of: targets.b).bits) == nil)
    #expect(snapshot.coverage.isFull)
    continuation.finish()
    withExtendedLifetime((holder, targets)) {}
  }

  /// At a depth of 40, the frames need several memory slabs of the task.
  @Test(arguments: [0, 40])
  func aSuspendedTaskOwnsItsLocalVariables(depth: Int) async {
    let targets = Targets()
    _ = AllocationRecord.installed
    let reached = AsyncStream.makeStream(of: Void.self)
    let gate = AsyncStream.makeStream(of: Void.self)
    let a = targets.a
    let task = Task { [gate, reached] in
      await descend(depth, a, gate: gate.stream) { reached.continuation.finish() }
    }
    for await _ in reached.stream {}
    waitForSuspension(of: task)
    let address = unsafe unsafeBitCast(task, to: UInt.self)
    let live = FixtureObjects(targets.names.keys)
    let reading = HeapWalker(live: live).reading(of: Address(address))
    #expect(reading.kind == .task)
    #expect(!reading.coverage.isFull)
    let found = reading.references.filter { targets.names[$0.target] == "a" }
    #expect(found.count > depth)
    #expect(found.allSatisfy { $0.evidence == .scanned && $0.label == "async frame" })
    gate.continuation.finish()
    await task.value
    let after = HeapWalker(live: live).reading(of: Address(address))
    #expect(after.references.isEmpty)
  }
}

private func descend(
  _ depth: Int, _ t: Target, gate: AsyncStream<Void>, reached: @Sendable () -> Void
) async {
  let kept = t
  if depth == 0 {
    reached()
    for await _ in gate {}
  } else {
    await descend(depth - 1, t, gate: gate, reached: reached)
  }
  use(kept)
}

private func waitForSuspension(of task: Task<Void, Never>) {
  let address = unsafe unsafeBitCast(task, to: UInt.self)
  for _ in 0..<10_000 {
    guard let status = unsafe UnsafeRawPointer(bitPattern: address + 96) else { return }
    // The task is neither running nor enqueued.
    if unsafe status.load(as: UInt32.self) & 0x1800 == 0 { return }
    usleep(1000)
  }
}

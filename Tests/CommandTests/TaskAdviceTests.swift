import Findings
import Foundation
import TestSupport
import Testing

/// Tests of the findings about tasks that have not ended. The edit must concern the operation for
/// which the task waits, or the reference that retains the object.
@Suite(.runsPrograms) struct TaskAdviceTests {
  private static let source = """
    import Foundation
    final class Item: @unchecked Sendable {
      var count = 0
      func use() { count += 1 }
    }
    final class Model: @unchecked Sendable {
      let stream: AsyncStream<Int>
      var count = 0
      init(_ stream: AsyncStream<Int>) { self.stream = stream }
      func add(_ number: Int) { count += number }
      func loop() { Task { for await number in self.stream { self.add(number) } } }
      func loopStrongly() {
        Task { [weak self] in
          guard let self else { return }
          for await number in self.stream { self.add(number) }
        }
      }
      func loopWeakly() {
        let stream = stream
        Task { [weak self] in
          for await number in stream {
            guard let self else { return }
            self.add(number)
          }
        }
      }
      @inline(never) func run() async { for await number in stream { add(number) } }
      func startMethod() { Task { [weak self] in await self?.run() } }
      func startMethodStrongly() { Task { await self.run() } }
      func startChild() {
        Task {
          async let child: Void = self.run()
          await child
        }
      }
      func startLocal() {
        let stream = stream
        Task {
          let model = Model(stream)
          for await number in stream { model.add(number) }
        }
      }
      func sleepStrongly() {
        Task { [weak self] in
          guard let self else { return }
          try? await Task.sleep(for: .seconds(900))
          self.add(1)
        }
      }
      func useLater() { Task { @MainActor in self.add(1) } }
    }
    protocol Reading: AnyObject, Sendable {
      var stream: AsyncStream<Int> { get }
      func add(_ number: Int)
    }
    extension Reading { func read() async { for await number in stream { add(number) } } }
    extension Model: Reading {
      func inlined() async { for await number in stream { add(number) } }
    }
    enum Scope {
      final class Model: Reading, @unchecked Sendable {
        let stream: AsyncStream<Int>
        let continuation: AsyncStream<Int>.Continuation
        var count = 0
        init() { (stream, continuation) = AsyncStream.makeStream() }
        func add(_ number: Int) { count += number }
        func run() async { for await number in stream { add(number) } }
      }
    }
    @inline(never) func readAll(_ model: Scope.Model) async {
      for await number in model.stream { model.add(number) }
    }
    final class Queue: SerialExecutor, TaskExecutor, @unchecked Sendable {
      var jobs: [UnownedJob] = []
      func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }
      func asUnownedSerialExecutor() -> UnownedSerialExecutor { .init(ordinary: self) }
      func asUnownedTaskExecutor() -> UnownedTaskExecutor { .init(ordinary: self) }
    }
    actor Worker {
      nonisolated let queue = Queue()
      nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
      func work(_ item: Item) { item.use() }
    }
    let isStarted = DispatchSemaphore(value: 0)
    func waitUntilStarted() { isStarted.wait() }
    final class Pair: @unchecked Sendable {
      var first: Task<Void, Never>?
      var second: Task<Void, Never>?
      let item = Item()
      @inline(never) func wait(for name: String) async {
        waitUntilStarted()
        await (name == "first" ? first : second)?.value
        item.use()
      }
    }
    nonisolated(unsafe) var kept: [Any] = []
    @inline(never) func startModel(_ kind: String) {
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      kept.append(continuation)
      let model = Model(stream)
      switch kind {
      case "loop": model.loop()
      case "guard": model.loopStrongly()
      case "fixed": model.loopWeakly()
      case "method": model.startMethod()
      case "self": model.startMethodStrongly()
      case "inlined": Task { await model.inlined() }
      case "nested":
        let model = Scope.Model()
        Task { await model.run() }
      case "ofOwnStream":
        let model = Scope.Model()
        Task { for await number in model.stream { model.add(number) } }
      case "guardBeforeLoop":
        let model = Scope.Model()
        Task { [weak model, stream = model.stream] in
          guard let model else { return }
          for await number in stream { model.add(number) }
        }
        _ = withExtendedLifetime(model) { waitUntilOthersSleep() }
      case "extension":
        let model = Scope.Model()
        Task { await model.read() }
      case "function":
        let model = Scope.Model()
        Task { await readAll(model) }
      case "ofLocalType":
        final class Local: @unchecked Sendable {
          let (stream, continuation) = AsyncStream<Int>.makeStream()
          var count = 0
          func run() async { for await number in stream { count += number } }
        }
        let local = Local()
        Task { await local.run() }
      case "child": model.startChild()
      case "local": model.startLocal()
      case "sleep": model.sleepStrongly()
      default: model.useLater()
      }
      _ = withExtendedLifetime(model) { waitUntilOthersSleep() }
    }
    @inline(never) func startTask(_ kind: String) {
      let (item, pair, group) = (Item(), Pair(), DispatchGroup())
      switch kind {
      case "actor":
        let worker = Worker()
        Task { await worker.work(item) }
      case "executor": Task(executorPreference: Queue()) { item.use() }
      case "stored":
        let queue = Queue()
        kept.append(queue)
        Task(executorPreference: queue) { item.use() }
      case "own": pair.first = Task { await pair.wait(for: "first") }
      case "pair":
        pair.first = Task { await pair.wait(for: "second") }
        pair.second = Task { await pair.wait(for: "first") }
      case "parent":
        pair.first = Task {
          await withTaskGroup(of: Void.self) { $0.addTask { await pair.wait(for: "first") } }
        }
      default:
        group.enter()
        Task {
          await withCheckedContinuation { continuation in
            group.notify(queue: .global()) { continuation.resume() }
          }
          item.use()
        }
      }
      for _ in 0..<2 { isStarted.signal() }
    }
    let kind = CommandLine.arguments[1]
    if CommandLine.arguments[2] == "model" { startModel(kind) } else { startTask(kind) }
    waitUntilOthersSleep()
    """

  private struct Expectation {
    var kind: String
    var cause: Cause
    var contains: [String] = []
    var lacks: [String] = []
  }

  /// The fixes for tasks that need more than an edit of the task's capture list.
  private static let ofModels = [
    Expectation(
      kind: "loop", cause: .asyncSequenceOnSelf,
      contains: ["fix: Finish the sequence, or cancel the task", "a local copy of the sequence"],
      lacks: ["Write `Task"]),
    Expectation(kind: "guard", cause: .asyncSequenceOnSelf, lacks: ["break here"]),
    Expectation(
      kind: "method", cause: .methodKeepsObject,
      contains: [", calls Model.run(), awaits at line", "fix: Cancel the task, or end what"],
      lacks: ["[weak self]", "break here"]),
    Expectation(
      kind: "self", cause: .methodKeepsObject, contains: [", calls Model.run()"],
      lacks: ["[weak self]", "break here"]),
    Expectation(
      kind: "child", cause: .methodKeepsObject, contains: [", calls Model.run()"],
      lacks: ["[weak self]", "break here"]),
    Expectation(
      kind: "inlined", cause: .methodKeepsObject, contains: [", calls Model.inlined()"],
      lacks: ["[weak", "break here"]),
    Expectation(
      kind: "nested", cause: .methodKeepsObject, contains: [", calls Scope.Model.run()"],
      lacks: ["[weak", "break here", "refuted"]),
    Expectation(
      kind: "ofOwnStream", cause: .asyncSequenceOnSelf,
      contains: ["fix: Finish the sequence", "not enough alone: breaking"], lacks: ["refuted"]),
    Expectation(
      kind: "guardBeforeLoop", cause: .asyncSequenceOnSelf,
      contains: ["break here: keep no strong reference across the await at line"],
      lacks: ["refuted", "declare", "remove"]),
    Expectation(
      kind: "extension", cause: .methodKeepsObject, contains: [", calls Reading.read()"],
      lacks: ["[weak", "break here", "refuted"]),
    Expectation(
      kind: "function", cause: .methodKeepsObject, contains: [", calls readAll(_:)"],
      lacks: ["[weak", "break here", "refuted"]),
    Expectation(
      kind: "ofLocalType", cause: .methodKeepsObject, contains: [", calls Local.run()"],
      lacks: ["[weak", "break here", "refuted"]),
    Expectation(kind: "local", cause: .taskKeepsObject, lacks: ["weak"]),
    Expectation(
      kind: "sleep", cause: .strongReferenceAcrossAwait, contains: [", awaits at line"],
      lacks: ["[weak self]", "calls"]),
    Expectation(
      kind: "main", cause: .jobNeverRuns, contains: ["RunLoop.main.run()"], lacks: ["[weak self]"]),
  ]

  private static let ofTasks =
    ["actor", "executor"].map {
      Expectation(
        kind: $0, cause: .jobNeverRuns, contains: ["the job cannot run in a forked process"],
        lacks: ["break here", "ontinuation", "RunLoop"])
    } + [
      Expectation(kind: "stored", cause: .jobNeverRuns, lacks: ["break here", "ontinuation"])
    ]
    + ["own", "pair", "parent"].map {
      Expectation(
        kind: $0, cause: .tasksAwaitEachOther, contains: ["fix: Do not await the value of a task"],
        lacks: ["break here", "ontinuation"])
    } + [
      Expectation(
        kind: "notify", cause: .taskAwaitsGroup,
        contains: ["entered more often than it was left", "fix: Call leave() as often as enter()"],
        lacks: ["break here", "[weak"])
    ]

  @Test(arguments: ["-Onone", "-O"])
  func theFixConcernsTheAwaitedOperation(optimization: String) throws {
    let options = [optimization, "-g", "-swift-version", "6"]
    try withCompiledProgram(Self.source, options: options) { program in
      let groups = [("model", Self.ofModels), ("task", Self.ofTasks)]
      for (group, expectations) in groups {
        for expected in expectations {
          let (findings, text) = try Tool.findings(of: program, expected.kind, group)
          #expect(findings.map(\.cause) == [expected.cause], "\(expected.kind): \(text)")
          let shown = text.components(separatedBy: "  allocated:")[0]
          for words in expected.contains { #expect(shown.contains(words), "\(words): \(text)") }
          for words in expected.lacks { #expect(!shown.contains(words), "\(words): \(text)") }
        }
      }
      // The edit that the fix of an async sequence describes.
      let (findings, text) = try Tool.findings(of: program, "fixed", "model")
      #expect(findings.isEmpty, "\(text)")
    }
  }

  /// In optimized code, the code that continues a task starts with the line of the whole function.
  @Test(arguments: ["-Onone", "-O"])
  func theLineOfAnAwaitIsTheLineOfTheCall(optimization: String) throws {
    let source = """
      import Foundation
      final class Connection: @unchecked Sendable {
        private let lock = NSLock()
        private var waiting: [CheckedContinuation<String, any Error>] = []
        func request(_ text: String) async throws -> String {
          print("request")
          return try await withCheckedThrowingContinuation { continuation in
            lock.withLock { waiting.append(continuation) }
          }
        }
      }
      actor Worker {
        private var sum = 0
        private let (commands, continuation) = AsyncStream<Int>.makeStream()
        private var loop: Task<Void, Never>?
        func add(_ number: Int) { sum += number }
        func start() {
          loop = Task {
            print("start")
            for await number in commands {
              sum += number
            }
          }
        }
      }
      func iterate(_ numbers: AsyncStream<Int>, _ owner: Worker) {
        Task { for await number in numbers {
            await owner.add(number)
          }
        }
      }
      func load(_ connection: Connection) {
        Task { _ = try? await connection.request("name") }
      }
      func work() async { await Worker().start() }
      let numbers = AsyncStream<Int>.makeStream()
      iterate(numbers.stream, Worker())
      load(Connection())
      await work()
      try? await Task.sleep(for: .milliseconds(50))
      """
    try withCompiledProgram(source, options: [optimization, "-g"]) { program in
      let report = try Tool.run(["exec", "--no-verify", "--", program]).errors
      #expect(report.contains("calls Connection.request(_:), awaits at line 7"), "\(report)")
      #expect(report.contains("in Worker.start()    main.swift:18, awaits at line 20"), "\(report)")
      #expect(report.contains("in iterate(_:_:)    main.swift:27, awaits at line 27"), "\(report)")
    }
  }

  /// One of the two models is live. Its only owner is the closure of its task.
  @Test(arguments: ["-Onone", "-O"])
  func theEditOfATasksClosureDoesNotDependOnLiveObjects(optimization: String) throws {
    let source = """
      final class Clock: @unchecked Sendable {
        private var continuations: [AsyncStream<Int>.Continuation] = []
        func ticks() -> AsyncStream<Int> {
          let (stream, continuation) = AsyncStream<Int>.makeStream()
          continuations.append(continuation)
          return stream
        }
      }
      @MainActor final class Model {
        private var sum = 0
        private let clock: Clock
        private var task: Task<Void, Never>?
        init(_ clock: Clock) { self.clock = clock }
        func start() {
          task = Task {
            for await number in clock.ticks() { self.sum += number }
          }
        }
      }
      let live = Clock()
      @MainActor func use(_ clock: Clock) async {
        Model(clock).start()
        try? await Task.sleep(for: .milliseconds(20))
      }
      await use(live)
      await use(Clock())
      """
    try withCompiledProgram(source, options: [optimization, "-g"]) { program in
      let report = try Tool.run(["exec", "--no-verify", "--", program]).errors
      #expect(report.contains("◀── break here: [weak self]"), "\(report)")
      #expect(!report.contains("[weak …]"), "\(report)")
    }
  }

  /// The tasks are continued again and again. At the end of the program, some are in the queue of
  /// the global executor.
  @Test func aTaskThatYieldsIsNotStalled() throws {
    let source = """
      import Foundation
      final class Model: @unchecked Sendable { var ticks = 0 }
      func launch() {
        let model = Model()
        Task.detached {
          while !Task.isCancelled {
            model.ticks += 1
            await Task.yield()
          }
        }
      }
      for _ in 0..<8 { launch() }
      Thread.sleep(forTimeInterval: 0.3)
      """
    try withCompiledProgram(source, options: ["-Onone", "-g", "-swift-version", "6"]) { program in
      for _ in 0..<5 {
        let (findings, text) = try Tool.findings(of: program)
        #expect(findings.map(\.cause) == [.taskKeepsObject], "\(text)")
      }
    }
  }
}

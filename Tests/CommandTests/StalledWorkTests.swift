import Findings
import Foundation
import Reporting
import TestSupport
import Testing

/// Tests of the findings about work that cannot continue: tasks, operations and dispatch sources
/// that wait for the program.
@Suite(.runsPrograms) struct StalledWorkTests {
  private static let source = """
    import Foundation
    final class Model: @unchecked Sendable {
      var source: (any DispatchSourceProtocol)?
      var count = 0
      var task: Task<Void, Never>?
      var waiting: UnsafeContinuation<Void, Never>?
      let queue = DispatchQueue(label: "work")
      func listen(to source: any DispatchSourceProtocol) {
        self.source = source
        source.setEventHandler { self.count += 1 } // handler
      }
    }
    func use(_ model: Model) { if model.count == 99 { print(model) } }
    func wait() async { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    @inline(never) func startTask(_ kind: String) {
      let model = Model()
      let body = { @Sendable in
        await wait()
        use(model)
      }
      switch kind {
      case "group":
        Task {
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { await body() } }
          }
        }
      case "discarding": Task { await withDiscardingTaskGroup { $0.addTask { await body() } } }
      case "value": Task { await Task { await body() }.value }
      case "awaited":
        let lost = Task { await wait() }
        Task {
          await lost.value
          use(model)
        }
      case "stored": model.task = Task { await body() }
      case "kept":
        Task {
          await withUnsafeContinuation { model.waiting = $0 }
          use(model)
        }
      case "stream":
        let (stream, _) = AsyncStream.makeStream(of: Int.self)
        Task {
          for await count in stream { model.count = count }
          use(model)
        }
      default: Task { await body() }
      }
    }
    @inline(never) func startOperation(_ kind: String) {
      let model = Model()
      let operation = BlockOperation { use(model) }
      let (other, queue) = (BlockOperation(), OperationQueue())
      if kind == "suspended" { queue.isSuspended = true } else { operation.addDependency(other) }
      queue.addOperation(operation)
      switch kind {
      case "removed": operation.removeDependency(other)
      case "cancelled": operation.cancel()
      case "started": other.start()
      default: break
      }
    }
    @inline(never) func startSource(_ kind: String) {
      let source: any DispatchSourceProtocol =
        kind == "signal" ? DispatchSource.makeSignalSource(signal: SIGUSR1)
        : DispatchSource.makeUserDataAddSource()
      Model().listen(to: source)
      if kind == "data" { source.resume() }
    }
    @inline(never) func startBlock() {
      let model = Model()
      model.queue.suspend()
      model.queue.async { use(model) }
    }
    let kind = CommandLine.arguments[1]
    switch kind {
    case "queue": startBlock()
    case "signal", "data": startSource(kind)
    case "never", "removed", "suspended", "cancelled", "started": startOperation(kind)
    default: startTask(kind)
    }
    waitUntilOthersSleep()
    """

  @Test(arguments: ["-Onone", "-O"])
  func theFixIsToContinueTheWork(optimization: String) throws {
    try withCompiledProgram(Self.source, options: [optimization, "-g"]) { program in
      for kind in ["plain", "group", "discarding", "value", "awaited", "stored"] {
        let (findings, text) = try Tool.findings(of: program, kind)
        #expect(findings.map(\.cause) == [.lostContinuation], "\(kind): \(text)")
        #expect(!text.contains("break here"), "\(kind): \(text)")
      }
      let (unended, advice) = try Tool.findings(of: program, "stream")
      #expect(unended.map(\.cause) == [.endlessWait], "\(advice)")
      #expect(!advice.contains("break here") && !advice.contains("maintainers"), "\(advice)")
      let (kept, text) = try Tool.findings(of: program, "kept")
      #expect(kept.map(\.cause) == [.awaitedContinuation], "\(text)")
      let mark = "waiting (scanned)     ◀── break here: resume the continuation"
      #expect(text.contains(mark), "\(text)")
      for kind in ["never", "removed", "suspended"] {
        let (findings, text) = try Tool.findings(of: program, kind)
        #expect(findings.map(\.cause) == [.operationNeverFinishes], "\(kind): \(text)")
        #expect(!text.contains("break here") && !text.contains("maintainers"), "\(kind): \(text)")
        #expect(text.contains("call cancel()"), "\(text)")
      }
      for kind in ["cancelled", "started"] {
        let (findings, text) = try Tool.findings(of: program, kind)
        #expect(findings.isEmpty, "\(kind): \(text)")
      }
    }
  }

  @Test(arguments: ["-Onone", "-O"])
  func theHandlerOfAnIdleSourceIsPartOfItsCycle(optimization: String) throws {
    try withCompiledProgram(Self.source, options: [optimization, "-g"]) { program in
      for kind in ["signal", "data"] {
        let (findings, text) = try Tool.findings(of: program, kind)
        #expect(findings.map(\.cause) == [.dispatchSource], "\(kind): \(text)")
        #expect(text.contains("break here: [weak self]"), "\(kind): \(text)")
        // libdispatch ends a program that releases a source which was not resumed.
        #expect(text.contains("resume() it first") == (kind == "signal"), "\(kind): \(text)")
      }
    }
  }

  @Test(arguments: ["-Onone", "-O"])
  func suggestsResumingASuspendedQueue(optimization: String) throws {
    try withCompiledProgram(Self.source, options: [optimization, "-g"]) { program in
      let (findings, text) = try Tool.findings(of: program, "queue")
      #expect(findings.count == 1, "\(text)")
      #expect(
        text.contains("suspended, resume() it, and if it is initially inactive, activate()"),
        "\(text)")
    }
  }

  /// The frames of the child tasks own the objects of the program's local variables.
  @Test(arguments: ["-Onone", "-O"])
  func objectsOfChildTasksBelongToTheCycle(optimization: String) throws {
    let source = """
      import Foundation
      final class Item: Sendable { let number: Int; init(_ number: Int) { self.number = number } }
      final class Chain: @unchecked Sendable {
        var waiting: CheckedContinuation<Int, Never>?
        func run(_ depth: Int) async -> Int {
          if depth == 0 { return await withCheckedContinuation { waiting = $0 } }
          let item = Item(depth)
          async let first = run(depth - 1)
          let sum = await first
          return sum + item.number
        }
        func start() { Task { print(await run(4)) } }
      }
      @inline(never) func start() { Chain().start() }
      start()
      waitUntilOthersSleep()
      """
    try withCompiledProgram(source, options: [optimization, "-g"]) { program in
      let (findings, text) = try Tool.findings(of: program)
      #expect(findings.map(\.cause) == [.awaitedContinuation], "\(text)")
      #expect(!text.contains("over-retained"), "\(text)")
    }
  }

  /// A table contains unretained pointers to the objects that can resume tasks.
  @Test(arguments: ["-Onone", "-O"], ["globalTable", "memory", "block", "none"])
  func aTaskCanBeResumedThroughAnUnretainedPointer(optimization: String, table: String) throws {
    let source = """
      import Foundation
      final class Device: @unchecked Sendable {
        var waiting: CheckedContinuation<Int, Never>?
        var number = 0
        func start() { Task { number = await withCheckedContinuation { waiting = $0 } } }
        func fire() {
          waiting?.resume(returning: 1)
          waiting = nil
        }
      }
      struct Entry: @unchecked Sendable { var device: Unmanaged<Device> }
      nonisolated(unsafe) var globalTable: [Unmanaged<Device>] = []
      nonisolated(unsafe) let memory = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(
        capacity: 2)
      @inline(never) func open() {
        let device = Device()
        device.start()
        let entry = Entry(device: .passUnretained(device))
        switch CommandLine.arguments[1] {
        case "globalTable": globalTable.append(entry.device)
        case "memory": (memory + 1).initialize(to: entry.device.toOpaque())
        case "block":
          DispatchQueue.global().asyncAfter(deadline: .now() + 1_000) {
            entry.device.takeUnretainedValue().fire()
          }
        default: break
        }
      }
      memory.initialize(to: UnsafeMutableRawPointer(memory))
      open()
      waitUntilOthersSleep()
      print(globalTable.count)
      """
    let options = [optimization, "-g", "-swift-version", "5"]
    try withCompiledProgram(source, options: options) { program in
      let result = try Tool.run(["exec", "--", program, table])
      let count = table == "none" ? 1 : 0
      #expect(result.status == Int32(count), "\(result.errors)")
      #expect(result.errors.contains("leakcheck: \(count) leaked cycle"), "\(result.errors)")
      #expect(!result.errors.contains("over-retained"), "\(result.errors)")
    }
  }
}

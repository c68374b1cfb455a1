import Testing

extension ExecTests {
  /// A program, and the texts that the report of its leaks must contain.
  struct Planted: Sendable, CustomTestStringConvertible {
    var name: String
    var source: String
    /// The texts; empty for a clean program.
    var mustName: [String]
    var testDescription: String { name }
  }

  static let planted = [
    Planted(
      name: "a closure captures its owner",
      source: """
        final class Model { func tap() { print("tap") } }
        final class ViewModel {
          var onTap: (() -> Void)?
          let model = Model()
          func bind() { onTap = { self.model.tap() } }
        }
        @inline(never) func run() { let model = ViewModel(); model.bind(); model.onTap?() }
        run()
        """, mustName: ["closure-capture-cycle", "ViewModel.bind()", "capture self", "onTap"]),
    Planted(
      name: "a ring made on another thread",
      source: """
        import Foundation
        final class Node { var next: Node? }
        @inline(never) func ring(_ count: Int) {
          let first = Node()
          var last = first
          for _ in 1..<count { let node = Node(); last.next = node; last = node }
          last.next = first
        }
        let thread = Thread { ring(5_000) }
        thread.start()
        while !thread.isFinished { usleep(1_000) }
        """, mustName: ["retain-cycle", "Node", "next"]),
    Planted(
      name: "a parent in a dictionary of its child",
      source: """
        final class Child { var parents: [String: Parent] = [:] }
        final class Parent { let child = Child() }
        @inline(never) func run() { let parent = Parent(); parent.child.parents["up"] = parent }
        run()
        """, mustName: ["Parent", "Child", "parents[*]"]),
    Planted(
      name: "clean: globals, threads, timers, tasks and weak references",
      source: """
        import Foundation
        final class Node { var next: Node?; weak var parent: Node? }
        let root = Node()
        root.next = Node()
        root.next?.parent = root
        let thread = Thread {
          let local = Node()
          local.next = Node()
          while true { Thread.sleep(forTimeInterval: 0.01); withExtendedLifetime(local) {} }
        }
        thread.start()
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now() + 100)
        timer.setEventHandler { print(root) }
        timer.resume()
        Task { try? await Task.sleep(nanoseconds: 100_000_000_000); print(root) }
        waitUntilOthersSleep()
        print("done")
        exit(0)
        """, mustName: []),
    Planted(
      name: "clean: storage on a stack, with an address in itself",
      source: """
        import Foundation
        @inline(never) func run() {
          var slots = [UnsafeRawPointer?](repeating: nil, count: 8)
          slots.withUnsafeMutableBufferPointer { slots in
            slots[0] = slots.baseAddress.map { UnsafeRawPointer($0 + 2) }
          }
          withExtendedLifetime(slots) { exit(0) }
        }
        run()
        """, mustName: []),
    Planted(
      name: "a timer that Foundation never frees, and its closure",
      source: """
        import Foundation
        final class Ticker {
          var timer: Timer?
          var ticks = 0
          func start() {
            timer = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: true) {
              [weak self] _ in self?.ticks += 1
            }
          }
          deinit { timer?.invalidate() }
        }
        func run() {
          let ticker = Ticker()
          ticker.start()
          RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
        }
        run()
        """, mustName: []),
    Planted(
      name: "a process that Foundation never frees, with a termination handler",
      source: """
        import Foundation
        func run() throws {
          let ended = DispatchSemaphore(value: 0)
          let process = Process()
          process.executableURL = URL(fileURLWithPath: "/bin/true")
          process.terminationHandler = { _ in ended.signal() }
          try process.run()
          ended.wait()
        }
        try run()
        waitUntilOthersSleep()
        """, mustName: []),
    Planted(
      name: "a process whose termination handler captures its owner",
      source: """
        import Foundation
        final class Launcher {
          let process = Process()
          let ended = DispatchSemaphore(value: 0)
          func run() throws {
            process.executableURL = URL(fileURLWithPath: "/bin/true")
            process.terminationHandler = { _ in self.ended.signal() }
            try process.run()
            ended.wait()
          }
        }
        try Launcher().run()
        waitUntilOthersSleep()
        """, mustName: ["Launcher"]),
    // The recorder uses Foundation before the program does.
    Planted(
      name: "clean: values that Foundation's first objects keep",
      source: """
        import Foundation
        let info = ProcessInfo.processInfo
        print(info.arguments.count, info.environment.count, info.hostName.count, NSUserName().count)
        print(UserDefaults.standard.dictionaryRepresentation().count, FileManager.default.currentDirectoryPath.count)
        let objects = (1...3).map { _ in NSObject() }
        print(objects.count)
        """, mustName: []),
    Planted(
      name: "clean: nothing is left",
      source: "@inline(never) func nothing() {}\nnothing()", mustName: []),
  ]
}

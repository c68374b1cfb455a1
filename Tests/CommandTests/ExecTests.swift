import Foundation
import Testing

/// Programs that nobody prepared, built as a user would, run under `leakcheck exec`.
@Suite(.serialized) struct ExecTests {
  /// A program with what it leaks, by what the report must name.
  struct Planted: Sendable, CustomTestStringConvertible {
    var name: String
    var source: String
    /// Empty for a clean program.
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
        Thread.sleep(forTimeInterval: 0.1)
        print("done")
        exit(0)
        """, mustName: []),
  ]

  @Test(arguments: planted, ["-Onone", "-O"])
  func aProgramIsJudged(_ program: Planted, _ optimization: String) throws {
    try withProgram(program.source, options: [optimization, "-g"]) { path in
      let result = try Tool.run(["exec", "--color", "never", "--", path])
      #expect(result.status == (program.mustName.isEmpty ? 0 : 1), "\(result.errors)")
      for name in program.mustName { #expect(result.errors.contains(name), "\(result.errors)") }
      #expect(result.errors.contains("objects walked"))
    }
  }

  @Test func aFailingProgramIsStatusFourAndItsOutputPasses() throws {
    try withProgram("import Foundation\nprint(\"out\")\nexit(7)", options: []) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == 4)
      #expect(result.output == "out\n")
      #expect(result.errors.contains("status 7"))
    }
  }

  @Test func aMissingProgramIsWrongUse() throws {
    let result = try Tool.run(["exec", "--", "no-such-program"])
    #expect(result.status == 2)
    #expect(result.errors.contains("no-such-program"))
  }

  private func withProgram(
    _ source: String, options: [String], _ body: (String) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "main.swift")
      try Data(source.utf8).write(to: file)
      let program = folder.appending(path: "program").path
      let compiler = Process()
      compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      compiler.arguments = ["swiftc"] + options + [file.path, "-o", program]
      try compiler.run()
      compiler.waitUntilExit()
      try #require(compiler.terminationStatus == 0)
      try body(program)
    }
  }
}

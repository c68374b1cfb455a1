import Foundation
import TestSupport
import Testing

/// Tests of the traces of objects that keep themselves alive through an owner in the runtime.
@Suite(.runsPrograms) struct HeldTraceTests {
  private static let source = """
    import Foundation
    final class Feed: @unchecked Sendable {
      var items: [Int] = []
      var timer: (any DispatchSourceTimer)?
      var task: Task<Void, Never>?
      var ticks = 0
      var other: Feed?
      func startTask() {
        task = Task { while true { try? await Task.sleep(for: .seconds(900)); self.items.append(1) } }
      }
      func startTimer() {
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now() + 900)
        timer.setEventHandler { self.items.append(2) }
        timer.resume()
        self.timer = timer
      }
      func observe() {
        NotificationCenter.default.addObserver(
          forName: Notification.Name("x"), object: nil, queue: nil
        ) { _ in self.items.append(3) }
      }
      func tick() {
        Timer.scheduledTimer(withTimeInterval: 900, repeats: true) { _ in self.ticks += 1 }
      }
      func delay() {
        DispatchQueue.global().asyncAfter(deadline: .now() + 900) { self.items.append(4) }
      }
    }
    @inline(never) func start(_ kind: String) {
      let feed = Feed()
      switch kind {
      case "task": feed.startTask()
      case "timer": feed.startTimer()
      case "delay": feed.delay()
      case "tick": feed.tick()
      case "ring":
        feed.other = Feed()
        feed.other!.other = feed
        feed.delay()
      case "unnamed":
        Task {
          try? await Task.sleep(for: .seconds(900))
          feed.items.append(5)
        }
      default: feed.observe()
      }
    }
    start(CommandLine.arguments[1])
    if CommandLine.arguments[1] == "tick" {
      RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.02))
    }
    waitUntilOthersSleep()
    """

  /// Returns the number of the first line that contains a text.
  private static func line(_ text: String) -> Int {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.firstIndex { $0.contains(text) } ?? -1) + 1
  }

  /// The trace must contain the program's closure, and the suggested break with its line. If the
  /// compiler moved the closure's code, the line is the line of the enclosing function.
  @Test(arguments: [["-Onone", "-g"], ["-O", "-g"]])
  func tracesNameTheProgramsClosure(options: [String]) throws {
    let kinds = [
      ("task", "a task that has not ended", "startTask()", Self.line("task = Task {")),
      ("timer", "a dispatch source", "startTimer()", Self.line("setEventHandler")),
      ("delay", "a delayed block", "delay()", Self.line("asyncAfter")),
      // The objects also retain each other.
      ("ring", "a delayed block", "delay()", Self.line("asyncAfter")),
      ("tick", "a timer", "tick()", Self.line("Timer.scheduledTimer")),
      ("observe", "a notification center", "observe()", Self.line("{ _ in")),
    ]
    try withCompiledProgram(Self.source, options: options) { program in
      for (kind, owner, function, line) in kinds {
        // Only the optimizer moves the code of a closure into the enclosing function.
        let first = options.contains("-O") ? Self.line("func \(function)") : line
        try expectTrace(
          of: program, kind, owner: owner, function: function, lines: first...line)
      }
    }
  }

  /// The runtime calls the task's closure through a function that the compiler generated. The
  /// context of this function retains only the closure.
  @Test(arguments: ["-Onone", "-O"])
  func aContextThatRetainsOnlyAClosureIsNotCalledAVariable(optimization: String) throws {
    try withCompiledProgram(Self.source, options: [optimization, "-g"]) { program in
      let report = try Tool.run(["exec", "--", program, "unnamed"]).errors
      #expect(report.contains("  box of closure (1 retain without a known reference)"), "\(report)")
      #expect(!report.contains("variable"), "\(report)")
    }
  }

  /// Checks the trace of an object that one kind of owner retains.
  private func expectTrace(
    of program: String, _ kind: String, owner: String, function: String, lines: ClosedRange<Int>
  ) throws {
    let report = try Tool.run(["exec", "--", program, kind]).errors
    let trace = report.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let start = try #require(trace.firstIndex(of: owner), "\(kind): \(report)")
    let closure = try #require(
      trace[start...].firstIndex { $0.hasPrefix("closure #1 in Feed.\(function)") },
      "\(kind): \(report)")
    #expect(
      lines.contains { trace[closure].hasSuffix("    main.swift:\($0)") },
      "\(kind): \(report)")
    #expect(
      trace[closure + 1] == "│ strong  capture self     ◀── break here: [weak self]",
      "\(kind): \(report)")
    #expect(trace[closure + 2].hasPrefix("Feed"), "\(kind): \(report)")
  }
}

import Foundation
import Testing

/// Tests of how a program can end, and of the time at which its memory is examined.
extension ExecTests {
  @Test func aFailingProgramKeepsItsOutputAndGivesStatusFour() throws {
    try withProgram("import Foundation\nprint(\"out\")\nexit(7)", options: []) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == 4)
      #expect(result.output == "out\n")
      #expect(result.errors.contains("status 7"))
    }
  }

  /// Statements that start a thread and a process that sends SIGTERM to the program several times,
  /// like `timeout`, which signals a command and then the command's process group.
  private static let repeatedSignal = """
    Thread { sleep(60) }.start()
    usleep(100_000)
    var sender = pid_t()
    let command = "for i in 1 2 3 4 5 6 7 8 9; do kill -TERM $PPID || exit; sleep 0.01; done"
    var words = [strdup("sh"), strdup("-c"), strdup(command), nil]
    posix_spawn(&sender, "/bin/sh", nil, nil, &words, nil)
    """

  /// Statements that end a program, each with the status of the command and words that the command
  /// must print.
  static let failing = [
    ("exit(7)", Int32(4), "status 7"), ("raise(SIGSEGV)", 4, "signal 11"),
    ("raise(SIGTERM)", 1, "1 leaked cycle"),
    ("raise(SIGINT)", 1, "1 leaked cycle"), ("quick_exit(0)", 1, "1 leaked cycle"),
    ("Thread { exit(0) }.start()", 1, "1 leaked cycle"),
    ("Thread { usleep(100_000) }.start(); pthread_exit(nil)", 1, "1 leaked cycle"),
    ("signal(SIGINT) { _ in exit(0) }; raise(SIGINT)", 1, "1 leaked cycle"),
    ("_exit(0)", 1, "1 leaked cycle"),
    ("abort()", 4, "signal 6"),
    ("UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1", 4, "signal 11"),
    ("Thread { UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }.start()", 4, "signal 11"),
    ("print(CommandLine.arguments[Int(getpid())])", 4, "signal"),
    ("func deepen(_ level: Int) -> Int { deepen(level + 1) + level }; print(deepen(0))", 4, "11"),
    ("let block = malloc(24); free(block); free(block)", 4, "signal 6"),
    ("Thread { sleep(60) }.start(); usleep(100_000); raise(SIGTERM)", 1, "1 leaked cycle"),
    (repeatedSignal, 1, "1 leaked cycle"),
  ]

  @Test(arguments: failing)
  func findingsAreReportedHoweverTheProgramEnds(
    ending: String, status: Int32, words: String
  ) throws {
    let source = """
      import Foundation
      final class Node { var next: Node? }
      @inline(never) func run() { let node = Node(); node.next = node }
      run()
      // The process that started the tests may have blocked signals.
      var none = sigset_t()
      sigemptyset(&none)
      sigprocmask(SIG_SETMASK, &none, nil)
      \(ending)
      sleep(60)
      """
    try withProgram(source, options: ["-g"]) { path in
      let result = try Tool.run(
        ["exec", "--", path], environment: ["SWIFT_BACKTRACE": "enable=no"])
      #expect(result.status == status, "\(result.errors)")
      #expect(result.errors.contains(words))
      if ending != "_exit(0)" {
        #expect(result.errors.contains("1 leaked cycle"), "\(result.errors)")
        #expect(!result.errors.contains("over-retained"), "\(result.errors)")
      }
    }
  }

  @Test func theProgramsOwnCrashHandlerIsCalled() throws {
    let source = """
      import Foundation
      final class Node { var next: Node? }
      @inline(never) func run() { let node = Node(); node.next = node }
      run()
      signal(SIGSEGV) { _ in exit(9) }
      raise(SIGSEGV)
      """
    try withProgram(source, options: ["-g"]) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == 4)
      #expect(result.errors.contains("status 9") && result.errors.contains("1 leaked cycle"))
    }
  }

  static let waiting = """
    import Foundation
    final class Node { var next: Node? }
    @inline(never) func run() { let node = Node(); node.next = node }
    run()
    sleep(2)
    print("slept")
    """

  @Test func aRunningProgramIsExamined() throws {
    try withProgram(Self.waiting, options: ["-g"]) { path in
      let result = try Tool.run(["exec", "--after", "0.3", "--", path])
      #expect(result.status == 1)
      #expect(result.output == "slept\n")
      #expect(
        result.errors.components(separatedBy: "1 leaked cycle").count == 2, "\(result.errors)")
      #expect(result.errors.contains("roots could not be searched"), "\(result.errors)")
      let atItsEnd = try Tool.run(["exec", "--", path])
      #expect(atItsEnd.status == 1)
      #expect(!atItsEnd.errors.contains("roots"), "\(atItsEnd.errors)")
    }
  }

  @Test func aSignalStartsTheExaminationAndDoesNotInterruptCalls() throws {
    let source =
      Self.waiting.replacingOccurrences(
        of: "sleep(2)",
        with: """
          DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { kill(getpid(), SIGUSR1) }
          let rest = sleep(2)
          print("rest \\(rest)")
          """)
    try withProgram(source, options: ["-g"]) { path in
      let result = try Tool.run(["exec", "--at", "USR1", "--", path])
      #expect(result.status == 1)
      #expect(result.output == "rest 0\nslept\n")
      #expect(result.errors.contains("1 leaked cycle"), "\(result.errors)")
    }
  }

  /// A program may end before the requested time, or without the requested signal.
  @Test(arguments: [
    (["--after", "0.3"], "while it was running, after 0.3 s"),
    (["--after", "60"], "when it ended"),
    (["--after", "60", "--at", "USR1"], "while it was running, at SIGUSR1"),
    (["--at", "USR2"], "when it ended"),
  ])
  func theReportStatesWhenTheProgramWasExamined(options: [String], moment: String) throws {
    let source =
      Self.waiting.replacingOccurrences(
        of: "sleep(2)",
        with: """
          if CommandLine.arguments.count > 1 { kill(getpid(), SIGUSR1) }
          sleep(2)
          """)
    try withProgram(source, options: ["-g"]) { path in
      let arguments = options.contains("USR1") ? ["signal"] : []
      let result = try Tool.run(["exec", "--format", "md"] + options + ["--", path] + arguments)
      #expect(result.errors.contains("`, examined \(moment) · "), "\(result.errors)")
    }
  }

  @Test func aForkedProcessDoesNotBlockTheSignalThatStartsTheExamination() throws {
    let source =
      """
      @_silgen_name("fork") func forkProcess() -> Int32

      """
      + Self.waiting.replacingOccurrences(
        of: "sleep(2)",
        with: """
          fflush(stdout)
          if forkProcess() == 0 {
            var blocked = sigset_t()
            sigprocmask(SIG_BLOCK, nil, &blocked)
            print("blocked \\(sigismember(&blocked, SIGUSR1))")
            exit(0)
          }
          wait(nil)
          """)
    try withProgram(source, options: ["-g"]) { path in
      let result = try Tool.run(["exec", "--at", "USR1", "--", path])
      #expect(result.output.contains("blocked 0\n"), "\(result.output)\(result.errors)")
    }
  }
}

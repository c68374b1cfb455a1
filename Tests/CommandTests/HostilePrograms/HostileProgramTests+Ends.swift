import Foundation
import TestSupport
import Testing

extension HostileProgramTests {
  @Test(arguments: [
    "exit(0)", "_exit(0)", "_Exit(0)", "quick_exit(0)", "raise(SIGTERM)", "raise(SIGHUP)",
    "Thread { exit(0) }.start(); sleep(100)", "pthread_exit(nil)",
  ])
  func aProgramIsAnalyzedHoweverItEnds(end: String) throws {
    let result = try Self.execLosing("print(\"done\"); fflush(stdout)\n\(end)")
    Self.expectFound(result)
  }

  /// The first thread to call `exit` waits in a handler, while another thread ends the program.
  @Test(arguments: ["while true { sleep(100) }", "pthread_join(other, nil)"])
  func anotherThreadEndsAProgramWhoseExitHandlerWaits(handler: String) throws {
    let result = try Self.execLosing(
      """
      nonisolated(unsafe) var other = pthread_t()
      pthread_create(&other, nil, { _ in
        usleep(200_000)
        \(handler.contains("join") ? "exit(0)" : "_exit(0)")
      }, nil)
      atexit { \(handler) }
      print("done")
      fflush(stdout)
      exit(0)
      """)
    Self.expectFound(result)
  }

  /// The default action of the signal is restored, and the handler sends the signal again.
  @Test(arguments: [
    "signal(SIGTERM) { signal($0, SIG_DFL); raise($0) }",
    "signal(SIGTERM) { signal($0, SIG_DFL); kill(getpid(), $0) }",
    """
    var action = sigaction()
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    action.__sigaction_handler.sa_handler = { raise($0) }
    sigaction(SIGTERM, &action, nil)
    """,
  ])
  func aProgramThatRaisesASignalAgainIsExamined(handler: String) throws {
    let result = try Self.execLosing(
      """
      print("done")
      fflush(stdout)
      \(handler)
      kill(getpid(), SIGTERM)
      sleep(100)
      """)
    Self.expectFound(result)
  }

  /// The process that the program leaves running may still leak.
  @Test func aDaemonIsFullyAnalyzedOnlyWithFollow() throws {
    let source =
      "import Foundation\nfinal class Work { var next: Work? }\nprint(Work() as Any is Work)\n"
      + Self.forking + """
        fflush(stdout)
        if fork() != 0 { exit(0) }
        @inline(never) func leak() {
          let work = Work()
          work.next = work
        }
        freopen("/dev/null", "w", stdout)
        freopen("/dev/null", "w", stderr)
        sleep(UInt32(CommandLine.arguments[1])!)
        leak()
        """
    try withCompiledProgram(source, options: ["-Onone"]) { program in
      let alone = try Self.exec(program, arguments: ["30"])
      #expect(alone.status == 3, "\(alone.errors)")
      #expect(
        alone.errors.contains("in a process that it forked and that was not examined: --follow"),
        "\(alone.errors)")
      let followed = try Self.exec(program, arguments: ["0"], options: ["--follow"])
      #expect(followed.status == 1, "\(followed.errors)")
    }
  }

  @Test func aKilledProgramIsReported() throws {
    let result = try Self.execLosing(
      """
      print("done")
      fflush(stdout)
      kill(getpid(), SIGKILL)
      """)
    #expect(result.status == 4, "\(result.errors)")
    #expect(
      result.errors.contains("wrote no report. Possible causes: a signal killed it;"),
      "\(result.errors)")
    #expect(
      result.errors.contains("failed: it was ended by signal 9 (SIGKILL)"), "\(result.errors)")
    #expect(result.output == "done\n")
  }

  /// Source that declares `fork`. The program finds it by `dlsym`, because Swift marks it as
  /// unavailable.
  static let forking = """
    typealias Fork = @convention(c) () -> pid_t
    let fork = unsafeBitCast(dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork"), to: Fork.self)

    """

  @Test func aProgramThatContinuesInAForkIsReportedOrFollowed() throws {
    let source =
      Self.forking + """
        if fork() != 0 { kill(getpid(), SIGKILL) }
        usleep(200_000)
        print("done")
        """
    let alone = try Self.execLosing(source)
    #expect(
      alone.errors.contains("continues in a process that it forked: --follow"), "\(alone.errors)")
    let followed = try Self.execLosing(source, options: ["--follow"])
    #expect(followed.errors.contains("1 finding about over-retained"), "\(followed.errors)")
    #expect(followed.output == "done\n")
  }

  @Test func forkedProcessesAreFollowed() throws {
    let source =
      Self.forking + """
        let child = fork()
        if child == 0 {
          lose()
          exit(0)
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        print("done")
        """
    let result = try Self.execLosing(source, options: ["--follow"])
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.errors.components(separatedBy: "leaked cycles").count == 3, "\(result.errors)")
    #expect(result.output == "done\n")
  }

  /// A forked process does not contain the recorder's thread that receives signals.
  @Test func aSignalEndsAForkedProcess() throws {
    let source =
      Self.forking + """
        Thread { sleep(1_000) }.start()
        let child = fork()
        if child == 0 { while true { sleep(1_000) } }
        usleep(100_000)
        kill(child, SIGTERM)
        var status: Int32 = 0
        waitpid(child, &status, 0)
        print(status & 0x7F)
        """
    Self.expectFound(try Self.execLosing(source), output: "15\n")
  }

  @Test(arguments: [("address", "AddressSanitizer"), ("thread", "ThreadSanitizer")])
  func aProgramBuiltWithASanitizerIsRefused(option: String, name: String) throws {
    try withCompiledProgram("print(\"done\")", options: ["-sanitize=\(option)"]) { program in
      let start = ContinuousClock.now
      let result = try Self.exec(program)
      Self.expectInconclusive(result, because: "it is built with \(name)", output: "")
      #expect(ContinuousClock.now - start < .seconds(5))
    }
  }

  @Test func aMissingLibraryOfTheProgramIsReported() throws {
    try withCompiledProgram("print(\"done\")", options: []) { program in
      let moved = program + "-moved"
      let data = try Data(contentsOf: URL(fileURLWithPath: program))
      let damaged = data.replacing("libswiftCore.so".utf8, with: "libswiftGone.so".utf8)
      let contents = moved + ".contents"
      try Data(damaged).write(to: URL(fileURLWithPath: contents))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: contents)
      try copyExecutable(contents, to: moved)
      let result = try Self.exec(moved)
      #expect(result.status == 4, "\(result.errors)")
      #expect(result.errors.contains("a library is missing"), "\(result.errors)")
    }
  }

  /// When another thread crashes, the first thread is inside `exit`.
  @Test(arguments: ["SIGSEGV", "SIGABRT"])
  func aCrashOfAnotherThreadDuringExitIsReported(signal: String) throws {
    let result = try Self.execLosing(
      """
      let isEnding = DispatchSemaphore(value: 0)
      atexit { isEnding.signal(); while true { sleep(1) } }
      Thread { isEnding.wait(); raise(\(signal)) }.start()
      print("done")
      fflush(stdout)
      exit(0)
      """, environment: ["SWIFT_BACKTRACE": "enable=no"])
    #expect(result.status == 4, "\(result.errors)")
    #expect(result.errors.contains("1 finding about over-retained"), "\(result.errors)")
    let number = signal == "SIGSEGV" ? SIGSEGV : SIGABRT
    #expect(
      result.errorLines.last?.contains("crashed with signal \(number)") == true, "\(result.errors)")
    #expect(result.output == "done\n")
  }
}

import Foundation
import Testing

extension HostileProgramTests {
  /// A run of the command that a test interrupts with signals.
  private struct Interrupted {
    let command = Process()
    let folder: URL
    let marker = UUID().uuidString

    /// Starts the command with a program that prints `ready`, and waits for this output.
    ///
    /// - Parameter folder: The folder for the output of the command and for its temporary files.
    init(_ program: String, options: [String] = [], folder: URL) throws {
      self.folder = folder
      let output = folder.appending(path: "output")
      try Data().write(to: output)
      command.executableURL = Tool.installed ?? Tool.url
      command.arguments = ["exec"] + options + ["--", program, marker]
      let temporary = folder.appending(path: "tmp")
      try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
      command.environment = ProcessInfo.processInfo.environment
        .merging(["TMPDIR": temporary.path]) { $1 }
      command.standardOutput = try FileHandle(forWritingTo: output)
      command.standardError = try FileHandle(forWritingTo: output)
      try withoutBlockedSignals { try command.run() }
      let isReady = try HostileProgramTests.waits {
        try String(contentsOf: output, encoding: .utf8).contains("ready")
      }
      try #require(isReady)
    }

    var output: String {
      get throws { try String(contentsOf: folder.appending(path: "output"), encoding: .utf8) }
    }

    /// Expects that the command ends in time and leaves neither a process nor a file behind.
    func expectEnd(sourceLocation: SourceLocation = #_sourceLocation) throws {
      let hasEnded = HostileProgramTests.waits { !command.isRunning }
      #expect(hasEnded, "the command did not end", sourceLocation: sourceLocation)
      if !hasEnded { kill(command.processIdentifier, SIGKILL) }
      let isAlone = try HostileProgramTests.waits {
        try HostileProgramTests.processes(mentioning: marker) == 0
      }
      #expect(isAlone, "a process is left", sourceLocation: sourceLocation)
      let temporary = folder.appending(path: "tmp").path
      let isClean = try HostileProgramTests.waits {
        try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty
      }
      #expect(isClean, "a folder is left", sourceLocation: sourceLocation)
    }
  }

  /// Returns whether a condition becomes true within twenty seconds.
  static func waits(until isSo: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<400 {
      if try isSo() { return true }
      usleep(50_000)
    }
    return false
  }

  /// Returns the number of running processes that have `word` as an argument.
  static func processes(mentioning word: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").count { entry in
      guard Int(entry) != nil,
        let arguments = FileManager.default.contents(atPath: "/proc/\(entry)/cmdline")
      else { return false }
      return arguments.split(separator: 0).contains { $0.elementsEqual(word.utf8) }
    }
  }

  static let waiting = """
    print("ready")
    fflush(stdout)
    sleep(1_000)
    """

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalEndsTheCommandAndTheProgram(signal: Int32) throws {
    try withCompiledProgram(Self.losing + Self.waiting, options: ["-Onone"]) { program in
      try withTemporaryFolder { folder in
        let run = try Interrupted(program, folder: folder)
        kill(run.command.processIdentifier, signal)
        try run.expectEnd()
        let output = try run.output
        #expect(run.command.terminationStatus == 1, "\(output)")
        #expect(output.contains("1 finding about over-retained"))
      }
    }
  }

  /// A signal that arrives before the program has started must reach the program.
  @Test func aSignalDuringTheStartEndsTheCommand() throws {
    for delay in stride(from: 3_000, to: 30_000, by: 600) as StrideTo<UInt32> {
      let command = Process()
      command.executableURL = Tool.installed ?? Tool.url
      command.arguments = ["exec", "--follow", "--", "/bin/sleep", "1000"]
      command.standardOutput = FileHandle.nullDevice
      command.standardError = FileHandle.nullDevice
      try withoutBlockedSignals { try command.run() }
      usleep(delay)
      kill(command.processIdentifier, SIGTERM)
      let hasEnded = Self.waits { !command.isRunning }
      #expect(hasEnded, "the signal was sent after \(delay) µs")
      if !hasEnded { kill(command.processIdentifier, SIGTERM) }
    }
  }

  @Test func aProgramThatIgnoresASignalEndsWithTheCommand() throws {
    let source = "signal(SIGTERM, SIG_IGN)\nsignal(SIGINT, SIG_IGN)\n"
    try withCompiledProgram(Self.losing + source + Self.waiting, options: ["-Onone"]) { program in
      try withTemporaryFolder { folder in
        let run = try Interrupted(program, folder: folder)
        kill(run.command.processIdentifier, SIGTERM)
        try run.expectEnd()
        #expect(run.command.terminationReason == .uncaughtSignal)
        #expect(run.command.terminationStatus == SIGTERM)
      }
    }
  }

  /// timeout(1) sends its signal to the process, and then to the process's group.
  @Test func signalsInQuickSuccessionAreOneRequest() throws {
    try withCompiledProgram(Self.losing + Self.waiting, options: ["-Onone"]) { program in
      try withTemporaryFolder { folder in
        let run = try Interrupted(program, folder: folder)
        for _ in 0..<3 {
          kill(run.command.processIdentifier, SIGTERM)
          usleep(10_000)
        }
        try run.expectEnd()
        let output = try run.output
        #expect(run.command.terminationReason == .exit)
        #expect(run.command.terminationStatus == 1, "\(output)")
        #expect(output.contains("1 finding about over-retained"))
      }
    }
  }

  /// The program handles the first signal and continues. Only the second signal ends it.
  @Test func aSecondSignalKillsAllProcessesImmediately() throws {
    let source = "signal(SIGTERM) { _ in }\n"
    let looping = "print(\"ready\")\nfflush(stdout)\nwhile true { sleep(1_000) }"
    try withCompiledProgram(Self.losing + source + looping, options: ["-Onone"]) { program in
      try withTemporaryFolder { folder in
        let run = try Interrupted(program, folder: folder)
        kill(run.command.processIdentifier, SIGTERM)
        usleep(300_000)
        #expect(run.command.isRunning)
        kill(run.command.processIdentifier, SIGTERM)
        try run.expectEnd()
      }
    }
  }

  /// The program has started another program, which inherits only the first three descriptors and
  /// creates a session of its own.
  @Test func aKilledCommandLeavesNoProcessesOrFiles() throws {
    let source = """
      if CommandLine.arguments.count == 2 {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = [CommandLine.arguments[1], "child"]
        try! child.run()
      } else {
        setsid()
      }

      """
    try withCompiledProgram(Self.losing + source + Self.waiting, options: ["-Onone"]) { program in
      try withTemporaryFolder { folder in
        let run = try Interrupted(program, folder: folder)
        let hasStarted = try Self.waits { try Self.processes(mentioning: run.marker) >= 5 }
        #expect(hasStarted)
        kill(run.command.processIdentifier, SIGKILL)
        try run.expectEnd()
      }
    }
  }

  /// The command is killed at various times, alone or with all processes of its group.
  @Test(arguments: [false, true])
  func aCommandKilledDuringStartupLeavesNoProcessesOrFiles(killsGroup: Bool) throws {
    try withTemporaryFolder { folder in
      let marker = "100\(UInt16.random(in: 1000...9999))"
      for delay in stride(from: 500, to: 40_000, by: 700) as StrideTo<UInt32> {
        let command = Process()
        command.executableURL = Tool.installed ?? Tool.url
        command.arguments = ["exec", "--follow", "--", "/bin/sleep", marker]
        command.environment = ["TMPDIR": folder.path]
        command.standardOutput = FileHandle.nullDevice
        command.standardError = FileHandle.nullDevice
        try withoutBlockedSignals { try command.run() }
        usleep(delay)
        let process = command.processIdentifier
        #expect(kill(killsGroup ? -process : process, SIGKILL) == 0)
        command.waitUntilExit()
      }
      let isAlone = try Self.waits { try Self.processes(mentioning: marker) == 0 }
      #expect(isAlone, "a process is left")
      let rest = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(rest.isEmpty)
    }
  }

  /// The recorder's thread makes the report, because the program has a second thread.
  @Test func theCodeThatSendsASignalDoesNotContinue() throws {
    let result = try Self.execLosing(
      """
      Thread { sleep(1_000) }.start()
      usleep(100_000)
      print("done")
      fflush(stdout)
      kill(getpid(), SIGTERM)
      print("not ended")
      fflush(stdout)
      exit(3)
      """)
    Self.expectFound(result)
  }

  /// Another process sends the signal repeatedly while the first thread makes the report.
  @Test(arguments: [false, true])
  func aSignalDuringTheReportEndsTheProgramAfterwards(hasSecondThread: Bool) throws {
    let result = try Self.execLosing(
      """
      final class Node { var next: Node? }
      nonisolated(unsafe) var list: Node?
      for _ in 0..<300_000 {
        let node = Node()
        node.next = list
        list = node
      }
      if \(hasSecondThread) {
        Thread { sleep(1_000) }.start()
        usleep(100_000)
      }
      print("done")
      fflush(stdout)
      let script = "for i in 1 2 3 4 5 6 7 8 9; do sleep 0.05; kill -TERM \\(getpid()); done"
      let arguments: [String] = ["sh", "-c", script]
      var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      posix_spawn(nil, "/bin/sh", &actions, nil, &words, environ)
      exit(0)
      """)
    Self.expectFound(result)
  }

  /// `_Fork` runs no functions of `pthread_atfork`.
  @Test func aSignalEndsAProcessForkedWithoutAtforkHandlers() throws {
    let result = try Self.execLosing(
      """
      typealias Fork = @convention(c) () -> pid_t
      let symbol = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "_Fork")
      let fork = unsafeBitCast(symbol, to: Fork.self)
      Thread { sleep(1_000) }.start()
      usleep(100_000)
      let child = fork()
      if child == 0 { while true { pause() } }
      usleep(100_000)
      kill(child, SIGTERM)
      var status: Int32 = 0
      for _ in 0..<100 where waitpid(child, &status, WNOHANG) == 0 { usleep(20_000) }
      kill(child, SIGKILL)
      print(status & 0x7F)
      """)
    Self.expectFound(result, output: "15\n")
  }

  /// The process that the program forked makes its own report.
  @Test func aRequestedReportDoesNotEndAForkedProcess() throws {
    let source = """
      typealias Fork = @convention(c) () -> pid_t
      let symbol = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork")
      let child = unsafeBitCast(symbol, to: Fork.self)()
      if child == 0 {
        usleep(400_000)
        exit(7)
      }
      usleep(100_000)
      kill(child, SIGUSR1)
      var status: Int32 = 0
      waitpid(child, &status, 0)
      print(status == 7 << 8 ? "done" : String(status))
      """
    try withCompiledProgram(Self.losing + source, options: ["-Onone"]) { program in
      let result = try Self.exec(program, options: ["--follow", "--at", "USR1"])
      #expect(result.output == "done\n", "\(result.errors)")
      #expect(result.errors.contains("1 finding about over-retained"))
    }
  }

  @Test func signalsThatTheCallerIgnoresStayIgnored() throws {
    let source = """
      var action = sigaction()
      sigaction(SIGHUP, nil, &action)
      print(unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self))
      raise(SIGHUP)
      print("done")
      """
    let result = try Self.execLosing(source, wrapper: ["nohup"])
    Self.expectFound(result, output: "1\ndone\n")
  }

  @Test func theProgramsFirstArgumentIsUnchanged() throws {
    try withCompiledProgram("print(CommandLine.arguments[0])", options: []) { program in
      let folder = URL(fileURLWithPath: program).deletingLastPathComponent().path
      let result = try Self.exec(
        "./program", wrapper: ["env", "--chdir=\(folder)"])
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output == "./program\n")
    }
  }

  /// The analysis runs in a child process that sends no SIGCHLD when it ends. The program's
  /// calls of waitpid do not return this process.
  @Test func theAnalysisIsNotAChildOfTheProgram() throws {
    let result = try Self.execLosing(
      """
      signal(SIGCHLD) { _ in
        var status: Int32 = 0
        let child = waitpid(-1, &status, WNOHANG)
        print("child \\(child > 0)")
      }
      atexit { print("done"); fflush(stdout) }
      """)
    Self.expectFound(result)
  }

  @Test(arguments: [(143, 1), (3, 4)])
  func theExitStatusOfTheProgramIsReportedOrPassedOn(status: Int32, verdict: Int32) throws {
    try withCompiledProgram(Self.losing + "exit(\(status))", options: ["-Onone"]) { program in
      let result = try Self.exec(program)
      #expect(result.status == verdict, "\(result.errors)")
      if status == 3 { #expect(result.errors.contains("ended with status 3")) }
      let handed = try Self.exec(program, options: ["--exit-status", "program"])
      #expect(handed.status == status)
      #expect(handed.errors.contains("1 finding about over-retained"))
    }
  }
}

import Foundation
import Testing

/// Tests of programs that change their own process in a way that could disturb an analysis.
extension HostileProgramTests {
  /// Declarations of the functions that the programs below call.
  private static let declarations = """
    @_silgen_name("prctl")
    func prctl(_: Int32, _: UInt, _: UInt, _: UInt, _: UInt) -> Int32
    @_silgen_name("syscall")
    func call(_: Int, _: Int, _: Int, _: Int, _: Int, _: Int) -> Int
    @_silgen_name("closefrom") func closeAll(from: Int32)
    @_silgen_name("mlockall") func lockMemory(_: Int32) -> Int32
    @_silgen_name("clearenv") func clearEnvironment() -> Int32
    @_silgen_name("vfork") func vforkProcess() -> pid_t
    @_silgen_name("fork") func forkProcess() -> pid_t
    func startTimer(_ kind: Int32, microseconds: Int) {
      let time = timeval(tv_sec: 0, tv_usec: microseconds)
      var interval = itimerval(it_interval: time, it_value: time)
      setitimer(__itimer_which_t(kind), &interval, nil)
    }
    func done() {
      print("done")
      fflush(stdout)
    }

    """

  /// Program sources by the condition that they create.
  private static let conditions = [
    "all descriptors are closed": "done(); closeAll(from: 0)",
    "the environment is empty": "_ = clearEnvironment(); done()",
    "a new session": "setsid(); done()",
    "memory dumps are forbidden": "_ = prctl(4, 0, 0, 0, 0); done()",
    "all memory is locked": "_ = lockMemory(3); done()",
    "a frequent timer": "signal(SIGALRM) { _ in }; startTimer(0, microseconds: 200); done()",
    "a frequent timer for the signal of profilers": """
    signal(SIGPROF) { _ in }
    startTimer(2, microseconds: 500)
    Thread { while getppid() != 0 {} }.start()
    usleep(50_000)
    done()
    """,
    "vfork": "if vforkProcess() == 0 { _exit(0) }; wait(nil); done()",
    "clone without shared memory": """
    let process = call(56, 17, 0, 0, 0, 0)
    if process == 0 { _ = call(60, 0, 0, 0, 0, 0) }
    waitpid(pid_t(process), nil, 0)
    done()
    """,
    "a misleading process name": """
    let name = strdup("x) R 1 1 1 1 (")!
    _ = prctl(15, UInt(bitPattern: name), 0, 0, 0)
    Thread { sleep(1_000) }.start()
    usleep(20_000)
    done()
    """,
    "all signals are ignored": """
    for number in Int32(1)..<65 { signal(number, SIG_IGN) }
    Thread { sleep(1_000) }.start()
    usleep(20_000)
    done()
    """,
    "all signals are handled": """
    for number in Int32(1)..<65 { signal(number) { _ in } }
    Thread { sleep(1_000) }.start()
    Thread { while getppid() != 0 {} }.start()
    usleep(20_000)
    done()
    """,
    "a thread waits for all processes": """
    Thread { while true { waitpid(-1, nil, 0x4000_0000); usleep(10) } }.start()
    usleep(20_000)
    done()
    """,
    "no permissions for new files": "umask(0o777); done()",
    "a working folder that was removed": """
    var folder = Array("/tmp/leakcheck-test-XXXXXX".utf8CString)
    mkdtemp(&folder)
    chdir(folder)
    rmdir(folder)
    done()
    """,
    "the process is stopped repeatedly": """
    let program = getpid()
    if forkProcess() == 0 {
      for _ in 0..<20 {
        kill(program, SIGSTOP)
        usleep(20_000)
        kill(program, SIGCONT)
        usleep(20_000)
      }
      _exit(0)
    }
    usleep(10_000)
    done()
    """,
    "orphans become its children": "_ = prctl(36, 1, 0, 0, 0); done()",
    "a deep stack": """
    @inline(never) func descend(_ depth: Int, _ lost: Lost) -> Int {
      if depth == 0 { done(); exit(0) }
      return descend(depth - 1, lost) + lost.number
    }
    let thread = Thread { _ = descend(1_000_000, Lost()) }
    thread.stackSize = 1 << 30
    thread.start()
    sleep(100)
    """,
  ]

  @Test(arguments: conditions.keys.sorted())
  func programsInUnusualConditionsAreAnalyzed(name: String) throws {
    let source = try #require(Self.conditions[name])
    Self.expectFound(try Self.execLosing(Self.declarations + source))
  }

  /// All descriptors below 256 refer to the program's file, so the analysis must use none of them.
  @Test func theAnalysisUsesNoReplacedDescriptor() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "mine").path
      let result = try Self.execLosing(
        """
        print("done")
        fflush(stdout)
        let file = open("\(file)", O_RDWR | O_CREAT, 0o600)
        for descriptor in Int32(0)..<256 where descriptor != file { dup2(file, descriptor) }
        """)
      Self.expectFound(result)
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)).isEmpty)
    }
  }

  /// The forked process that makes the analysis is in the new namespace.
  @Test(.enabled(if: canMount, "namespaces cannot be created here"))
  func aProgramThatCreatesAPIDNamespaceIsAnalyzed() throws {
    let result = try Self.execLosing(
      """
      @_silgen_name("unshare") func unshare(_: Int32) -> Int32
      precondition(unshare(0x2000_0000) == 0)
      print("done")
      """)
    Self.expectFound(result)
  }
}

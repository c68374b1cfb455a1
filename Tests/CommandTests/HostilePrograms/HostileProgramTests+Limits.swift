import Foundation
import Testing

extension HostileProgramTests {
  /// The program sets the limit itself, and has used all descriptors at its end.
  @Test(arguments: [false, true])
  func aProgramWithoutFreeDescriptorsIsAnalyzed(isHard: Bool) throws {
    let result = try Self.execLosing(
      """
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = 64
      if \(isHard) { limit.rlim_max = 64 }
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      Thread { sleep(1_000) }.start()
      usleep(20_000)
      print("done")
      fflush(stdout)
      while open("/dev/null", O_RDONLY) >= 0 {}
      """)
    Self.expectFound(result)
  }

  /// Three descriptors at all, which the program has closed: what it opens next is 0, 1 and 2.
  @Test(arguments: [3, 4, 6])
  func anAnalysisWritesToNoDescriptorOfTheProgram(count: Int) throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "mine").path
      let result = try Self.execLosing(
        """
        print("done")
        fflush(stdout)
        for descriptor in Int32(0)..<64 { close(descriptor) }
        var limit = rlimit(rlim_cur: \(count), rlim_max: \(count))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        while open("\(file)", O_RDWR | O_CREAT | O_APPEND, 0o600) >= 0 {}
        """)
      #expect(result.status == 1 || result.status == 3, "\(result.errors)")
      #expect(result.output == "done\n")
      let written = try Data(contentsOf: URL(fileURLWithPath: file))
      #expect(written.isEmpty, "\(String(decoding: written, as: UTF8.self))")
    }
  }

  @Test func aProgramThatClosedItsStandardStreamsIsAnalyzed() throws {
    let result = try Self.execLosing(
      """
      print("done")
      fflush(stdout)
      for descriptor in Int32(0)..<3 { close(descriptor) }
      """)
    Self.expectFound(result)
  }

  /// A thread with little stack left ends the program, and one waits without room for a handler.
  @Test func threadsWithNearlyFullStacksAreLeftAlone() throws {
    let result = try Self.execLosing(
      """
      @inline(never) func descend(_ depth: Int, _ end: () -> Void) -> Int {
        if depth == 0 { end(); return 0 }
        return descend(depth - 1, end) &+ depth
      }
      var base: UInt = 0
      func room(_ low: UInt) -> Int {
        var here = 0
        return withUnsafePointer(to: &here) { Int(UInt(bitPattern: $0) - low) }
      }
      @inline(never) func fill(_ low: UInt, _ end: () -> Void) {
        if room(low) < 6_000 { end() } else { fill(low, end); withExtendedLifetime(low) {} }
      }
      let isReady = DispatchSemaphore(value: 0)
      let thread = Thread {
        var attributes = pthread_attr_t()
        pthread_getattr_np(pthread_self(), &attributes)
        var start: UnsafeMutableRawPointer?
        var size = 0
        pthread_attr_getstack(&attributes, &start, &size)
        fill(UInt(bitPattern: start)) { isReady.signal(); pause() }
      }
      thread.stackSize = 64 << 10
      thread.start()
      isReady.wait()
      usleep(20_000)
      print("done")
      """)
    Self.expectFound(result)
  }

  @Test func aProgramThatMayNotWriteFilesIsAnalyzed() throws {
    let result = try Self.execLosing(
      """
      var limit = rlimit(rlim_cur: 0, rlim_max: rlim_t.max)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      print("done")
      """)
    Self.expectFound(result)
  }

  @Test func aSmallLimitOnFilesGivesAReason() throws {
    try withCompiledProgram(Self.losing + "print(\"done\")", options: ["-Onone"]) { program in
      let result = try Self.exec(program, wrapper: ["prlimit", "--fsize=10:10"])
      #expect(result.status == 1 || result.status == 3, "\(result.errors)")
    }
  }

  @Test func aProgramWithoutProcessesLeftGivesAReason() throws {
    let result = try Self.execLosing(
      """
      if setgid(65534) != 0 || setuid(65534) != 0 { exit(0) }
      var limit = rlimit(rlim_cur: 1, rlim_max: 1)
      setrlimit(__rlimit_resource_t(RLIMIT_NPROC.rawValue), &limit)
      print("done")
      """)
    #expect(result.status == 3, "\(result.errors)")
    #expect(result.output == "done\n")
  }
}

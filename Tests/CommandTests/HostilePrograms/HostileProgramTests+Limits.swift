import Foundation
import Testing

extension HostileProgramTests {
  /// The program itself sets the limit on descriptors. When it ends, no descriptor is free.
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

  /// The first thread has ended, and no descriptor is free when the last thread ends.
  @Test func aProgramWithoutItsFirstThreadOrFreeDescriptorsEnds() throws {
    let result = try Self.execLosing(
      """
      print("done")
      fflush(stdout)
      var last = pthread_t()
      pthread_create(&last, nil, { _ in
        usleep(200_000)
        var limit = rlimit(rlim_cur: 64, rlim_max: 64)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        while open("/dev/null", O_RDONLY) >= 0 {}
        usleep(200_000)
        return nil
      }, nil)
      pthread_exit(nil)
      """)
    Self.expectFound(result)
  }

  /// The program closes its descriptors, and then opens a file as often as its limit on descriptors
  /// allows. The file gets the descriptors 0, 1, 2 and, if the limit is higher, the next ones.
  @Test(arguments: [3, 4, 6])
  func theAnalysisWritesToNoDescriptorOfTheProgram(count: Int) throws {
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

  /// The rest of the thread's stack is too small for a signal handler.
  @Test func threadsWithNearlyFullStacksAreNotInterrupted() throws {
    let result = try Self.execLosing(
      """
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
        typealias Read = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32
        let read = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "pthread_getattr_np")
        _ = unsafeBitCast(read, to: Read.self)(pthread_self(), &attributes)
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

  @Test func aProgramThatMayOnlyWriteSmallFilesIsAnalyzed() throws {
    let result = try Self.execLosing(
      """
      var limit = rlimit(rlim_cur: 100, rlim_max: rlim_t.max)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      print("done")
      """)
    Self.expectFound(result)
  }

  @Test func anInheritedFileSizeLimitDoesNotPreventAResult() throws {
    try withCompiledProgram(Self.losing + "print(\"done\")", options: ["-Onone"]) { program in
      let result = try Self.exec(program, wrapper: ["prlimit", "--fsize=10:10"])
      #expect(result.status == 1 || result.status == 3, "\(result.errors)")
    }
  }

  @Test func aProgramThatCannotForkIsInconclusive() throws {
    let result = try Self.execLosing(
      """
      if setgid(65534) != 0 || setuid(65534) != 0 { exit(0) }
      var limit = rlimit(rlim_cur: 1, rlim_max: 1)
      // RLIMIT_NPROC
      setrlimit(__rlimit_resource_t(6), &limit)
      print("done")
      """)
    #expect(result.status == 3, "\(result.errors)")
    #expect(result.output == "done\n")
  }

  /// The argument is the difference in bytes between the limit that the program sets and the size
  /// of its address space. If the limit is low, the recorder may lack room for its tables. The
  /// result is then inconclusive.
  @Test(arguments: [0, 100_000, 10_000_000, 100_000_000, 1_000_000_000, 8_000_000_000])
  func aLimitOnTheAddressSpaceHidesNoLeak(bytes: Int) throws {
    let result = try Self.execLosing(
      """
      let text = try! String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      let size = rlim_t(text.split(separator: " ")[0])! * 4096 + \(bytes)
      var limit = rlimit(rlim_cur: size, rlim_max: size)
      setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
      print("done")
      """)
    #expect(result.status == (bytes >= 8_000_000_000 ? 1 : result.status), "\(result.errors)")
    #expect(result.status == 1 || result.status == 3, "\(result.errors)")
    #expect(!result.errors.contains("Success"), "\(result.errors)")
    #expect(result.output == "done\n")
  }

  /// The limit leaves enough room for the memory that the program itself maps. The memory of the
  /// recorder does not count toward the limit. The program must read back the limit that it set.
  @Test(arguments: ["RLIMIT_AS", "RLIMIT_DATA"], [1_000_000_000, 400_000_000])
  func aProgramCanUseTheMemoryThatItsLimitAllows(limit: String, bytes: Int) throws {
    let result = try Self.execLosing(
      """
      let resource = __rlimit_resource_t(\(limit).rawValue)
      var limit = rlimit(rlim_cur: \(bytes), rlim_max: \(bytes))
      precondition(setrlimit(resource, &limit) == 0)
      let memory = mmap(
        nil, \(bytes / 2), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      let further = mmap(
        nil, 2 * \(bytes) + (2 << 30), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      getrlimit(resource, &limit)
      print(memory != MAP_FAILED, further == MAP_FAILED, limit.rlim_cur, limit.rlim_max)
      print("done")
      """)
    #expect(result.output == "true true \(bytes) \(bytes)\ndone\n")
    #expect(result.status == 1, "\(result.errors)")
  }

  /// A thread creates a leaked object, but the recorder has no room left for the memory of this
  /// thread. The recorder does not notice the limit, because the program sets it with a direct
  /// system call.
  @Test func memoryThatCannotBeRecordedIsReported() throws {
    let source =
      Self.losing + """
        let text = try! String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let size = rlim_t(text.split(separator: " ")[0])! * 4096 + (40 << 20)
        var limit = rlimit(rlim_cur: size, rlim_max: size)
        @_silgen_name("syscall")
        func call(_: Int, _: Int, _: Int, _: UnsafePointer<rlimit>, _: Int) -> Int
        precondition(call(302, 0, Int(RLIMIT_AS.rawValue), &limit, 0) == 0)
        final class Ring { var next: Ring? }
        let thread = Thread { let ring = Ring(); ring.next = ring }
        thread.stackSize = 1 << 20
        thread.start()
        while !thread.isFinished { usleep(1_000) }
        print("done")
        """
    try withCompiledProgram(source, options: ["-Onone"]) { program in
      let result = try Self.exec(program)
      Self.expectInconclusive(result, because: "RLIMIT_AS")
    }
  }

  /// The signal that stops threads cannot be sent. For a thread that waits, the analysis reads the
  /// stack pointer from `/proc`. A thread that runs cannot be stopped.
  @Test(arguments: [("sleep(1_000)", 1), ("while getppid() != 0 {}", 3)])
  func aProgramThatCannotQueueSignalsEnds(thread: String, status: Int32) throws {
    let result = try Self.execLosing(
      """
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      setrlimit(__rlimit_resource_t(__RLIMIT_SIGPENDING.rawValue), &limit)
      for _ in 0..<3 { Thread { \(thread) }.start() }
      usleep(50_000)
      print("done")
      """)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.output == "done\n")
  }

  /// The recorder in the shell extends the limit by the memory that the recorder needs in the
  /// program, although the shell itself is not examined.
  @Test(arguments: [100_000, 300_000])
  func aLimitThatAShellSetsLeavesRoomForTheAnalysis(kilobytes: Int) throws {
    try withCompiledProgram(Self.losing + "print(\"done\")", options: ["-Onone"]) { program in
      let result = try Self.exec(
        "/bin/sh", arguments: ["-c", "ulimit -v \(kilobytes); \(program); true"],
        options: ["--follow"])
      Self.expectFound(result)
    }
  }
}

import Foundation
import Testing

/// Tests of system call filters (seccomp) that a program installs itself. If the recorder
/// violated such a filter, the program would be killed.
extension HostileProgramTests {
  /// A program that installs a filter. Its arguments are:
  ///
  /// 1. how to install the filter,
  /// 2. the flags,
  /// 3. the action,
  /// 4. the numbers of the system calls, and
  /// 5. optionally, the index of an argument of the calls and the value from which the filter
  ///    applies.
  private static let installing =
    losing + """
      struct Filter { var code: UInt16; var jt: UInt8; var jf: UInt8; var k: UInt32 }
      struct Program { var length: UInt16; var filters: UnsafeMutablePointer<Filter> }
      typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
      typealias Call = @convention(c) (Int, UInt, UInt, UInt, UInt, UInt, UInt) -> Int
      @_silgen_name("prctl") func control(_: Int32, _: UInt, _: UInt, _: UInt, _: UInt) -> Int32
      @_silgen_name("syscall")
      func call(_: Int, _: UInt, _: UInt, _: UInt, _: UInt, _: UInt, _: UInt) -> Int
      let words = CommandLine.arguments
      let action = UInt32(words[3], radix: 16)!
      let limit = words.count > 5 ? words[5].split(separator: ":").map { UInt32($0)! } : []
      var filters = [Filter(code: 0x20, jt: 0, jf: 0, k: 0)]
      for number in words[4].split(separator: ",").map({ UInt32($0)! }) {
        if limit.isEmpty {
          filters.append(Filter(code: 0x15, jt: 0, jf: 1, k: number))
        } else {
          filters += [
            Filter(code: 0x15, jt: 0, jf: 4, k: number),
            Filter(code: 0x20, jt: 0, jf: 0, k: 16 + 8 * limit[0]),
            Filter(code: 0x35, jt: 0, jf: 1, k: limit[1]),
          ]
        }
        filters.append(Filter(code: 0x06, jt: 0, jf: 0, k: action))
        if !limit.isEmpty { filters.append(Filter(code: 0x20, jt: 0, jf: 0, k: 0)) }
      }
      filters.append(Filter(code: 0x06, jt: 0, jf: 0, k: 0x7FFF_0000))
      func install() {
        filters.withUnsafeMutableBufferPointer { filters in
          var program = Program(length: UInt16(filters.count), filters: filters.baseAddress!)
          let flags = UInt(words[2])!
          withUnsafeMutablePointer(to: &program) {
            let address = UInt(bitPattern: $0)
            let process = UnsafeMutableRawPointer(bitPattern: 0)
            precondition(control(38, 1, 0, 0, 0) == 0)
            switch words[1] {
            case "prctl": precondition(control(22, 2, address, 0, 0) == 0)
            case "syscall": precondition(call(317, 1, flags, address, 0, 0, 0) == 0)
            case "found":
              let control = unsafeBitCast(dlsym(process, "prctl"), to: Control.self)
              precondition(control(22, 2, address, 0, 0) == 0)
            default:
              let call = unsafeBitCast(dlsym(process, "syscall"), to: Call.self)
              precondition(call(157, 22, 2, address, 0, 0, 0) == 0)
            }
          }
        }
      }

      """

  /// Runs the program with and without the command. Both runs must have the same output and status.
  /// The command must report either the leak or why the program could not be examined.
  private static func expectSame(
    _ program: String, _ arguments: [String], isFound: Bool? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let alone = try Tool.run(
      ["sh", "-c", "\"$@\"; exit $?", "sh", program] + arguments,
      of: URL(fileURLWithPath: "/usr/bin/env"),
      ["SWIFT_BACKTRACE": "enable=no"])
    let result = try exec(
      program, arguments: arguments, options: ["--exit-status", "program"],
      environment: ["SWIFT_BACKTRACE": "enable=no"])
    let text = Comment(rawValue: "\(arguments): \(result.errors)")
    #expect(result.output == alone.output, text, sourceLocation: sourceLocation)
    #expect(result.status == alone.status, text, sourceLocation: sourceLocation)
    let hasReason = result.errors.contains("could not be examined: ")
    let isLeak = result.errors.contains("1 finding about over-retained")
    #expect(hasReason != isLeak, text, sourceLocation: sourceLocation)
    if let isFound { #expect(isLeak == isFound, text, sourceLocation: sourceLocation) }
  }

  private static let killingProcess = "80000000"
  private static let killingThread = "00000000"

  /// The system calls that an analysis makes, and some others.
  private static let killed = [
    0, 1, 3, 7, 9, 10, 11, 13, 14, 15, 16, 24, 27, 28, 34, 35, 39, 56, 57, 58, 61, 62, 82, 87, 97,
    98,
    102, 127, 128, 131, 157, 186, 200, 202, 217, 230, 234, 247, 257, 262, 293, 297, 302, 309, 310,
    317, 319, 334, 435, 436,
  ]

  @Test(arguments: [
    ("prctl", "print(\"done\")", killed.map(String.init)),
    (
      "syscall", "print(\"done\"); fflush(stdout); _exit(7)",
      [killed.filter { !ofPrograms.contains($0) }.map(String.init).joined(separator: ",")]
    ),
  ])
  func noSystemCallOfTheRecorderEndsAProgram(way: String, end: String, filters: [String]) throws {
    // The program prints before it installs the filter, so that the output needs the same calls as
    // without the command.
    let source = Self.installing + "print(\"begun\"); fflush(stdout); install()\n" + end
    try withCompiledProgram(source, options: ["-Onone"]) { program in
      for numbers in filters {
        try Self.expectSame(program, [way, "0", Self.killingProcess, numbers])
      }
    }
  }

  /// The program looks up `prctl` or `syscall` with `dlsym`, as a library that is loaded later
  /// would.
  @Test(arguments: ["found", "other"])
  func aFilterIsDetectedHoweverItIsInstalled(way: String) throws {
    let source = Self.installing + "install()\nprint(\"done\")"
    try withCompiledProgram(source, options: ["-Onone"]) { program in
      for action in [Self.killingProcess, Self.killingThread] {
        try Self.expectSame(program, [way, "0", action, "56"], isFound: false)
      }
      try Self.expectSame(program, [way, "0", Self.killingProcess, "41"], isFound: true)
    }
  }

  /// A C function that installs a filter with a system call instruction of its own. The filter ends
  /// the program at each of the given system calls.
  private static let installingByInstruction = """
    #include <linux/filter.h>
    #include <linux/seccomp.h>
    #include <sys/prctl.h>
    #include <sys/syscall.h>
    int install(const int *numbers, int count) {
      struct sock_filter steps[256] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0)};
      unsigned short length = 1;
      for (int index = 0; index < count; index++) {
        steps[length++] =
          (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)numbers[index], 0, 1);
        steps[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
      }
      steps[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
      struct sock_fprog program = {length, steps};
      if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 1;
      long result;
      __asm__ volatile("syscall" : "=a"(result)
        : "a"(SYS_seccomp), "D"(SECCOMP_SET_MODE_FILTER), "S"(0), "d"(&program)
        : "rcx", "r11", "memory");
      return (int)result;
    }
    """

  /// The system calls that the programs in these tests make when they end: write, close, futex,
  /// clock_nanosleep, and those with which they send a signal.
  private static let ofPrograms = [1, 3, 14, 39, 62, 186, 202, 230, 234]
  /// The system calls with which a handler restores the original action of a signal, and returns:
  /// rt_sigaction and rt_sigreturn.
  private static let ofHandlers = [13, 15]

  /// The recorder does not detect the filter. Therefore it must make no system call when the
  /// program ends.
  @Test(arguments: [
    ("", 3), ("_exit(0)", 3), ("_exit(7)", 4), ("kill(getpid(), SIGTERM); sleep(100)", 3),
    ("raise(SIGABRT)", 4),
  ])
  func anUndetectedFilterIsNotViolated(end: String, status: Int32) throws {
    let isSignal = end.contains("SIG")
    let numbers = Self.killed.filter {
      !Self.ofPrograms.contains($0) && !(isSignal && Self.ofHandlers.contains($0))
    }
    let object = try compiledC(Self.installingByInstruction, options: ["-c"], to: "own.o")
    let source =
      Self.losing + """
        @_silgen_name("install") func install(_: UnsafePointer<Int32>, _: Int32) -> Int32
        print("begun")
        fflush(stdout)
        let numbers = \(numbers) as [Int32]
        precondition(install(numbers, Int32(numbers.count)) == 0)
        print("done")
        fflush(stdout)
        \(end)
        """
    try withCompiledProgram(source, options: ["-Onone"], linking: [object]) { program in
      try Self.expectSame(program, [], isFound: false)
      let result = try Self.exec(program)
      #expect(result.status == status, "\(result.errors)")
      #expect(
        result.errors.contains("by a direct system call"), "\(result.errors)")
      let followed = try Self.exec(
        "/bin/sh", arguments: ["-c", "\(program); true"], options: ["--follow"])
      #expect(
        followed.errors.contains("leakcheck: program could not be examined: it installed"),
        "\(followed.errors)")
    }
  }

  /// Each filter ends the program if one argument of a system call is at least a given number.
  @Test func aFilterOfSystemCallArgumentsIsNotViolated() throws {
    let source = Self.installing + "install()\nprint(\"done\")"
    try withCompiledProgram(source, options: ["-Onone"]) { program in
      // write(descriptor >= 3), openat(flags >= O_WRONLY), clone(flags >= 1)
      for (number, limit) in [(1, "0:3"), (257, "2:1"), (56, "0:1")] {
        try Self.expectSame(
          program, ["prctl", "0", Self.killingProcess, "\(number)", limit], isFound: false)
      }
      // mprotect(protection >= PROT_EXEC), socket(domain >= 0)
      for (number, limit) in [(10, "2:4"), (41, "0:0")] {
        try Self.expectSame(
          program, ["prctl", "0", Self.killingProcess, "\(number)", limit], isFound: true)
      }
    }
  }

  /// The filter is installed by another thread. It applies to that thread only, or to all threads.
  @Test(arguments: ["0", "1"])
  func aFilterOfAnotherThreadIsNotViolated(flags: String) throws {
    let source =
      Self.installing + """
        let isReady = DispatchSemaphore(value: 0)
        Thread { install(); isReady.signal(); while true { sleep(100) } }.start()
        isReady.wait()
        print("done")
        """
    try withCompiledProgram(source, options: ["-Onone"]) { program in
      for number in [15, 56, 202 + 15, 61] {
        try Self.expectSame(program, ["syscall", flags, Self.killingProcess, "\(number)"])
      }
    }
  }

  /// The filter prevents the recorder from mapping memory. It also prevents the handlers of the
  /// recorder from acting, for example after a signal that ends the program.
  @Test(arguments: [
    "kill(getpid(), SIGTERM); sleep(100)", "raise(SIGABRT)",
    "UnsafeMutablePointer<Int>(bitPattern: 8)!.pointee = 1",
    """
    // The allocator extends its heap; new addresses need new tables.
    for _ in 0..<3_000 { memset(malloc(100_000), 1, 100_000) }
    """,
  ])
  func aProgramWithAFilterEndsAsItWouldWithoutLeakcheck(end: String) throws {
    let source =
      Self.installing + """
        print("begun")
        fflush(stdout)
        install()
        \(end)
        exit(0)
        """
    try withCompiledProgram(source, options: ["-Onone"]) { program in
      // mmap, mprotect, munmap, rt_sigaction, openat, clone
      try Self.expectSame(
        program, ["prctl", "0", Self.killingProcess, "9,10,11,13,257,56"], isFound: false)
    }
  }
}

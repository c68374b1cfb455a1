import Foundation
import Testing

/// Tests of system call filters (seccomp).
extension HostileProgramTests {
  /// The filter ends the program at system calls that an analysis needs and the program does not.
  @Test(arguments: [("KILL", "0x80000000"), ("TRAP", "0x00030000")])
  func aFilterThatEndsTheProgramIsNotViolated(name: String, action: String) throws {
    let result = try Self.execLosing(
      """
      @_silgen_name("prctl") func control(_: Int32, _: UInt, _: UInt, _: UInt, _: UInt) -> Int32
      struct Filter { var code: UInt16; var jt: UInt8; var jf: UInt8; var k: UInt32 }
      struct Program { var length: UInt16; var filters: UnsafeMutablePointer<Filter> }
      // The filter forbids the calls that open files, fork, and list folders.
      var filters = [Filter(code: 0x20, jt: 0, jf: 0, k: 0)]
      for number: UInt32 in [56, 57, 257, 217, 297] {
        filters += [
          Filter(code: 0x15, jt: 0, jf: 1, k: number), Filter(code: 0x06, jt: 0, jf: 0, k: \(action)),
        ]
      }
      filters.append(Filter(code: 0x06, jt: 0, jf: 0, k: 0x7FFF_0000))
      filters.withUnsafeMutableBufferPointer { filters in
        var program = Program(length: UInt16(filters.count), filters: filters.baseAddress!)
        precondition(control(38, 1, 0, 0, 0) == 0)
        let status = withUnsafeMutablePointer(to: &program) { control(22, 2, UInt(bitPattern: $0), 0, 0) }
        precondition(status == 0)
      }
      print("done")
      """)
    Self.expectInconclusive(result, because: "it installs a system call filter (seccomp)")
  }

  /// A filter that refuses calls must not end the program.
  @Test func aFilterThatRefusesForkIsReported() throws {
    let result = try Self.execLosing(
      """
      @_silgen_name("prctl") func control(_: Int32, _: UInt, _: UInt, _: UInt, _: UInt) -> Int32
      struct Filter { var code: UInt16; var jt: UInt8; var jf: UInt8; var k: UInt32 }
      struct Program { var length: UInt16; var filters: UnsafeMutablePointer<Filter> }
      var filters = [
        Filter(code: 0x20, jt: 0, jf: 0, k: 0), Filter(code: 0x15, jt: 0, jf: 1, k: 56),
        Filter(code: 0x06, jt: 0, jf: 0, k: 0x0005_0001), Filter(code: 0x06, jt: 0, jf: 0, k: 0x7FFF_0000),
      ]
      filters.withUnsafeMutableBufferPointer { filters in
        var program = Program(length: UInt16(filters.count), filters: filters.baseAddress!)
        precondition(control(38, 1, 0, 0, 0) == 0)
        let status = withUnsafeMutablePointer(to: &program) { control(22, 2, UInt(bitPattern: $0), 0, 0) }
        precondition(status == 0)
      }
      print("done")
      """)
    Self.expectInconclusive(
      result, because: "cannot be forked for the analysis: Operation not permitted")
  }

  /// A program that installs a filter and then executes another program. Its arguments are:
  ///
  /// - the action of the filter,
  /// - the number of the call that the filter matches, on x86-64, and
  /// - the words of the other program.
  private static let filtering = """
    import Glibc
    @_silgen_name("prctl") func control(_: Int32, _: UInt, _: UInt, _: UInt, _: UInt) -> Int32
    struct Filter { var code: UInt16; var jt: UInt8; var jf: UInt8; var k: UInt32 }
    struct Program { var length: UInt16; var filters: UnsafeMutablePointer<Filter> }
    let words = CommandLine.arguments
    var filters = [
      Filter(code: 0x20, jt: 0, jf: 0, k: 0), Filter(code: 0x15, jt: 0, jf: 1, k: UInt32(words[2])!),
      Filter(code: 0x06, jt: 0, jf: 0, k: UInt32(words[1], radix: 16)!),
      Filter(code: 0x06, jt: 0, jf: 0, k: 0x7FFF_0000),
    ]
    filters.withUnsafeMutableBufferPointer { filters in
      var program = Program(length: UInt16(filters.count), filters: filters.baseAddress!)
      precondition(control(38, 1, 0, 0, 0) == 0)
      let status = withUnsafeMutablePointer(to: &program) { control(22, 2, UInt(bitPattern: $0), 0, 0) }
      precondition(status == 0)
    }
    var arguments = words.dropFirst(3).map { strdup($0) } + [nil]
    execvp(words[3], &arguments)
    """

  /// Runs `body` with the paths of two programs: the program that installs a filter, and the
  /// program that leaks.
  private static func withFilteredProgram(_ body: (String, String) throws -> Void) throws {
    let source = losing + "print(\"done\")"
    try withCompiledProgram(filtering, options: ["-Onone"]) { filter in
      try withCompiledProgram(source, options: ["-Onone"]) { try body(filter, $0) }
    }
  }

  private static let refusing = "00050001"
  private static let killing = "80000000"
  /// System calls that the recorder or the command makes. The program itself makes only those in
  /// `ofRuntime`.
  private static let calls = [
    (7, "poll"), (14, "rt_sigprocmask"), (27, "mincore"), (28, "madvise"), (38, "setitimer"),
    (53, "socketpair"), (56, "clone"), (61, "wait4"), (62, "kill"), (82, "rename"), (87, "unlink"),
    (98, "getrusage"), (127, "rt_sigpending"), (157, "prctl"), (186, "gettid"), (217, "getdents64"),
    (230, "clock_nanosleep"), (289, "signalfd4"), (297, "rt_tgsigqueueinfo"), (317, "seccomp"),
    (319, "memfd_create"), (435, "clone3"),
  ]
  /// The system call (gettid) that the Swift runtime makes when a program starts. A filter that
  /// kills at this call ends every program.
  private static let ofRuntime = [186]
  /// The system call (clone) that starts the process in which the command tries the other calls.
  private static let ofTrial = [56]

  /// The command starts a program that installs the filter and then executes the leaking program.
  /// The leaking program must behave as it does without the command. The command must report the
  /// leak, or an inconclusive result with a reason.
  @Test func filtersInheritedByTheProgramDoNotPreventAResult() throws {
    try Self.withFilteredProgram { filter, program in
      for (number, name) in Self.calls {
        for action in [Self.refusing, Self.killing] {
          if action == Self.killing, Self.ofRuntime.contains(number) { continue }
          let result = try Self.exec(
            filter, arguments: [action, "\(number)", program], options: ["--follow"])
          let text = Comment(rawValue: "\(name) \(action): \(result.errors)")
          #expect(result.status == 1 || result.status == 3, text)
          #expect(result.output == "done\n", text)
          #expect(
            result.status == 1 || result.errors.contains("could not be examined: ")
              || result.errors.contains("cannot be listed or signaled"), text)
          #expect(!result.errors.contains("memory may have run out"), text)
        }
      }
    }
  }

  /// A program installs the filter and then executes the command.
  @Test func filtersInheritedByTheCommandAreToleratedOrReported() throws {
    try Self.withFilteredProgram { filter, program in
      for (number, name) in Self.calls {
        for action in [Self.refusing, Self.killing] {
          if action == Self.killing, (Self.ofRuntime + Self.ofTrial).contains(number) { continue }
          let result = try Self.exec(program, wrapper: [filter, action, "\(number)"])
          let text = Comment(rawValue: "\(name) \(action): \(result.errors)")
          #expect(result.status == 1 || result.status == 3, text)
          let isNamed = result.errors.contains(
            "cannot be examined: a system call filter (seccomp)")
          #expect(result.output == (isNamed ? "" : "done\n"), text)
          #expect(!isNamed || result.errors.contains(name), text)
          #expect(
            result.status == 1 || isNamed || result.errors.contains("(seccomp) ended the analysis")
              || result.errors.contains("cannot be listed or signaled"), text)
        }
      }
    }
  }
}

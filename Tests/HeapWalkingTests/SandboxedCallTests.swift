import CRecorder
import CSwiftABI
import Foundation
import HeapWalking
import TestSupport
import Testing

/// Tests of the sandbox in which a suggested break is tried: the code that runs in it and the
/// system calls that it may make.
@Suite struct SandboxedCallTests {
  /// Code to run in the sandbox, how it is expected to end, and the system calls that are
  /// expected to be recorded as refused.
  struct Body: CustomTestStringConvertible, Sendable {
    var name: String
    var state: lk_break_trial_state
    var detail: Int32 = 0
    var refused: [String] = []
    var body: @convention(c) () -> Void
    var testDescription: String { name }
  }

  /// A variable that code in the sandbox changes. The variable of this process must not change.
  nonisolated(unsafe) static var number = 0
  nonisolated(unsafe) static let shared: UnsafeMutablePointer<Int> = {
    let memory = unsafe mmap(
      nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)!
    return unsafe memory.assumingMemoryBound(to: Int.self)
  }()

  /// Ends the process with status 1 if the call did not fail with EPERM.
  private static func expectRefused(_ result: Int) {
    if result != -1 || errno != EPERM { _exit(1) }
  }

  static let bodies: [Body] = [
    Body(name: "returns", state: lk_break_trial_finished) { unsafe SandboxedCallTests.number = 1 },
    Body(name: "allocates and frees", state: lk_break_trial_finished) {
      unsafe free(realloc(malloc(100), 1_000_000))
      for length in 0..<2_000 {
        unsafe SandboxedCallTests.number += Array(repeating: 1, count: length).count
      }
    },
    Body(name: "asks for the time and sleeps", state: lk_break_trial_finished) {
      _ = Date()
      usleep(10)
      unsafe SandboxedCallTests.number = Int(getpid())
    },
    Body(name: "opens", state: lk_break_trial_finished, refused: ["openat"]) {
      SandboxedCallTests.expectRefused(Int(unsafe open("/dev/null", O_RDONLY)))
    },
    Body(name: "writes and reads", state: lk_break_trial_finished, refused: ["write", "read"]) {
      SandboxedCallTests.expectRefused(unsafe write(1, "x", 1))
      var byte: UInt8 = 0
      SandboxedCallTests.expectRefused(unsafe read(0, &byte, 1))
    },
    Body(name: "makes a socket", state: lk_break_trial_finished, refused: ["socket"]) {
      SandboxedCallTests.expectRefused(Int(socket(AF_INET, 1, 0)))
    },
    Body(name: "signals others", state: lk_break_trial_finished, refused: ["kill"]) {
      SandboxedCallTests.expectRefused(Int(kill(getppid(), 0)))
      SandboxedCallTests.expectRefused(Int(kill(0, 0)))
      if kill(getpid(), 0) != 0 { _exit(2) }
    },
    Body(name: "maps shared memory", state: lk_break_trial_finished, refused: ["mmap"]) {
      let memory = unsafe mmap(nil, 4096, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
      SandboxedCallTests.expectRefused(unsafe memory == MAP_FAILED ? -1 : 0)
      let own = unsafe mmap(nil, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      if unsafe own == MAP_FAILED { _exit(2) }
    },
    Body(name: "writes to memory that was shared", state: lk_break_trial_finished) {
      unsafe SandboxedCallTests.shared[0] += 1
      if unsafe SandboxedCallTests.shared[0] != 8 { _exit(1) }
    },
    Body(name: "changes a limit", state: lk_break_trial_finished, refused: ["prlimit64"]) {
      var limit = rlimit()
      if unsafe getrlimit(__rlimit_resource_t(7), &limit) != 0 { _exit(2) }
      SandboxedCallTests.expectRefused(Int(unsafe setrlimit(__rlimit_resource_t(7), &limit)))
    },
    Body(name: "exits", state: lk_break_trial_exited, detail: 5) { exit(5) },
    Body(name: "traps", state: lk_break_trial_trapped, detail: SIGABRT) { abort() },
    Body(name: "recurs without end", state: lk_break_trial_trapped, detail: SIGSEGV) {
      unsafe SandboxedCallTests.number = SandboxedCallTests.recur(1)
    },
    Body(name: "waits", state: lk_break_trial_waited) { DispatchSemaphore(value: 0).wait() },
    Body(name: "waits for a while", state: lk_break_trial_finished) {
      if DispatchSemaphore(value: 0).wait(timeout: .now() + 100) == .success { _exit(1) }
    },
    Body(name: "asks for too much memory", state: lk_break_trial_out_of_memory) {
      while let block = unsafe malloc(1 << 20) { unsafe memset(block, 1, 1 << 20) }
      abort()
    },
  ]

  @inline(never)
  private static func recur(_ depth: Int) -> Int {
    depth < 0 ? 0 : recur(depth + 1) + depth
  }

  /// The result of running a body, and the variables of the process that started it.
  private struct Result: Codable, Equatable {
    var status: Int32
    var state: UInt32
    var detail: Int32
    var refused: [String]
    var number: Int
    var shared: Int
  }

  @Test(arguments: bodies) func codeInTheSandboxAffectsNothingOutside(_ body: Body) throws {
    #if os(Linux)
      let result = try inForkedProcess(seconds: 200) { try Self.result(of: body.body) }
      let expected = Result(
        status: 0, state: body.state.rawValue, detail: body.detail, refused: body.refused,
        number: 0, shared: 7)
      #expect(result == expected)
    #endif
  }

  #if os(Linux)
    private struct CannotStart: Error {}

    /// Runs `body` in the sandbox. Call this in a process that has one thread.
    private static func result(of body: @convention(c) () -> Void) throws -> Result {
      unsafe number = 0
      unsafe shared[0] = 7
      guard let release = unsafe lk_exported_symbol("swift_release"),
        unsafe lk_break_trial_prepare(release, nil) == 0,
        let shown = unsafe lk_break_trial_map_result(0)
      else { throw CannotStart() }
      defer { unsafe lk_break_trial_unmap_result(shown) }
      let process = unsafe lk_break_trial_start_body(body, shown)
      var status: Int32 = 0
      guard process > 0, unsafe waitpid(process, &status, 0) == process else {
        throw CannotStart()
      }
      return unsafe Result(
        status: status, state: shown.pointee.state, detail: shown.pointee.detail,
        refused: refused(shown.pointee), number: number, shared: shared[0])
    }
  #endif

  private static func refused(_ result: lk_break_trial_result) -> [String] {
    let count = Int(result.refused_count)
    return unsafe withUnsafeBytes(of: result.refused) { bytes in
      unsafe bytes.bindMemory(to: UInt32.self).prefix(count).map { number in
        unsafe lk_system_call_name(number).map { unsafe String(cString: $0) } ?? "\(number)"
      }
    }
  }
}

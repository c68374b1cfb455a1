import Foundation
import Testing

extension HostileProgramTests {
  /// The thread blocks all signals and waits for one, as threads that receive signals usually do.
  @Test func aThreadThatBlocksAllSignalsIsStopped() throws {
    let result = try Self.execLosing(
      """
      let isReady = DispatchSemaphore(value: 0)
      Thread {
        var all = sigset_t(), awaited = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        sigemptyset(&awaited)
        sigaddset(&awaited, SIGUSR2)
        isReady.signal()
        var signal: Int32 = 0
        sigwait(&awaited, &signal)
        print("woken")
      }.start()
      isReady.wait()
      usleep(20_000)
      print("done")
      """)
    Self.expectFound(result)
  }

  /// libdispatch keeps the first thread waiting, so no thread has to check whether it is the last
  /// one.
  @Test func noThreadPollsInDispatchMain() throws {
    let result = try Self.execLosing(
      """
      func switches() -> Int {
        let tasks = try! FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        return tasks.reduce(0) { sum, task in
          guard task != String(getpid()),
            let text = try? String(
              contentsOfFile: "/proc/self/task/" + task + "/status", encoding: .utf8),
            let line = text.split(whereSeparator: { $0.isNewline }).first(where: {
              $0.hasPrefix("voluntary_ctxt_switches")
            })
          else { return sum }
          return sum + Int(line.split(whereSeparator: { $0.isWhitespace }).last!)!
        }
      }
      Thread {
        usleep(200_000)
        let before = switches()
        usleep(500_000)
        print(switches() - before < 10 ? "done" : "polled")
        exit(0)
      }.start()
      dispatchMain()
      """)
    Self.expectFound(result)
  }

  /// The program blocks signals with a system call of its own, which also blocks the signals that
  /// the C library reserves for itself.
  @Test func aWaitingThreadThatCannotBeSignaledIsSearched() throws {
    let result = try Self.execLosing(
      """
      final class Kept { var other: Kept? }
      let isReady = DispatchSemaphore(value: 0)
      Thread {
        let kept = Kept()
        var all = ~UInt64(0)
        _ = syscall4(14, 0, UInt(bitPattern: withUnsafeMutablePointer(to: &all) { Int(bitPattern: $0) }), 0, 8)
        isReady.signal()
        withExtendedLifetime(kept) { _ = sleep(1_000) }
      }.start()
      isReady.wait()
      usleep(20_000)
      print("done")

      func syscall4(_ number: Int, _ a: UInt, _ b: UInt, _ c: UInt, _ d: UInt) -> Int {
        typealias Call = @convention(c) (Int, UInt, UInt, UInt, UInt) -> Int
        let address = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "syscall")
        return unsafeBitCast(address, to: Call.self)(number, a, b, c, d)
      }
      """)
    Self.expectFound(result)
  }

  /// A signal handler, whatever its flags, would make these calls fail. A thread whose call failed
  /// would continue before the analysis is finished, because the program has so many objects.
  @Test(arguments: [
    "pause()", "poll(nil, 0, -1)", "select(0, nil, nil, nil, nil)", "Int32(sleep(1_000))",
    "usleep(900_000_000)",
  ])
  func aBlockingCallDoesNotReturnDuringTheAnalysis(call: String) throws {
    let result = try Self.execLosing(
      """
      final class Pad { var number = 1 }
      nonisolated(unsafe) var pads: [Pad] = []
      for _ in 0..<300_000 { pads.append(Pad()) }
      Thread.detachNewThread {
        usleep(50_000)
        print("done")
        exit(0)
      }
      _ = \(call)
      print("woken")
      """)
    Self.expectFound(result)
  }

  @Test func aRunningThreadThatCannotBeSignaledIsReported() throws {
    let result = try Self.execLosing(
      """
      let isReady = DispatchSemaphore(value: 0)
      Thread {
        var all = ~UInt64(0)
        typealias Call = @convention(c) (Int, UInt, UnsafeMutablePointer<UInt64>, UInt, UInt) -> Int
        let address = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "syscall")
        _ = unsafeBitCast(address, to: Call.self)(14, 0, &all, 0, 8)
        isReady.signal()
        var number = 0
        while true { number &+= 1 }
      }.start()
      isReady.wait()
      print("done")
      """, within: 120)
    Self.expectInconclusive(
      result, because: "1 other thread kept running and blocked all signals")
  }

  @Test func thousandsOfThreadsAreStopped() throws {
    let result = try Self.execLosing(
      """
      for _ in 0..<3000 {
        let isReady = DispatchSemaphore(value: 0)
        let thread = Thread { isReady.signal(); sleep(1_000) }
        thread.stackSize = 128 << 10
        thread.start()
        isReady.wait()
      }
      print("done")
      """, within: 120)
    Self.expectFound(result)
  }

  /// Some threads are stopped inside the allocator, while they hold its locks.
  @Test func threadsThatAllocateAtTheEndAreStopped() throws {
    let result = try Self.execLosing(
      """
      for _ in 0..<300 {
        let thread = Thread {
          while true {
            let blocks = (1..<50).map { malloc(100 + $0 * 40) }
            for block in blocks { free(block) }
          }
        }
        thread.stackSize = 128 << 10
        thread.start()
      }
      usleep(300_000)
      print("done")
      """, within: 120)
    Self.expectFound(result)
  }

  @Test func anInterruptedReadDoesNotReturn() throws {
    let result = try Self.execLosing(
      """
      let isReady = DispatchSemaphore(value: 0)
      let ends = pipe()
      func pipe() -> [Int32] { var ends: [Int32] = [0, 0]; Foundation.pipe(&ends); return ends }
      Thread {
        var byte: UInt8 = 0
        isReady.signal()
        let count = read(ends[0], &byte, 1)
        print("read \\(count)")
      }.start()
      isReady.wait()
      usleep(20_000)
      print("done")
      """)
    Self.expectFound(result)
  }
}

import CRecorder
package import Foundation

/// A type that runs code in a fork of this process.
///
/// The forked process contains a copy of the memory at the moment of the fork, and only the calling
/// thread. It can therefore walk a heap while the other threads of the original process continue.
/// Only the fork itself delays them.
///
/// If another thread held a lock of the Swift runtime during the fork, the lock stays locked in the
/// forked process. A forked process that waits for such a lock, or is idle, is killed, and the
/// original process is forked again. A forked process that is still busy at the deadline is killed
/// and not replaced, because another one would not be faster.
///
/// Several threads can fork the process at the same time.
///
/// To analyze a whole program, which may be ending, use ``ProgramAnalysis``.
package enum ForkedProcess {
  package enum Failure: Error, CustomStringConvertible {
    case cannotFork(errno: Int32)
    case noAnswer(attempts: Int)
    case stillBusy(seconds: Int)
    /// The analysis crashed. `code` contains the name of the function that crashed, if it is known,
    /// the library with the offset of the instruction, and the address that could not be accessed.
    /// It is empty if the library is unknown.
    case crashed(signal: Int32, phase: String, code: String)

    package var description: String {
      switch self {
      case .cannotFork(let code):
        "the process cannot be forked for the analysis: \(unsafe String(cString: strerror(code)))"
      case .noAnswer(let attempts):
        "the analysis returned no result in \(attempts) attempts: each forked process failed, or "
          + "waited for a lock that another thread holds"
      case .stillBusy(let seconds): "the analysis took longer than \(seconds) s"
      case .crashed(let signal, let phase, let code):
        "the analysis crashed with \(SignalName.description(of: signal)) while \(phase.isEmpty ? "starting" : phase)"
          + (code.isEmpty ? "" : ", in \(code)")
      }
    }
  }

  /// Runs `body` in a forked process and returns the bytes that `body` returns.
  ///
  /// - Parameters:
  ///   - deadline: The maximum duration of one forked process in seconds.
  ///   - attempts: The maximum number of forked processes. A process that crashed is not counted if
  ///     the next one may succeed, for example because the next one leaves out the object that the
  ///     crashed process was reading.
  ///   - dumpFolder: The folder in which a crash of a forked process leaves a memory dump; `nil`
  ///     for none.
  /// - Throws: ``Failure``.
  package static func answer(
    within deadline: Double, attempts: Int = 8, dumpFolder: String? = nil, _ body: () -> Data
  ) throws -> Data {
    let dumpFolder = unsafe dumpFolder.map { unsafe strdup($0) } ?? nil
    defer { unsafe free(dumpFolder) }
    let note = unsafe lk_new_crash_note()
    defer { unsafe lk_free_crash_note(note) }
    var attempt = 0
    while attempt < attempts {
      // A thread may still hold the lock that blocked the last forked process. Give the thread time
      // to release the lock.
      Thread.sleep(forTimeInterval: 0.02 * Double(attempt))
      if let data = try unsafe answerOfOneFork(within: deadline, dumpFolder, note, body) {
        return data
      }
      if let note = unsafe note, unsafe note.pointee.signal != 0,
        unsafe lk_should_retry_after_crash(note)
      {
        continue
      }
      attempt += 1
    }
    throw unsafe note.flatMap { unsafe crash(in: $0) } ?? .noAnswer(attempts: attempts)
  }

  /// Returns the crash of the last forked process; `nil` if that process did not crash.
  private static func crash(in note: UnsafeMutablePointer<lk_crash_note>) -> Failure? {
    var note = unsafe note.pointee
    guard note.signal != 0 else { return nil }
    let phase = unsafe withUnsafeBytes(of: &note.phase) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    // The forked process has the same address-space layout as this process, so this process can
    // find the name of the code that crashed.
    var name = [CChar](repeating: 0, count: 1_024)
    unsafe lk_name_code(note.code, &name, name.count)
    let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let address = String(note.address, radix: 16)
    return .crashed(
      signal: note.signal, phase: phase,
      code: text.isEmpty ? "" : "\(text), at address 0x\(address)")
  }

  /// The closure that the forked process runs, and the descriptor to which it writes the result.
  private struct Request {
    var body: () -> Data
    var descriptor: Int32
  }

  private static func answerOfOneFork(
    within deadline: Double, _ dumpFolder: UnsafePointer<CChar>?,
    _ note: UnsafeMutablePointer<lk_crash_note>?, _ body: () -> Data
  ) throws -> Data? {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw Failure.cannotFork(errno: errno)
    }
    defer { close(ends[0]) }
    if let note = unsafe note { unsafe lk_renew_crash_note(note) }
    let process = withoutActuallyEscaping(body) { body in
      var request = Request(body: body, descriptor: ends[1])
      return unsafe withUnsafeMutablePointer(to: &request) { request in
        // The forked process may use the pointer, because it has a copy of this process's memory.
        var task = unsafe lk_child_task(
          body: { state in
            guard let request = unsafe state?.assumingMemoryBound(to: Request.self).pointee
            else { return 1 }
            return ForkedProcess.send(request.body(), to: request.descriptor) ? 0 : 1
          }, state: request, kept: ends[1], dump_folder: dumpFolder, note: note)
        return unsafe lk_start_child(&task)
      }
    }
    let code = errno
    close(ends[1])
    guard process > 0 else { throw Failure.cannotFork(errno: code) }
    let end = Date(timeIntervalSinceNow: deadline)
    let data = read(ends[0], until: end, from: process)
    let isLate = data == nil && end.timeIntervalSinceNow <= 0
    if data == nil { kill(process, SIGKILL) }
    let ending = lk_reap_child(process, true)
    if isLate { throw Failure.stillBusy(seconds: Int(deadline)) }
    return ending.status == 0 && ending.signal == 0 ? data : nil
  }

  private static func send(_ answer: Data, to descriptor: Int32) -> Bool {
    var rest = answer[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { bytes in
        unsafe write(descriptor, bytes.baseAddress, bytes.count)
      }
      if written <= 0 && errno != EINTR { return false }
      rest = rest.dropFirst(max(0, written))
    }
    return true
  }

  /// Returns all bytes up to the end of the stream. Returns `nil` if the deadline passes first or
  /// if reading fails. Also returns `nil` if `process` is idle, or if it waits for a thread that
  /// exists only in the original process.
  private static func read(_ descriptor: Int32, until end: Date, from process: pid_t) -> Data? {
    var answer = Data()
    var progress = lk_child_progress()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // The time in milliseconds is rounded up, so that it is 0 only after the deadline.
      let remaining = Int32(min(10, max(0, (end.timeIntervalSinceNow * 1000).rounded(.up))))
      let ready = unsafe poll(&request, 1, remaining)
      if ready < 0 && errno == EINTR { continue }
      if ready == 0, remaining > 0, unsafe !lk_child_is_stuck(process, &progress) { continue }
      guard ready > 0 else { return nil }
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe Foundation.read(descriptor, bytes.baseAddress, bytes.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? answer : nil }
      answer.append(contentsOf: buffer[..<count])
    }
  }
}

import CRecorder
package import Foundation

/// Runs code in a copy of this process, where nothing moves.
///
/// The copy has the memory of one moment and only the calling thread, so a heap can be
/// walked in it while the original goes on; what the original pays is the time of
/// `fork()`. A lock of the Swift runtime that another thread held at that moment stays
/// locked in the copy: a copy that asks for it, or that does nothing, is given up and another
/// one made. One that is busy at the deadline is given up for good, as another would be no
/// faster.
package enum ForkedProcess {
  package enum Failure: Error, CustomStringConvertible {
    case cannotFork(errno: Int32)
    case noAnswer(attempts: Int)
    case stillBusy(seconds: Int)
    case crashed(signal: Int32, phase: String)

    package var description: String {
      switch self {
      case .cannotFork(let code):
        "cannot copy the process: \(unsafe String(cString: strerror(code)))"
      case .noAnswer(let attempts): "no answer from a copy of the process in \(attempts) attempts"
      case .stillBusy(let seconds): "looking at its objects took longer than \(seconds) s"
      case .crashed(let signal, let phase):
        "the analysis crashed with signal \(signal) while \(phase.isEmpty ? "starting" : phase) "
          + "(LEAKCHECK_KEEP=DIR keeps a memory dump of it)"
      }
    }
  }

  /// What `body` returned in a copy of the process.
  ///
  /// - Parameters:
  ///   - deadline: Seconds that one copy may take.
  ///   - attempts: Copies made before giving up.
  /// - Throws: ``Failure``.
  package static func answer(
    within deadline: Double, attempts: Int = 8, _ body: () -> Data
  ) throws -> Data {
    for attempt in 0..<attempts {
      // Whoever has the lock that the last copy waited for may need a while.
      Thread.sleep(forTimeInterval: 0.02 * Double(attempt))
      if let data = try answerOfOneCopy(within: deadline, stopsThreads: false, { _ in body() }) {
        return data
      }
    }
    throw lastCrash ?? Failure.noAnswer(attempts: attempts)
  }

  /// What `body` returned in a copy that was made while the other threads stood still.
  ///
  /// Only for a program that is ending: see ``StoppedThreads``. `body` is told whether they
  /// did; where they do not in some attempts it has to do without. A copy that crashes does so
  /// again, and is no reason to do without.
  package static func answerOfStoppedProgram(
    within deadline: Double, attempts: Int = 5, _ body: (_ isStill: Bool) -> Data?
  ) throws -> Data {
    for attempt in 1...attempts {
      let data = try answerOfOneCopy(within: deadline, stopsThreads: attempt < attempts) {
        isStill in
        isStill || attempt >= attempts - 1 ? body(isStill) : nil
      }
      if let data { return data }
      if let lastCrash, attempt > 1 { throw lastCrash }
    }
    throw lastCrash ?? Failure.noAnswer(attempts: attempts)
  }

  /// How the last copy crashed, if it did.
  private static var lastCrash: Failure? {
    var note = lk_last_crash()
    guard note.signal != 0 else { return nil }
    let phase = unsafe withUnsafeBytes(of: &note.phase) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return .crashed(signal: note.signal, phase: phase)
  }

  /// Writes how the last copy crashed to a file, if it did. For a signal's handler.
  package static func writeLastCrash(to path: UnsafePointer<CChar>) {
    unsafe lk_write_last_crash(path)
  }

  /// The folder in which a crash of an analysis leaves what is needed to look into it.
  ///
  /// Written once, before any copy is made; never freed, since handlers use it.
  nonisolated(unsafe) private static var dumpFolder: UnsafeMutablePointer<CChar>?

  /// Has a crash of an analysis leave a memory dump and the list of mappings in a folder.
  ///
  /// To be called before `main`.
  package static func keepCrashes(in folder: String) {
    unsafe dumpFolder = strdup(folder)
  }

  /// Runs `body` in a copy made within a signal's handler; returns whether it was successful.
  ///
  /// - Parameters:
  ///   - context: What the handler was given of the interrupted code.
  ///   - body: Gets the lowest address of its stack that the code uses, and whether the other
  ///     threads stood still.
  package static func runInHandler(
    _ context: UnsafeRawPointer?, _ body: @convention(c) (UInt, Bool) -> Bool
  ) -> Bool {
    guard let context = unsafe context else { return false }
    return unsafe lk_run_in_copy(context, dumpFolder, body)
  }

  private static func answerOfOneCopy(
    within deadline: Double, stopsThreads: Bool, _ body: (_ isStill: Bool) -> Data?
  ) throws -> Data? {
    let pipe = Pipe()
    _ = lk_prepare_crash_note()
    let (copy, isStill) = stopsThreads ? StoppedThreads.during { lk_fork() } : (lk_fork(), false)
    if copy < 0 { throw Failure.cannotFork(errno: errno) }
    if copy == 0 {
      // A crash in the copy must not run the program's handlers.
      unsafe lk_note_own_crash(dumpFolder)
      guard let answer = body(isStill) else { _exit(1) }
      answerAndExit(answer, to: pipe.fileHandleForWriting.fileDescriptor)
    }
    try? pipe.fileHandleForWriting.close()
    let end = Date(timeIntervalSinceNow: deadline)
    let data = read(pipe.fileHandleForReading.fileDescriptor, until: end, from: copy)
    let isLate = data == nil && end.timeIntervalSinceNow <= 0
    if data == nil { kill(copy, SIGKILL) }
    var status: Int32 = 0
    while unsafe waitpid(copy, &status, 0) == -1 && errno == EINTR {}
    if isLate { throw Failure.stillBusy(seconds: Int(deadline)) }
    return status == 0 ? data : nil
  }

  /// No handler that the program registered for its exit may run in the copy.
  private static func answerAndExit(_ answer: Data, to descriptor: Int32) -> Never {
    var rest = answer[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { bytes in
        unsafe write(descriptor, bytes.baseAddress, bytes.count)
      }
      if written <= 0 && errno != EINTR { _exit(1) }
      rest = rest.dropFirst(max(0, written))
    }
    _exit(0)
  }

  /// All bytes up to the end; `nil` where the end does not come in time.
  private static func read(_ descriptor: Int32, until end: Date, from copy: pid_t) -> Data? {
    var answer = Data()
    var progress = Progress(of: copy)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let remaining = Int32(min(100, max(0, end.timeIntervalSinceNow * 1000)))
      let ready = unsafe poll(&request, 1, remaining)
      if ready < 0 && errno == EINTR { continue }
      if ready == 0, remaining > 0, !progress.hasStopped() { continue }
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

/// Whether a process still does something: it uses the processor, or waits for a tool.
private struct Progress {
  /// Looks in a row, a tenth of a second apart, without anything done.
  private static let patience = 10

  private let process: pid_t
  private var timeUsed = ""
  private var idleLooks = 0

  init(of process: pid_t) { self.process = process }

  /// Nothing was done for a second: a lock that nobody will unlock is waited for.
  ///
  /// Where the system does not tell, this is never so.
  mutating func hasStopped() -> Bool {
    guard let line = SystemFile.text("/proc/\(process)/stat"),
      let children = SystemFile.text("/proc/\(process)/task/\(process)/children")
    else { return false }
    // Behind the name in brackets stand the state and, 11 fields on, user and system time.
    let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12 else { return false }
    let used = fields[11...12].joined(separator: " ")
    let isIdle = used == timeUsed && fields[0] == "S" && children.isEmpty
    timeUsed = used
    idleLooks = isIdle ? idleLooks + 1 : 0
    return idleLooks >= Self.patience
  }
}

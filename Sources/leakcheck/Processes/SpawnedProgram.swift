import CRecorder
import Foundation
import Reporting
import Synchronization

/// A program that runs on behalf of this process: in the same terminal, with the same input and
/// output, and with the signals that this process receives.
///
/// A supervisor process between this process and the program keeps track of every process that the
/// program starts. If this process is killed, the supervisor ends those processes.
final class SpawnedProgram {
  /// The way in which the program ended.
  enum Ending: Equatable {
    case status(Int32)
    case signal(Int32)
  }

  /// The descriptor of the supervisor, through which signals are passed on; -1 for none.
  private static let current = Atomic<Int32>(-1)
  /// The first signal that requested the end of this process; 0 if there was none.
  private static let firstSignal = Atomic<Int32>(0)
  /// The time of ``firstSignal``, in nanoseconds of the monotonic clock; 0 if there was none.
  private static let firstSignalTime = Atomic<UInt64>(0)
  /// The time within which further signals count as the same request, in nanoseconds: timeout(1)
  /// sends its signal to the process and then to the process's group. A person takes longer to
  /// press Ctrl-C twice on purpose.
  private static let requestDuration: UInt64 = 250_000_000
  /// A Boolean value indicating whether this process was requested to end more than once.
  private static let hasBeenRepeated = Atomic(false)
  private static let hasPassedOn = Atomic<Bool>(false)
  /// The signals from other processes that are not yet passed on, one bit for each. A signal can
  /// arrive before the supervisor is started.
  private static let pending = Atomic<UInt64>(0)

  private let supervisor: Int32
  /// The way in which the program itself ended; `nil` while it runs.
  private(set) var ending: Ending?
  /// The processes with system call filters that the recorder did not detect. These processes
  /// are not examined and write no report.
  private(set) var undetectedFilters: [pid_t] = []
  /// A Boolean value indicating whether the program and all processes that it started have ended.
  private(set) var isOver = false

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - name: The program's `argv[0]`.
  ///   - folder: The folder of the program's reports.
  ///   - signalsDescendants: A Boolean value indicating whether signals are also passed on to the
  ///     processes that the program starts.
  /// - Throws: ``CommandError`` if the program cannot be started.
  init(
    _ executable: URL, name: String, arguments: [String], environment: [String: String],
    folder: URL, signalsDescendants: Bool
  ) throws(CommandError) {
    Self.passSignalsOn()
    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let supervisor = unsafe Self.withCStrings([name] + arguments) { words in
      unsafe Self.withCStrings(variables) { variables in
        unsafe executable.path.withCString { path in
          unsafe folder.path.withCString { folder in
            // The supervisor may use these pointers, because it is forked during the call and gets
            // a copy of the memory.
            var program = unsafe lk_supervised_program(
              path: path, arguments: words, environment: variables, folder: folder,
              signals_descendants: signalsDescendants)
            return unsafe lk_supervise(&program)
          }
        }
      }
    }
    guard supervisor >= 0 else {
      throw CommandError(
        "'\(executable.path)' cannot be started: \(SystemError.message(for: errno))")
    }
    self.supervisor = supervisor
    Self.current.store(supervisor, ordering: .sequentiallyConsistent)
    Self.passOnPendingSignals()
  }

  /// The number of milliseconds between two searches for new reports of a running program. Each
  /// search takes processor time from a program that uses all processors.
  private static let interval: Int32 = 50

  /// Waits for an event from the supervisor, and records the event. The wait ends early if a signal
  /// arrives. It lasts at most ``interval`` milliseconds.
  ///
  /// - Throws: ``CommandError`` if the program could not be started.
  func update() throws(CommandError) {
    let event = lk_supervisor_next(supervisor, isOver ? 0 : Self.interval)
    switch event.kind {
    case lk_supervisor_program_ended:
      let status = event.value
      ending = status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
    case lk_supervisor_all_ended: isOver = true
    case lk_supervisor_undetected_filters: undetectedFilters.append(event.value)
    case lk_supervisor_not_started:
      throw CommandError("the program cannot be started: \(SystemError.message(for: event.value))")
    case lk_supervisor_lost:
      ending = ending ?? .signal(SIGKILL)
      isOver = true
    default: break
    }
  }

  /// The signal that requested the end of this process; `nil` if there was none.
  static var signalReceived: Int32? {
    let signal = firstSignal.load(ordering: .acquiring)
    return signal == 0 ? nil : signal
  }

  /// A Boolean value indicating whether a signal was passed on to the program. A signal from the
  /// terminal reaches the program directly.
  static var isPassedOn: Bool { hasPassedOn.load(ordering: .acquiring) }

  /// A Boolean value indicating whether this process was requested to end more than once. Signals
  /// that arrive within a quarter of a second after the first one do not count.
  static var isUrgent: Bool { hasBeenRepeated.load(ordering: .acquiring) }

  /// Kills the program and all processes that it started.
  func killAll() {
    lk_supervisor_kill(supervisor)
    isOver = true
  }

  /// Ends the supervision of processes that still run.
  func release() {
    Self.current.store(-1, ordering: .releasing)
    lk_supervisor_release(supervisor)
  }

  /// `SIG_IGN` as a number, because function pointers cannot be compared.
  private static let ignoring = 1

  /// The signals that request the end of this process. A signal that was ignored when this process
  /// started remains ignored.
  private static let passedOn = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Installs handlers for the signals in ``passedOn``. If another process sent the signal, the
  /// handler passes it on to the program. A signal from the terminal reaches the program directly.
  private static func passSignalsOn() {
    for signal in passedOn {
      var before = sigaction()
      guard unsafe sigaction(signal, nil, &before) == 0,
        unsafe unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) != Self.ignoring
      else { continue }
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_sigaction = { signal, info, _ in
        SpawnedProgram.noteRequest(signal)
        // The code is 0 or negative (SI_USER, SI_TKILL) if a process, not the kernel, sent it.
        if let code = unsafe info?.pointee.si_code, code <= 0 {
          SpawnedProgram.pending.bitwiseOr(1 << UInt64(signal), ordering: .sequentiallyConsistent)
          SpawnedProgram.passOnPendingSignals()
        }
      }
      action.sa_flags = SA_SIGINFO | SA_RESTART
      unsafe sigaction(signal, &action, nil)
    }
  }

  /// Records that a signal has requested the end of this process. A signal handler may call this
  /// function at any moment.
  private static func noteRequest(_ signal: Int32) {
    let none: Int32 = 0
    _ = firstSignal.compareExchange(
      expected: none, desired: signal, ordering: .acquiringAndReleasing)
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    let now = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    let (isFirst, first) = firstSignalTime.compareExchange(
      expected: 0, desired: now, ordering: .acquiringAndReleasing)
    if !isFirst, now > first + requestDuration {
      hasBeenRepeated.store(true, ordering: .releasing)
    }
  }

  /// Passes on the pending signals if the supervisor is started. A signal handler may call this
  /// function at any moment.
  private static func passOnPendingSignals() {
    let supervisor = current.load(ordering: .sequentiallyConsistent)
    guard supervisor >= 0 else { return }
    var signals = pending.exchange(0, ordering: .sequentiallyConsistent)
    while signals != 0 {
      hasPassedOn.store(true, ordering: .releasing)
      lk_supervisor_signal(supervisor, Int32(signals.trailingZeroBitCount))
      signals &= signals - 1
    }
  }

  private static func withCStrings<Value>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Value
  ) -> Value {
    var words: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    return unsafe words.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("a list is never empty") }
      return unsafe body(start)
    }
  }
}

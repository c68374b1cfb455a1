import CRecorder
import ExecProtocol
import Foundation
import HeapWalking
import Synchronization

/// A thread that waits until a report is due.
///
/// A signal may arrive inside the allocator, where few functions may be called. The signal handler
/// therefore only wakes this thread. After the report, the signal ends the program as usual, unless
/// it is the signal that requests a report while the program runs. If the program sets its own
/// handler for SIGINT, SIGTERM or SIGHUP, that handler replaces the library's.
///
/// The C library's allocator takes locks as soon as there is a second thread. These locks take a
/// third of the time of a program that only allocates. Therefore this thread starts just before the
/// program's second thread. Until then, the signal handler itself forks the process that makes the
/// report. With the options `--at` and `--after`, this thread starts before the program.
enum SignalThread {
  /// The signals that arrived and have not been handled yet, one bit for each.
  private static let arrived = Atomic<UInt64>(0)
  /// The signal that arrived in a thread while that thread made the report; 0 if there is none.
  private static let delayed = Atomic<Int32>(0)
  nonisolated(unsafe) private static let alarm: UnsafeMutablePointer<sem_t> = {
    let alarm = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    unsafe sem_init(alarm, 0, 0)
    return unsafe alarm
  }()
  private static let request = Mutex<ExecRequest?>(nil)
  /// A Boolean value indicating whether the first thread has ended. The program then ends when the
  /// last of its other threads ends.
  private static let hasFirstThreadLeft = Atomic<Bool>(false)
  /// The interval, in seconds, at which this thread checks whether other threads still exist. The
  /// checks begin when the first thread has ended.
  private static let checkInterval = 0.02

  private static let isRunning = Atomic<Bool>(false)
  /// The signal that requests a report; 0 if there is none. The program's threads block it as soon
  /// as this thread runs.
  private static let requestedSignal = Atomic<Int32>(0)
  private static let isWithdrawn = Atomic<Bool>(false)
  /// The address of the signal handler.
  private static let handler = Atomic<UInt>(0)

  static func start(for request: ExecRequest) {
    Self.request.withLock { $0 = request }
    _ = unsafe alarm
    // A program without Swift, such as a shell or an interpreter, may test whether the action of a
    // signal is the default action.
    if ProgramRuntime.isUsedByProgramOrLibrary {
      [SIGINT, SIGTERM, SIGHUP].forEach(handleByDefault)
    }
    if let signal = request.signal {
      requestedSignal.store(signal, ordering: .releasing)
      handle(signal)
    }
    StoppedThreads.atFirstThreadsExit {
      SignalThread.run()
      guard !StoppedThreads.isFirstInDispatchMain else { return }
      SignalThread.hasFirstThreadLeft.store(true, ordering: .releasing)
      unsafe sem_post(SignalThread.alarm)
    }
    if request.signal != nil || request.seconds != nil {
      run()
      StoppedThreads.atThreadCreation(second: nil)
    } else {
      StoppedThreads.atThreadCreation { SignalThread.run() }
    }
  }

  /// Resets the state in a process that the program forked. This thread does not exist in that
  /// process, so the signal handlers themselves make the reports there.
  static func beginInForkedProcess() {
    setBlocked(false, requestedSignal.load(ordering: .acquiring))
    isRunning.store(false, ordering: .releasing)
    hasFirstThreadLeft.store(false, ordering: .releasing)
  }

  /// Starts the thread, unless it is running.
  private static func run() {
    guard !isRunning.load(ordering: .acquiring),
      let request = request.withLock({ $0 })
    else { return }
    // This thread blocks signals so that the program's threads receive them. It does not block the
    // signal that stops threads.
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe sigdelset(&all, SIGPROF)
    if let signal = request.signal {
      // Only this thread receives the requested signal, so the signal interrupts no call of the
      // program.
      unsafe sigdelset(&all, signal)
    }
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    var thread = pthread_t()
    if unsafe pthread_create(&thread, nil, { _ in unsafe SignalThread.wait() }, nil) == 0 {
      pthread_detach(thread)
      isRunning.store(true, ordering: .releasing)
    }
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    setBlocked(true, request.signal ?? 0)
  }

  /// Blocks or unblocks a signal in the calling thread. Threads that the calling thread creates
  /// later inherit the setting. 0 stands for no signal.
  private static func setBlocked(_ isBlocked: Bool, _ signal: Int32) {
    guard signal != 0 else { return }
    var one = sigset_t()
    unsafe sigemptyset(&one)
    unsafe sigaddset(&one, signal)
    unsafe pthread_sigmask(isBlocked ? SIG_BLOCK : SIG_UNBLOCK, &one, nil)
  }

  /// Installs the signal handler for a signal whose action is the default action. If the program
  /// was started with the signal ignored, the signal stays ignored.
  private static func handleByDefault(_ signal: Int32) {
    var current = sigaction()
    guard unsafe sigaction(signal, nil, &current) == 0,
      unsafe current.__sigaction_handler.sa_handler == nil
    else { return }
    handle(signal)
  }

  /// Removes the handlers of the signals, unless the program replaced them. No further reports are
  /// made.
  static func withdraw() {
    isWithdrawn.store(true, ordering: .releasing)
    // The signal that requests a report is ignored from now on, because its default action would
    // end the program.
    let requested = request.withLock { $0?.signal }
    for signal in Set([SIGINT, SIGTERM, SIGHUP, requested].compactMap { $0 }) {
      var current = sigaction()
      guard unsafe sigaction(signal, nil, &current) == 0,
        unsafe unsafeBitCast(current.__sigaction_handler, to: UInt.self)
          == handler.load(
            ordering: .relaxed)
      else { continue }
      Foundation.signal(signal, signal == requested ? SIG_IGN : SIG_DFL)
    }
  }

  private static func handle(_ signal: Int32) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_sigaction = { unsafe SignalThread.take($0, $2) }
    unsafe handler.store(
      unsafeBitCast(action.__sigaction_handler, to: UInt.self), ordering: .relaxed)
    action.sa_flags = SA_RESTART | SA_SIGINFO
    unsafe sigfillset(&action.sa_mask)
    unsafe sigaction(signal, &action, nil)
  }

  /// Handles a signal; called by the signal handler. After a signal that ends the program, the
  /// interrupted code does not continue, unless it was making the report.
  private static func take(_ signal: Int32, _ context: UnsafeRawPointer?) {
    guard ProgramReport.isProgramsProcess else {
      // A process created by vfork shares the memory of the program, but not its threads.
      return raiseWithDefaultAction(signal)
    }
    let isRequested = signal == requestedSignal.load(ordering: .acquiring)
    if !isRequested, lk_is_analyzing() {
      // The report would be lost, or never end, if the signal took effect now.
      delayed.store(signal, ordering: .releasing)
      return
    }
    guard isRunning.load(ordering: .acquiring) else {
      unsafe ProgramReport.writeInHandler(context, at: isRequested ? .signal : .end)
      // The signal is blocked until the handler returns, and takes effect then.
      if !isRequested { raiseWithDefaultAction(signal) }
      return
    }
    arrived.bitwiseOr(1 << UInt64(signal), ordering: .acquiringAndReleasing)
    unsafe sem_post(alarm)
    // The thread that makes the report ends the process.
    while !isRequested, !isWithdrawn.load(ordering: .acquiring) { pause() }
    if !isRequested { raiseWithDefaultAction(signal) }
  }

  /// Raises the signal that arrived while the calling thread made the report, so that the signal
  /// takes effect now.
  static func raiseDelayedSignal() {
    let signal = delayed.exchange(0, ordering: .acquiring)
    if signal != 0 { raiseWithDefaultAction(signal) }
  }

  private static func wait() -> UnsafeMutableRawPointer? {
    AllocationRecord.begin(.analysis)
    let request = Self.request.withLock { $0 }
    var deadline = request?.seconds.map { Date(timeIntervalSinceNow: $0) }
    while true {
      let isWatching = hasFirstThreadLeft.load(ordering: .acquiring)
      // This thread must not keep the program alive: without this thread, the C library would have
      // ended the program by now.
      let isOver = isWithdrawn.load(ordering: .acquiring)
      if isWatching, !isOver, StoppedThreads.isLastThread { exit(0) }
      let check = isWatching && !isOver ? Date(timeIntervalSinceNow: checkInterval) : nil
      let isWoken = wait(until: [deadline, check].compactMap { $0 }.min())
      if isWithdrawn.load(ordering: .acquiring) {
        deadline = nil
        continue
      }
      if !isWoken, let due = deadline, due <= Date() {
        deadline = nil
        ProgramReport.writeNow(at: .time)
        continue
      }
      handle(arrived.exchange(0, ordering: .acquiring), requested: request?.signal)
    }
  }

  /// Makes the report for signals that arrived. A signal that ends the program is handled first.
  private static func handle(_ signals: UInt64, requested: Int32?) {
    for signal in [SIGTERM, SIGINT, SIGHUP]
    where signal != requested && signals & 1 << UInt64(signal) != 0 {
      if !StoppedThreads.mustAvoidSystemCalls { ProgramReport.writeAtEnd(stack: nil) }
      // The signal may be pending again. While its action is still `take(_:_:)`, unblocking it would
      // make this thread wait for itself.
      Foundation.signal(signal, SIG_DFL)
      setBlocked(false, signal)
      kill(getpid(), signal)
    }
    if signals != 0 { ProgramReport.writeNow(at: .signal) }
  }

  /// Waits until this thread is woken, by a signal handler or at the end of the first thread;
  /// returns `false` if the deadline is reached first.
  private static func wait(until deadline: Date?) -> Bool {
    while true {
      let status: Int32
      if let deadline {
        let seconds = deadline.timeIntervalSince1970
        var time = timespec(
          tv_sec: Int(seconds), tv_nsec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1e9))
        status = unsafe sem_timedwait(alarm, &time)
      } else {
        status = unsafe sem_wait(alarm)
      }
      if status == 0 { return true }
      if errno == ETIMEDOUT { return false }
    }
  }

  /// Restores the default action of a signal, which ends the program, and sends the signal to this
  /// process.
  private static func raiseWithDefaultAction(_ signal: Int32) {
    Foundation.signal(signal, SIG_DFL)
    kill(getpid(), signal)
  }
}

import Findings
import CRecorder
import Foundation
import MutantCells
import Scenarios

/// `leakcheck attempt`: runs matrix cells with generated mutants, each mutant in a fork of this
/// process. This subcommand is internal.
///
/// Each line of standard input contains the number of a mutant, followed by the matrix indices of
/// the cells to run. The fork writes the index of each cell before the cell runs. If a cell does
/// not pass, the fork writes `red`, the reason and clues about the cause (see ``RedCell``), and
/// runs a few more cells. After its last cell, the fork writes `end`. When the fork has ended, this
/// process writes `killed` and the signal's number if a signal ended the fork, and then `done`. If
/// this process could not fork, it writes `failed`. A mutant may crash or hang its fork, or corrupt
/// the fork's memory. Other forks are not affected.
///
/// The process has a single thread, so a fork may call any function. Before the first fork, the
/// process runs some cells of each scenario, that is, of each pair of source and operator. The
/// forks then need not repeat the initialization that the first cell of a scenario requires. These
/// cells run on a second thread, which ends before the first fork: when a thread locks a `Mutex`
/// for the first time, the thread's number is stored in thread-local memory
/// (`_swift_stdlib_gettid`). If the first thread had locked a `Mutex`, its forks would use the
/// number of this process's thread, and the kernel would refuse to unlock a mutex for which another
/// thread of the fork waits.
struct AttemptCommand {
  /// The processor time in user mode, and the elapsed time, after which a cell counts as hung.
  ///
  /// If a mutant hangs one cell, it usually hangs every cell that executes it, so these limits
  /// determine the duration of a run over all mutants. The limit on elapsed time is much longer
  /// than the pauses that a mutant may cause; see `MutantSwitch.pause()`.
  private static let (userTime, elapsedTime) = (Duration.milliseconds(700), Duration.seconds(6))

  /// The number of cells to run after the first cell that does not pass, and the time limit for
  /// them. These cells narrow down the lines that the mutant may have changed. The time is limited
  /// because a failing cell often waits for an event that does not happen.
  private static let (furtherCells, furtherTime) = (12, Duration.milliseconds(500))

  init(parsing arguments: [String]) throws(CommandError) {
    if !arguments.isEmpty { throw CommandError("attempt takes no arguments") }
  }

  func run() throws(CommandError) -> Int32 {
    guard let answer = ResultChannel() else {
      throw CommandError(
        "attempt: standard output cannot be redirected, so the result cannot be sent")
    }
    Self.receiveSignals()
    let cells = MutantCells.streamMatrix().cells
    var runner = Self.newRunner
    runOnJoinedThread { Self.prepare(&runner, for: cells) }
    guard Self.hasOneThread else {
      throw CommandError("a cell that is marked as single-threaded started a thread")
    }
    while let line = readLine() {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      guard let number = numbers.first, let mutant = Self.mutants[number] else { continue }
      let fork = lk_fork_single_threaded()
      if fork == 0 {
        Self.attempt(
          mutant, numbers.dropFirst().map { (index: $0, cell: cells[$0]) }, runner, answer)
        _exit(0)
      }
      var status: Int32 = 0
      while fork > 0, unsafe waitpid(fork, &status, 0) == -1 && errno == EINTR {}
      let signal = status & 0x7F
      if fork > 0, signal != 0 { answer.write("killed \(signal)\n") }
      answer.write(fork > 0 ? "done\n" : "failed\n")
    }
    return ExitStatus.clean
  }

  private static let mutants = Dictionary(
    uniqueKeysWithValues: generatedMutants.map { ($0.number, $0) })

  private static var newRunner: CellRunner {
    CellRunner(showsCuts: false, locates: false, onCheck: ExecutedPositions.checked)
  }

  /// Runs some single-threaded cells: the first cell of each scenario and, for each operator, the
  /// first cell that does not end its subscription.
  ///
  /// If a cell does not end its subscription, objects survive, and the runner walks the heap. The
  /// first walks read the symbol tables and the layouts of types. The forks then share this data.
  private static func prepare(_ runner: inout CellRunner, for cells: [Cell]) {
    var scenarios: Set<String> = []
    var controls: Set<String> = []
    for cell in cells where cell.isSingleThreaded {
      let isFirst = scenarios.insert("\(cell.source)/\(cell.operator)").inserted
      let isControl = cell.ending == .none && controls.insert(cell.operator).inserted
      if isFirst || isControl { _ = runner.outcome(of: cell) }
    }
  }

  /// Unblocks all signals, because a signal ends a fork whose cell hangs. Signals are blocked at
  /// first if a thread of a dispatch queue started this process.
  private static func receiveSignals() {
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigprocmask(SIG_SETMASK, &none, nil)
  }

  /// A Boolean value indicating whether this process has a single thread; `true` if the number of
  /// threads is unknown.
  private static var hasOneThread: Bool {
    let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    return threads.map { $0.count == 1 } ?? true
  }

  private static func attempt(
    _ mutant: GeneratedMutant, _ cells: [(index: Int, cell: Cell)], _ runner: CellRunner,
    _ answer: ResultChannel
  ) {
    var runner = runner
    mutant.plant()
    var further = furtherCells
    var firstRed: ContinuousClock.Instant?
    for (index, cell) in cells {
      answer.write("\(index)\n")
      limit()
      ExecutedPositions.forget()
      let outcome = runner.outcome(of: cell)
      if outcome.report.verdict != .pass {
        firstRed = firstRed ?? .now
        let red = RedCell(
          outcome, positions: ExecutedPositions.all,
          positionsBeforeFailure: ExecutedPositions.beforeFailure)
        let report = outcome.report
        answer.write(red.lines(reason: "\(report.verdict.rawValue) \(report.reason)"))
      }
      if let firstRed {
        further -= 1
        if further < 0 || ContinuousClock.now - firstRed > furtherTime { break }
      }
    }
    answer.write("end\n")
  }

  /// Sets the timers that end this process with a signal if the next matrix cell hangs.
  private static func limit() {
    var value = itimerval()
    let (seconds, attoseconds) = userTime.components
    value.it_value.tv_sec = Int(seconds)
    value.it_value.tv_usec = .init(attoseconds / 1_000_000_000_000)
    #if canImport(Glibc)
      unsafe setitimer(__itimer_which_t(ITIMER_VIRTUAL.rawValue), &value, nil)
    #else
      unsafe setitimer(ITIMER_VIRTUAL, &value, nil)
    #endif
    alarm(UInt32(elapsedTime.components.seconds))
  }
}

import CRecorder
import Foundation

/// An object that tries suggested breaks in sandboxed child processes and observes which objects
/// are freed. Each attempt is called a *trial*.
///
/// To break a reference, a trial replaces the word that stores the reference, and releases the
/// referenced object through the runtime. ARC then does the same as in the program: objects are
/// deallocated, their `deinit`s run, and the objects that they retained are released. A `deinit`
/// may run any code, so each trial has its own process and sandbox:
///
/// - A `seccomp` filter allows only system calls that affect nothing outside the process, such as
///   calls that manage private memory, read clocks or information on the process, sleep, end the
///   process, or send signals to it. The `futex` call is emulated. All other system calls fail with
///   `EPERM`, even those that only read data.
/// - Before the trial, shared mappings are replaced with private copies or with inaccessible
///   memory.
/// - Memory is allocated from a private arena and never reused, so no lock of the allocator is
///   needed. Each deallocation is recorded.
/// - The process has only one thread. A wait without a timeout, for a lock or for another thread,
///   ends the trial. A wait with a timeout times out immediately.
/// - A trap ends the trial, and so does the deadline.
///
/// Create an instance only in a forked process that exists for the analysis (``ForkedProcess``),
/// because the initializer changes the handling of SIGCHLD.
package final class BreakExecution {
  /// One reference to break, or one object to release.
  package struct Step: Hashable, Sendable {
    /// The word that stores the reference to break; `nil` to only release ``target``.
    package var slot: ReferenceSlot?
    /// The address of the object to release.
    package var target: UInt
    /// The object to which the word in ``slot`` refers after the trial has broken the reference.
    package var replacement = Replacement.nothing
    /// The number of times that ``target`` is released.
    package var releases = 1
    /// A Boolean value indicating whether the target is a block rather than an object of the Swift
    /// runtime.
    package var isBlock = false

    package init(
      slot: ReferenceSlot?, target: UInt, replacement: Replacement = .nothing, releases: Int = 1,
      isBlock: Bool = false
    ) {
      self.slot = slot
      self.target = target
      self.replacement = replacement
      self.releases = releases
      self.isBlock = isBlock
    }
  }

  /// The object that replaces the target of a reference when a trial breaks the reference.
  package enum Replacement: Sendable {
    /// No object, as in a weak reference whose target was deallocated: the address in the word that
    /// stores the reference is set to zero. If the reference was to the context of a closure, the
    /// address of the closure's code is also set to zero.
    case nothing
    /// The standard library's immortal storage of empty collections.
    case emptyArray, emptyDictionary, emptySet

    fileprivate var symbol: String? {
      switch self {
      case .nothing: nil
      case .emptyArray: "_swiftEmptyArrayStorage"
      case .emptyDictionary: "_swiftEmptyDictionarySingleton"
      case .emptySet: "_swiftEmptySetSingleton"
      }
    }
  }

  /// A set of steps that are tried together.
  package struct Trial: Sendable {
    package var steps: [Step]
    /// The addresses of the objects and blocks to observe.
    package var objects: [UInt]

    package init(steps: [Step], objects: [UInt]) {
      self.steps = steps
      self.objects = objects
    }
  }

  /// The way in which a trial ended.
  package enum End: Hashable, Sendable {
    /// The trial completed all of its steps.
    case finished
    case trapped(signal: Int32)
    /// The program's code would have waited indefinitely for a lock or for another thread.
    case waited
    case exited(status: Int32)
    case killed(signal: Int32)
    case outOfMemory
    case outOfTime
    /// The reference to break was no longer there: the word did not contain the address of the
    /// target.
    case changed
    /// The process could not be started, or a part of the sandbox is unavailable.
    case unavailable(errno: Int32)
  }

  package struct Outcome: Sendable {
    package var end: End
    /// For each observed object, whether it was deallocated or its deinitialization has begun. All
    /// elements are `false` if the trial did not complete its steps. The array is empty if the
    /// trial's process could not be started or ran out of time.
    package var isFreed: [Bool]
    /// The number of objects that existed before the trial and were freed by it.
    package var freedObjects = 0
    /// A Boolean value indicating whether memory was freed twice, for example because an object was
    /// released more often than retained.
    package var hasDoubleFree = false
    /// The number of times that the program's code tried to start or wake another thread, or
    /// submitted work to a queue.
    package var handovers = 0
    /// The names of the system calls that were refused, each once; at most eight.
    package var refusedCalls: [String] = []
  }

  /// The maximum duration of one trial in seconds.
  private let limit: Double
  private let parallelism: Int
  /// The error number if no trial can be run; otherwise 0.
  private let failure: Int32
  private var replacements: [Replacement: UInt] = [:]

  /// Prepares this process for trials.
  ///
  /// - Parameters:
  ///   - limit: The maximum duration of one trial in seconds. While other programs use the
  ///     processors, a trial may take up to eight times as long.
  ///   - parallelism: The maximum number of trials that run at the same time. It is limited to 16.
  package init(limit: Double = 1, parallelism: Int = ProcessInfo.processInfo.activeProcessorCount) {
    self.limit = limit
    self.parallelism = max(1, min(parallelism, Self.maxProcesses))
    let release = unsafe RuntimeSymbol.address(of: "swift_release")?.pointer
    let releaseBlock = unsafe RuntimeSymbol.address(of: "_Block_release")?.pointer
    failure = unsafe lk_break_trial_prepare(release, releaseBlock)
    for replacement in [Replacement.emptyArray, .emptyDictionary, .emptySet] {
      guard let symbol = replacement.symbol else { continue }
      replacements[replacement] = RuntimeSymbol.address(of: symbol)?.bits
    }
  }

  private static let maxProcesses = 16

  /// A trial that is running.
  @safe
  private struct Running {
    var job: Int
    var process: pid_t
    var deadline: ExecutionDeadline
    var result: UnsafeMutablePointer<lk_break_trial_result>
    var objectCount: Int
  }

  /// Runs the trials of several jobs. The trials of one job run one after the other. Trials of
  /// different jobs may run at the same time.
  ///
  /// - Parameters:
  ///   - jobs: The number of jobs. The jobs begin in the order of their numbers.
  ///   - budget: The number of seconds after which no further trial begins. While other programs
  ///     use the processors, this time may be up to three times as long.
  ///   - next: A closure that returns the job's next trial, or `nil` to end the job. It receives
  ///     the outcome of the job's previous trial, or `nil` before the first trial. It also receives
  ///     the outcome of a trial that ends after the time is used up; the trial that it returns then
  ///     does not begin.
  package func execute(
    jobs: Int, budget: Double, next: (_ job: Int, _ outcome: Outcome?) -> Trial?
  ) {
    let end = ExecutionBudget(seconds: budget)
    var running: [Running] = []
    var begun = 0
    func begin(_ job: Int, after outcome: Outcome?) {
      var outcome = outcome
      while let trial = next(job, outcome) {
        guard !end.isUsedUp else { return }
        switch start(trial, job: job) {
        case .success(let started):
          running.append(started)
          return
        case .failure(let failed): outcome = failed.outcome
        }
      }
    }
    while true {
      while running.count < parallelism, begun < jobs, !end.isUsedUp {
        begun += 1
        begin(begun - 1, after: nil)
      }
      if running.isEmpty { return }
      let ended = running.indices.compactMap { index in
        outcome(of: &running[index]).map { (running[index], $0) }
      }
      if ended.isEmpty { usleep(200) }
      for (trial, outcome) in ended {
        running.removeAll { $0.process == trial.process }
        unsafe lk_break_trial_unmap_result(trial.result)
        begin(trial.job, after: outcome)
      }
    }
  }

  private struct StartFailure: Error {
    var outcome: Outcome
  }

  private func start(_ trial: Trial, job: Int) -> Result<Running, StartFailure> {
    func failed(_ code: Int32) -> Result<Running, StartFailure> {
      .failure(StartFailure(outcome: Outcome(end: .unavailable(errno: code), isFreed: [])))
    }
    guard failure == 0 else { return failed(failure) }
    guard let result = unsafe lk_break_trial_map_result(trial.objects.count) else {
      return failed(ENOMEM)
    }
    let steps = trial.steps.map(encoded)
    let process = unsafe steps.withUnsafeBufferPointer { steps in
      unsafe trial.objects.withUnsafeBufferPointer { objects in
        // The child process may use the pointers, because it is forked during this call and has its
        // own copy of the arrays.
        var whole = unsafe lk_break(
          steps: steps.baseAddress, step_count: steps.count, objects: objects.baseAddress,
          object_count: objects.count)
        return unsafe lk_break_trial_start(&whole, result)
      }
    }
    guard process > 0 else {
      let code = errno
      unsafe lk_break_trial_unmap_result(result)
      return failed(code)
    }
    return .success(
      unsafe Running(
        job: job, process: process,
        deadline: ExecutionDeadline(of: process, seconds: limit), result: result,
        objectCount: trial.objects.count))
  }

  private func encoded(_ step: Step) -> lk_break_step {
    lk_break_step(
      slot: step.slot?.address ?? 0, target: step.target,
      replacement: replacements[step.replacement] ?? 0,
      clears_code: step.slot?.followsCode == true && step.replacement == .nothing,
      is_block: step.isBlock, releases: UInt32(clamping: step.releases))
  }

  /// Returns the outcome of the trial; `nil` while it runs.
  private func outcome(of trial: inout Running) -> Outcome? {
    var status: Int32 = 0
    let ended = unsafe waitpid(trial.process, &status, WNOHANG)
    if ended == 0 || ended < 0 && errno == EINTR {
      guard trial.deadline.isOver() else { return nil }
      kill(trial.process, SIGKILL)
      while unsafe waitpid(trial.process, &status, 0) < 0 && errno == EINTR {}
      return Outcome(end: .outOfTime, isFreed: [])
    }
    // The result can be read, because it stays mapped until the trial is removed. The program's
    // code may have overwritten the result, so its values are limited to valid ranges.
    let result = unsafe trial.result.pointee
    let signal = status & 0x7F
    let end: End =
      switch lk_break_trial_state(result.state) {
      case lk_break_trial_finished: .finished
      case lk_break_trial_trapped: .trapped(signal: result.detail)
      case lk_break_trial_waited: .waited
      case lk_break_trial_exited: .exited(status: result.detail)
      case lk_break_trial_out_of_memory: .outOfMemory
      case lk_break_trial_changed: .changed
      case lk_break_trial_unavailable: .unavailable(errno: result.detail)
      case lk_break_trial_running where signal == 0: .exited(status: status >> 8 & 0xFF)
      default: .killed(signal: signal)
      }
    return Outcome(
      end: end, isFreed: Self.isFreed(trial), freedObjects: Int(result.freed_objects),
      hasDoubleFree: result.double_frees > 0, handovers: Int(result.handovers),
      refusedCalls: Self.refusedCalls(result))
  }

  private static func isFreed(_ trial: Running) -> [Bool] {
    let offset = MemoryLayout<lk_break_trial_result>.size
    let start = unsafe UnsafeRawPointer(trial.result) + offset
    // The offsets are within the mapping, because it has an entry for each observed object.
    return (0..<trial.objectCount).map {
      unsafe start.load(fromByteOffset: $0, as: UInt8.self) != 0
    }
  }

  private static func refusedCalls(_ result: lk_break_trial_result) -> [String] {
    let count = min(Int(result.refused_count), Int(lk_max_refused))
    let numbers = unsafe withUnsafeBytes(of: result.refused) { bytes in
      unsafe Array(bytes.bindMemory(to: UInt32.self).prefix(count))
    }
    return numbers.map { number in
      unsafe lk_system_call_name(number).map { unsafe String(cString: $0) }
        ?? "system call \(number)"
    }
  }
}

import ExecProtocol
import FindingText
import Findings
import Foundation
import HeapWalking
import LeakAnalysis

/// A check of one body of code for leaks.
///
/// Each check has a number. While code that belongs to the check runs, the number is in a
/// task-local variable, which the recorder can read on every thread. The recorder stores the number
/// with each allocation.
struct LeakCheck: Sendable {
  /// The number that identifies the check to which the running code belongs; zero if it belongs to
  /// none.
  @TaskLocal private static var number: UInt32 = 0

  /// The process's record of allocations, which reads the number from the task-local variable;
  /// `nil` if allocations cannot be recorded.
  private static let record: AllocationRecord? = {
    let record = AllocationRecord.installed
    record?.setScopeKey($number)
    return record
  }()

  /// The maximum duration of the examination in seconds, as for `leakcheck exec`. Other tests that
  /// run at the same time make it slower, and their objects are examined as well.
  private static let timeout = 300.0

  /// The reason why heaps cannot be read on this machine; `nil` if they can be read.
  private static let selfTestFailure = WalkerSelfTest.failure()

  private let scope: AllocationRecord.Scope?
  private let allowed: AllowedTypes

  init(allowing allowed: AllowedTypes) {
    scope = Self.record?.newScope()
    self.allowed = allowed
  }

  /// Runs code as part of this check.
  func run<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Self.$number.withValue(scope?.number ?? 0, operation: body)
  }

  /// Runs code as part of this check.
  func run<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await Self.$number.withValue(scope?.number ?? 0, operation: body)
  }

  /// Assigns the code of all threads to this check until ``end(restoring:)`` is called, except for
  /// code that belongs to another check.
  ///
  /// - Returns: The scope to restore at the end: the scope of a check that began earlier and has
  ///   not ended, or `nil` if there is none.
  func begin() -> AllocationRecord.Scope? { Self.record?.setCommonScope(scope) }

  /// Ends the effect of ``begin()``.
  ///
  /// - Parameter outer: The result of ``begin()``.
  func end(restoring outer: AllocationRecord.Scope?) { Self.record?.setCommonScope(outer) }

  /// Examines the objects of this check, and examines them again if another thread changed the
  /// memory in the meantime.
  ///
  /// - Parameter wait: A closure that waits before the objects are examined again. Its argument is
  ///   the number of examinations so far.
  /// - Returns: A text for each leak that is not allowed. If the check could not run, or is
  ///   incomplete, the result contains the reason.
  func failures(waiting wait: (Int) -> Void = wait(afterExamination:)) -> [String] {
    guard let record = Self.record, let scope else {
      return [
        "the leak check could not run: allocations cannot be recorded in this process. A check "
          + "requires 64-bit Linux, and a Swift runtime that is linked dynamically or, with "
          + "-static-stdlib, into a program that is not stripped"
      ]
    }
    guard record.hasObjects(of: scope) else { return [] }
    if Sanitizer.ofThisProcess == Sanitizer.address {
      return [
        "the leak check could not run: the program is built with \(Sanitizer.address), which "
          + "replaces the allocator"
      ]
    }
    if let failure = Self.selfTestFailure {
      return [
        "the leak check could not run: the object layout of this Swift runtime "
          + "is not supported: \(failure)"
      ]
    }
    do {
      let report = try report(record, scope, waiting: wait)
      let failures = report.findings.map {
        TextReport(of: report).section(for: $0).joined(separator: "\n")
      }
      let obstacles = [
        report.coverage.readObstacle.map { "\($0) \(ExecRequest.adviceOnCrash)" },
        report.coverage.rootObstacle,
      ]
      return failures + obstacles.compactMap { $0 }.map { "the leak check is incomplete: \($0)" }
    } catch {
      return ["the leak check could not run: \(error)\(Self.advice(on: error))"]
    }
  }

  /// Returns the result of ``failures(waiting:)``, without blocking a thread of the concurrency runtime or
  /// of libdispatch. Other tests need these threads while the forked process works. The check runs
  /// on a new thread, because tests may block all threads of the runtime and of libdispatch.
  func failuresWithoutBlocking() async -> [String] {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        Self.freeProcessors.wait()
        let failures = self.failures()
        Self.freeProcessors.signal()
        continuation.resume(returning: failures)
      }
      thread.start()
    }
  }

  /// A semaphore whose value is the number of further checks that ``failuresWithoutBlocking()`` may
  /// start now. Each check forks the process, and the child process uses one processor.
  private static let freeProcessors = DispatchSemaphore(
    value: ProcessInfo.processInfo.activeProcessorCount)

  /// Returns a hint for the user on how to find out more about an error, with a leading space; an
  /// empty string if there is none.
  private static func advice(on error: any Error) -> String {
    if case ForkedProcess.Failure.crashed = error { return " \(ExecRequest.adviceOnCrash)" }
    return ""
  }

  /// The result of one examination.
  private struct Answer: Codable {
    var report: LeakReport
    /// A Boolean value indicating whether references contradict a leak; see
    /// ``HeapAnalysis/contradictedObjects``.
    var isContradictory: Bool
  }

  /// The maximum number of examinations of the objects of a check.
  private static let maxExaminations = 5

  /// Waits before the objects are examined again: 10 milliseconds after the first examination, and
  /// four times as long after each further one.
  private static func wait(afterExamination number: Int) {
    Thread.sleep(forTimeInterval: 0.01 * Double(1 << (2 * (number - 1))))
  }

  /// Examines the objects in forked processes, until no reference contradicts a leak, and returns
  /// the last report.
  private func report(
    _ record: AllocationRecord, _ scope: AllocationRecord.Scope, waiting wait: (Int) -> Void
  ) throws -> LeakReport {
    var number = 0
    while true {
      let data = try ForkedProcess.answer(
        within: Self.timeout, dumpFolder: ExecRequest.crashFolderInEnvironment
      ) { encodedAnswer(record, scope) }
      let answer = try JSONDecoder().decode(Answer.self, from: data)
      number += 1
      if !answer.isContradictory || number == Self.maxExaminations { return answer.report }
      wait(number)
    }
  }

  /// Examines the objects and returns an ``Answer`` as JSON, with the leaks that are not allowed.
  /// Runs in a forked process.
  private func encodedAnswer(_ record: AllocationRecord, _ scope: AllocationRecord.Scope) -> Data {
    let walker = HeapWalker(live: record, memory: .changing)
    let objects = record.objects()
    let analysis = HeapAnalysis(
      of: objects, walker: walker, isOwn: { record.scope(of: $0) == scope })
    var report = LeakReport(of: analysis, isRecording: record.isRecording())
    if !report.findings.isEmpty {
      let own = objects.filter { record.scope(of: $0) == scope }
      let allowedNames = allowed.qualifiedNames(among: own, walker)
      report.findings.removeAll { allowed.allows($0, allowedNames) }
    }
    let answer = Answer(report: report, isContradictory: analysis.contradictedObjects > 0)
    return (try? JSONEncoder().encode(answer)) ?? Data()
  }
}

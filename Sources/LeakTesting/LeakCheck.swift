import FindingText
import Findings
import Foundation
import HeapWalking
import LeakAnalysis

/// One body of code, and what it leaves behind.
///
/// Allocations carry the number of the check whose code made them: a task-local variable,
/// which the recorder reads on whatever thread the code runs.
struct LeakCheck: Sendable {
  /// The number of the check that the running code belongs to; zero is none.
  @TaskLocal private static var number: UInt32 = 0

  /// The process's record of allocations, given the location of the number.
  private static let record: AllocationRecord? = {
    let record = AllocationRecord.installed
    record?.setScopeKey($number)
    return record
  }()

  /// Seconds that looking at the heap may take.
  private static let patience = 60.0

  /// Why heaps cannot be read on this machine; `nil` where they can.
  private static let selfTestFailure = WalkerSelfTest.failure()

  private let scope: AllocationRecord.Scope?
  private let allowed: ExpectedSurvivors

  init(allowing allowed: ExpectedSurvivors) {
    scope = Self.record?.newScope()
    self.allowed = allowed
  }

  /// Runs code as this check's.
  func run<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Self.$number.withValue(scope?.number ?? 0, operation: body)
  }

  /// Runs code as this check's.
  func run<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await Self.$number.withValue(scope?.number ?? 0, operation: body)
  }

  /// From now on code that belongs to no other check belongs to this one, on any thread.
  func begin() { Self.record?.setCommonScope(scope) }

  /// Ends what ``begin()`` began.
  func end() { Self.record?.setCommonScope(nil) }

  /// Returns a text for each leak that the code left behind, or the reason why that is not known.
  func failures() -> [String] {
    guard let record = Self.record, let scope else {
      return ["the check for leaks could not run: this program has no dynamic Swift runtime"]
    }
    guard record.hasObjects(of: scope) else { return [] }
    if let failure = Self.selfTestFailure {
      return [
        "the check for leaks could not run: objects are laid out differently here: \(failure)"
      ]
    }
    do {
      let data = try ForkedProcess.answer(within: Self.patience) { Self.answer(record, scope) }
      let report = try JSONDecoder().decode(LeakReport.self, from: data)
      return report.findings.filter { !allowed.include($0) }.map {
        TextReport(of: report).section(for: $0).joined(separator: "\n")
      }
    } catch {
      return ["the check for leaks could not run: \(error)"]
    }
  }

  private static func answer(_ record: AllocationRecord, _ scope: AllocationRecord.Scope) -> Data {
    let walker = HeapWalker(live: record, memory: .inMotion)
    let analysis = HeapAnalysis(
      of: record.objects(), walker: walker, isOwn: { record.scope(of: $0) == scope })
    let report = LeakReport(of: analysis, isRecording: record.isRecording())
    return (try? JSONEncoder().encode(report)) ?? Data()
  }
}

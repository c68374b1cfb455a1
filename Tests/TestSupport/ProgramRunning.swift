import Foundation
public import Testing

/// A trait for tests that start programs and wait for them.
///
/// Such a test blocks its thread without using a processor. The tests with this trait run on
/// threads of their own, so that they do not occupy the few threads of the concurrency runtime. The
/// number of the trait's threads limits how many of the tests run at the same time.
///
///     @Suite(.runsPrograms) struct ExecTests { … }
public struct ProgramRunningTrait: SuiteTrait, TestTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withTaskExecutorPreference(ThreadExecutor.ofPrograms) { try await function() }
  }
}

extension Trait where Self == ProgramRunningTrait {
  /// Runs the test on a thread that it may block while it waits for a program.
  public static var runsPrograms: Self { Self() }
}

extension ThreadExecutor {
  /// The threads that tests may block. There are twice as many as the machine has processors.
  fileprivate static let ofPrograms = ThreadExecutor(
    threads: 2 * ProcessInfo.processInfo.activeProcessorCount)
}

public import Testing

/// Runs tests on threads of their own, because they mostly wait for processes that they started.
///
/// Other tests run on as many threads as there are processors. A test that waits in one of these
/// would leave a processor without work.
///
///     @Suite(.waitsForProcesses) struct ExecTests { … }
public struct ProcessWaitingTrait: SuiteTrait, TestTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == ProcessWaitingTrait {
  /// Runs the test on a thread that may wait, beside a few others.
  public static var waitsForProcesses: Self { Self() }
}

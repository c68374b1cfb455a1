import ResourceRegistry
public import Testing

/// A trait for tests that must not run at the same time as other tests with the trait, in any
/// target.
///
/// The registry counts the objects of the whole process, and the tests of all targets run in
/// parallel. Therefore every suite that creates objects of the stream library needs the trait, even
/// if the suite does not count them.
///
///     @Suite(.countsResources) struct SinkTests { … }
public struct ResourceCountingTrait: SuiteTrait, TestTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withTaskExecutorPreference(ThreadExecutor.ofCounting) {
      try await takeTurn(function)
    }
  }

  private func takeTurn(_ function: @Sendable () async throws -> Void) async throws {
    await Turnstile.shared.enter()
    let before = Resources.total
    do {
      try await function()
      await settle(at: before)
      await Turnstile.shared.leave()
    } catch {
      await settle(at: before)
      await Turnstile.shared.leave()
      throw error
    }
  }

  /// Waits until other threads have released the objects of the finished test. The next test then
  /// does not count these objects.
  ///
  /// If a test leaves objects alive on purpose, the wait ends after a short time.
  private func settle(at total: Int32) async {
    for _ in 0..<300 where Resources.total != total {
      try? await Task.sleep(for: .milliseconds(1))
    }
  }
}

extension Trait where Self == ResourceCountingTrait {
  /// Prevents other tests with this trait from changing the resource counts while the test runs.
  public static var countsResources: Self { Self() }
}

extension ThreadExecutor {
  /// The thread of the tests that count objects.
  ///
  /// Only one of these tests runs at a time. If each of them also had to wait for a thread that
  /// other tests occupy, they would determine the duration of the whole test run.
  fileprivate static let ofCounting = ThreadExecutor(threads: 1)
}

/// A lock for tasks. Tasks acquire it in the order in which they request it.
private actor Turnstile {
  static let shared = Turnstile()

  private var isOccupied = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func enter() async {
    guard isOccupied else {
      isOccupied = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    if waiting.isEmpty {
      isOccupied = false
    } else {
      waiting.removeFirst().resume()
    }
  }
}

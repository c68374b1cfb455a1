import ResourceRegistry
public import Testing

/// A trait that prevents the tests that have it, in all targets, from running at the same time.
///
/// The registry counts the objects of the whole process, and the tests of all targets run in
/// parallel. Every suite that creates objects of the stream library therefore needs the trait, even
/// if it does not count them.
///
///     @Suite(.countsResources) struct SinkTests { … }
public struct ResourceCountingTrait: SuiteTrait, TestTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
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

  /// Waits until other threads have released the objects of the finished test, so that the next
  /// test does not count them.
  ///
  /// If a test leaves objects on purpose, the function waits only for a short time.
  private func settle(at total: Int32) async {
    for _ in 0..<300 where Resources.total != total {
      try? await Task.sleep(for: .milliseconds(1))
    }
  }
}

extension Trait where Self == ResourceCountingTrait {
  /// Runs the test while no other test changes the resource counts of the process.
  public static var countsResources: Self { Self() }
}

/// A lock for tasks, which acquire it in the order of their requests.
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

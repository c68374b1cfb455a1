public import Testing

/// Fails a test that leaves a leak behind: objects that hold each other and that nobody
/// can ever release.
///
/// What the test's code allocated is looked at when it has returned, in a copy of the
/// process, so tests that run at the same time go on and are not blamed. The failure
/// stands at the test's own place in the source and shows who holds whom.
///
///     @Test(.detectLeaks) func closing() async { … }
///     @Suite(.detectLeaks(allowing: SharedCache.self)) struct FeedTests { … }
///
/// On a suite the trait applies to each of its tests. Code belongs to a test if the test
/// runs it or started it: its tasks, detached ones too, its threads, the blocks that it
/// dispatched.
public struct LeakDetectionTrait: TestTrait, SuiteTrait, TestScoping {
  let allowed: ExpectedSurvivors

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let check = LeakCheck(allowing: allowed)
    do {
      try await check.run(function)
    } catch {
      // Both are told: the test's own failure, and what it left behind.
      check.record(at: test.sourceLocation)
      throw error
    }
    check.record(at: test.sourceLocation)
  }
}

extension Trait where Self == LeakDetectionTrait {
  /// Fails the test if it leaves a leak behind.
  public static var detectLeaks: Self { Self(allowed: ExpectedSurvivors()) }

  /// Fails the test if it leaves a leak behind without an object of the types named.
  ///
  /// - Parameter types: A leak with one of their instances in it is expected.
  public static func detectLeaks(allowing types: Any.Type...) -> Self {
    Self(allowed: ExpectedSurvivors(types: types))
  }

  /// The same for types that a test cannot see: `"Cache"` or `"Library.Cache"`, without
  /// generic arguments.
  public static func detectLeaks(allowing names: [String]) -> Self {
    Self(allowed: ExpectedSurvivors(names: names))
  }
}

extension LeakCheck {
  /// Records each leak as an issue of the running test.
  func record(at location: SourceLocation) {
    for failure in failures() {
      Issue.record(Comment(rawValue: failure), sourceLocation: location)
    }
  }
}

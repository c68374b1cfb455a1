public import Testing

/// A trait that fails a test if objects that the test allocated have leaked.
///
/// The check finds objects that only cycles retain. It does not find cycles through a suspended
/// task, C memory or the elements of a `ManagedBuffer`, over-retained objects outside a cycle, or
/// objects that a root such as a timer retains. The test also fails if the check cannot run.
///
///     @Test(.detectLeaks) func closing() async { … }
///     @Suite(.detectLeaks(allowing: SharedCache.self)) struct FeedTests { … }
///
/// When the test has returned, its allocations are examined in a forked process, while other tests
/// continue to run. Leaks of other tests are not reported for this test. The failure is reported at
/// the test's source location and shows the references of the cycle.
///
/// If the trait is applied to a suite, it applies to each test of the suite. The allocations of a
/// test are those of the code that it runs or starts. This includes the tasks, detached tasks,
/// Foundation threads and operations that the test starts, and the closures that it passes to
/// dispatch queues, sources and groups.
public struct LeakDetectionTrait: TestTrait, SuiteTrait, TestScoping {
  let allowed: AllowedTypes

  /// A Boolean value indicating whether a suite passes the trait to its tests.
  ///
  /// This property is always `true`.
  public var isRecursive: Bool { true }

  /// Runs a test, then fails the test if objects that it allocated have leaked.
  ///
  /// - Parameters:
  ///   - test: The test to run.
  ///   - testCase: The case of the test to run, or `nil` if `test` is a suite.
  ///   - function: A closure that runs the test.
  /// - Throws: Any error that `function` throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let check = LeakCheck(allowing: allowed)
    do {
      try await check.run(function)
    } catch {
      // Both the error of the test and its leaks are reported.
      await check.recordWithoutBlocking(at: test.sourceLocation)
      throw error
    }
    await check.recordWithoutBlocking(at: test.sourceLocation)
  }
}

extension Trait where Self == LeakDetectionTrait {
  /// A trait that fails the test if objects that the test allocated have leaked.
  public static var detectLeaks: Self { Self(allowed: AllowedTypes()) }

  /// Returns a trait that fails the test if objects that the test allocated have leaked. Leaks that
  /// contain allowed types are not reported.
  ///
  /// - Parameter types: Allowed types. A leak that contains an instance of one of them, or of a
  ///   subclass, is not reported.
  /// - Returns: A trait for a test or a suite.
  public static func detectLeaks(allowing types: Any.Type...) -> Self {
    Self(allowed: AllowedTypes(types: types))
  }

  /// Returns a trait that fails the test if objects that the test allocated have leaked. Leaks that
  /// contain types with the given names are not reported.
  ///
  /// - Parameter names: The names of allowed types that the test cannot refer to, such as `"Cache"`
  ///   or `"Library.Cache"`. A name includes the names of enclosing types, such as `"Feed.Cache"`,
  ///   and may include the module. Generic arguments are ignored.
  /// - Returns: A trait for a test or a suite.
  public static func detectLeaks(allowing names: [String]) -> Self {
    Self(allowed: AllowedTypes(names: names))
  }
}

extension LeakCheck {
  /// Records each leak as an issue of the running test.
  func record(at location: SourceLocation) { Self.record(failures(), at: location) }

  /// Records each leak as an issue of the running test, without blocking a thread of the
  /// concurrency runtime.
  func recordWithoutBlocking(
    at location: SourceLocation, isolation: isolated (any Actor)? = #isolation
  ) async {
    Self.record(await failuresWithoutBlocking(), at: location)
  }

  private static func record(_ failures: [String], at location: SourceLocation) {
    for failure in failures {
      Issue.record(Comment(rawValue: failure), sourceLocation: location)
    }
  }
}

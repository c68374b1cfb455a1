import Testing

/// A trait that expects a failure from the traits that follow it. The text of the failure must
/// contain all of the ``words``.
///
/// If there is no such failure, the test fails.
struct ExpectedLeak: TestTrait, SuiteTrait, TestScoping {
  let words: [String]

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withKnownIssue {
      try await function()
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return words.allSatisfy(text.contains) && issue.sourceLocation == test.sourceLocation
    }
  }
}

extension Trait where Self == ExpectedLeak {
  static func leaks(naming words: String...) -> Self { Self(words: words) }
}

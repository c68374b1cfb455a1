public import Testing

/// Fails the running test if `body` leaves a leak behind.
///
///     withKnownIssue("#12: the menu holds its owner") {
///       expectNoLeaks { _ = Menu() }
///     }
///
/// - Parameters:
///   - types: A leak with one of their instances in it is expected.
///   - sourceLocation: Where the failure stands.
/// - Returns: What `body` returns; being alive, it is no leak.
@discardableResult
public func expectNoLeaks<Value>(
  allowing types: Any.Type..., sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Value
) rethrows -> Value {
  let check = LeakCheck(allowing: ExpectedSurvivors(types: types))
  defer { check.record(at: sourceLocation) }
  return try check.run(body)
}

/// Fails the running test if `body` leaves a leak behind, on whatever threads it ran.
@discardableResult
public func expectNoLeaks<Value>(
  allowing types: Any.Type..., sourceLocation: SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
) async rethrows -> Value {
  let check = LeakCheck(allowing: ExpectedSurvivors(types: types))
  defer { check.record(at: sourceLocation) }
  return try await check.run(body)
}

public import Testing

/// Fails the running test if a closure leaks objects that it allocated.
///
///     withKnownIssue("#12: the menu's handler retains the menu") {
///       expectNoLeaks { _ = Menu() }
///     }
///
/// - Parameters:
///   - types: Allowed types. A leak that contains an instance of one of them, or of a subclass, is
///     not reported.
///   - sourceLocation: The source location at which the failure is reported.
///   - body: The code to check. The check includes the tasks, Foundation threads and operations
///     that the code starts, and the closures that it passes to dispatch queues, sources and
///     groups.
/// - Returns: The result of `body`. Objects that the result retains are alive, so they are not
///   reported.
@discardableResult
public func expectNoLeaks<Value>(
  allowing types: Any.Type..., sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Value
) rethrows -> Value {
  let check = LeakCheck(allowing: AllowedTypes(types: types))
  defer { check.record(at: sourceLocation) }
  return try check.run(body)
}

/// Fails the running test if an asynchronous closure leaks objects that it allocated.
///
/// - Parameters:
///   - types: Allowed types. A leak that contains an instance of one of them, or of a subclass, is
///     not reported.
///   - sourceLocation: The source location at which the failure is reported.
///   - isolation: The actor on which this function runs. The default is the caller's actor.
///   - body: The code to check, which may run on any thread. The check includes the tasks,
///     Foundation threads and operations that the code starts, and the closures that it passes to
///     dispatch queues, sources and groups.
/// - Returns: The result of `body`. Objects that the result retains are alive, so they are not
///   reported.
@discardableResult
public func expectNoLeaks<Value>(
  allowing types: Any.Type..., sourceLocation: SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
) async rethrows -> Value {
  let check = LeakCheck(allowing: AllowedTypes(types: types))
  do {
    let value = try await check.run(body)
    await check.recordWithoutBlocking(at: sourceLocation)
    return value
  } catch {
    // Both the error and the leaks are reported.
    await check.recordWithoutBlocking(at: sourceLocation)
    throw error
  }
}

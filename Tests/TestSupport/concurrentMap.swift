/// Returns the results of a closure for each element, in the order of the elements.
///
/// - Parameters:
///   - limit: The maximum number of calls at the same time.
///   - transform: The closure.
/// - Throws: The first error that a call throws.
public func concurrentMap<Element: Sendable, Result: Sendable>(
  _ elements: [Element], atMost limit: Int = 4,
  _ transform: @escaping @Sendable (Element) async throws -> Result
) async throws -> [Result] {
  try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    var results = [Result?](repeating: nil, count: elements.count)
    for (index, element) in elements.enumerated() {
      if index >= limit, let (done, result) = try await group.next() { results[done] = result }
      group.addTask { (index, try await transform(element)) }
    }
    for try await (done, result) in group { results[done] = result }
    return results.compactMap { $0 }
  }
}

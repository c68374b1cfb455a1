import HeapWalking

extension Array {
  /// Returns the elements, each of which represents a set of objects, sorted by the earliest
  /// allocation stack in the set, then by the latest, then by the number of objects. Stacks are
  /// compared by the order in which they were first recorded.
  ///
  /// An object that several sets keep alive is listed only with the first of them, so the order
  /// must be the same in every run. An order by address would differ from run to run.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of sets that are sorted. A longer array is returned unchanged.
  ///   - objects: A closure that returns the objects of a set.
  ///   - site: A closure that returns the number of an object's allocation stack; `nil` if the
  ///     stack was not recorded. Stacks are numbered in the order of their first recording.
  func inOrderOfAllocation(
    upTo limit: Int, of objects: (Element) -> [HeapNode], site: (HeapNode) -> Int?
  ) -> [Element] {
    guard count > 1, count <= limit else { return self }
    let keys = map { element in
      let sites = objects(element).compactMap(site)
      return (sites.min() ?? .max, sites.max() ?? .max, objects(element).count)
    }
    return indices.sorted { keys[$0] < keys[$1] }.map { self[$0] }
  }
}

import HeapWalking

extension Array {
  /// Returns the sets of objects in this array, in the order in which the allocation stacks of
  /// their objects were first recorded.
  ///
  /// An object behind several sets is listed with the first of them, so the order must be the same
  /// in every run. The order of addresses differs from run to run.
  ///
  /// - Parameters:
  ///   - limit: The number of sets above which their order is not changed.
  ///   - objects: A closure that returns the objects of a set.
  ///   - site: A closure that returns the position of an object's allocation stack in the order in
  ///     which stacks were first recorded; `nil` if not recorded.
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

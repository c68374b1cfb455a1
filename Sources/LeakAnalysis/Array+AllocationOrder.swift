import HeapWalking

extension Array {
  /// Returns sets of objects in the order of their allocation, because an object behind several of
  /// them is listed with the first, and the order of addresses differs from run to run.
  ///
  /// - Parameters:
  ///   - limit: The number of sets above which they are left in their order.
  ///   - objects: Returns the objects of a set.
  ///   - site: The number of the calls that allocated an object; `nil` if not recorded.
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

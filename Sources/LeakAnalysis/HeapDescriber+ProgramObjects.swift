import HeapWalking

extension HeapDescriber {
  /// Returns the number of objects of interest that do not belong to a known library. Only one
  /// object of each type is examined.
  ///
  /// - Parameter isOwn: A predicate for the objects of interest.
  func countOfProgramObjects(among objects: [HeapNode], isOwn: (Address) -> Bool) -> Int {
    var isOfLibrary: [UInt: Bool] = [:]
    return objects.count { object in
      let address = Address(heap.address(of: object))
      guard isOwn(address) else { return false }
      let known = isOfLibrary[address.metadataWord] ?? belongsToLibrary(object)
      isOfLibrary[address.metadataWord] = known
      return !known
    }
  }
}

internal import OwnershipGraph

extension HeapWalker {
  /// Describes `objects` and the references between them.
  ///
  /// Storage that has one owner (an array's, a box, an existential's) is joined to
  /// it, so that a reference reads `disposables[*]` as in the source.
  ///
  /// - Parameters:
  ///   - names: Where the objects get their names from.
  ///   - kept: Objects that are nodes even if they could be joined to an owner.
  ///   - locates: Look up where closures are in the source.
  ///   - generation: See ``ObjectNames/name(for:type:generation:part:)``.
  /// - Complexity: O(objects + references), and the look-up of closures' symbols.
  package func describe(
    _ objects: [UInt], names: ObjectNames, keeping kept: Set<UInt> = [], locates: Bool = true,
    generation: (UInt) -> UInt64 = { _ in 0 }
  ) -> ObjectDescription {
    var description = DescriptionBuilder(walker: self, objects: objects)
    description.joinStorage(keeping: kept)
    if locates { description.locateClosures() }
    description.locateAllocations()
    return description.finished(names: names, generation: generation)
  }
}

package import OwnershipGraph

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
    generation: @escaping (UInt) -> UInt64 = { _ in 0 }
  ) -> ObjectDescription {
    let (survey, storage) = survey(objects, keeping: kept, locates: locates)
    let describer = NodeDescriber(survey: survey, names: names, generation: generation)
    return DescriptionBuilder(survey, storage, describer).finished()
  }

  /// Describes `objects` by type: a node stands for all objects of one type with the same role,
  /// as in ``ObjectGraph/mergedByType()``.
  ///
  /// - Parameters:
  ///   - names: Where the first object of each type gets its name from.
  ///   - role: The role of an object in a finding, by its address.
  /// - Complexity: O(objects + references), and the look-up of symbols.
  package func describeByType(
    _ objects: [UInt], names: ObjectNames, role: @escaping (UInt) -> ObjectGraph.Role
  ) -> ObjectDescription {
    let (survey, storage) = survey(objects, keeping: [], locates: true)
    let describer = NodeDescriber(survey: survey, names: names) { _ in 0 }
    return FoldedDescriptionBuilder(survey, storage, describer, role: role).finished()
  }

  private func survey(
    _ objects: [UInt], keeping kept: Set<UInt>, locates: Bool
  ) -> (ObjectSurvey, JoinedStorage) {
    let survey = ObjectSurvey(of: objects, walker: self)
    let storage = JoinedStorage(in: survey, keeping: kept)
    let lookup = SourceLookup(survey: survey)
    if locates { lookup.locateClosures() }
    lookup.locateAllocations()
    return (survey, storage)
  }

  /// Returns the index of the plan by which an object is read.
  func planIndex(of object: Address) -> UInt32 { plans.objectPlan(for: object).element.plan }

  /// Returns the bytes of an object, as its description counts them.
  package func size(of object: UInt) -> Int {
    live.size(of: object) ?? store.objects[planIndex(of: Address(object))].size
  }
}

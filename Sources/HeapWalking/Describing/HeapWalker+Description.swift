package import OwnershipGraph

extension HeapWalker {
  /// Describes `objects` and the references between them.
  ///
  /// Storage with one owner (an array's, a box, an existential's) is joined to the owner, so that a
  /// reference is labelled `disposables[*]` as in the source.
  ///
  /// - Parameters:
  ///   - names: The names of the objects.
  ///   - kept: Objects that are nodes even if they could be joined to an owner.
  ///   - locates: A Boolean value indicating whether to look up the source locations of closures.
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

  /// Describes `objects` by type: a node represents all objects of one type with the same role, as
  /// in ``ObjectGraph/mergedByType()``.
  ///
  /// - Parameters:
  ///   - names: The names of the objects; the first object of each type is named.
  ///   - role: A closure that returns the role of an object in a finding, given its address.
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

  /// Returns the index of the plan for reading an object.
  func planIndex(of object: Address) -> UInt32 { plans.objectPlan(for: object).element.plan }

  /// Returns the word at an address.
  package func word(at address: UInt) -> UInt { Address(address).word() }

  /// Returns the size of an object in bytes, without storage that its description joins to it.
  package func size(of object: UInt) -> Int {
    live.size(of: object) ?? store.objects[planIndex(of: Address(object))].size
  }
}

package import OwnershipGraph

extension HeapWalker {
  /// Describes `objects` and the references between them.
  ///
  /// Storage with only one owner, such as the buffer of an array or the box of a variable, is
  /// joined to the owner. A reference from such storage is shown as a reference from the owner,
  /// with a label as in the source, such as `disposables[*]`.
  ///
  /// - Parameters:
  ///   - names: The names of the objects.
  ///   - kept: The addresses of objects that have nodes of their own even if they could be joined
  ///     to an owner.
  ///   - locates: A Boolean value indicating whether to look up the source locations of closures
  ///     and classes. The locations of allocations are always looked up.
  ///   - functionValues: The function values in the untyped memory of objects, by the object's
  ///     address; see ``functionValues(inMemoryOf:withContexts:bytesLeft:isObject:)``.
  ///   - generation: A closure that returns the generation of an object, given its address; see
  ///     ``ObjectNames/name(for:type:generation:part:)``.
  /// - Complexity: O(objects + references), plus the time to look up the symbols of closures.
  package func describe(
    _ objects: [UInt], names: ObjectNames, keeping kept: Set<UInt> = [], locates: Bool = true,
    functionValues: [UInt: [ObjectReferences.Reference]] = [:],
    generation: @escaping (UInt) -> UInt64 = { _ in 0 }
  ) -> ObjectDescription {
    let (survey, storage) = survey(objects, functionValues, keeping: kept, locates: locates)
    let describer = NodeDescriber(survey: survey, names: names, generation: generation)
    return DescriptionBuilder(survey, storage, describer).finished()
  }

  /// Describes `objects` by type: a node represents all objects with the same type and role, as in
  /// ``ObjectGraph/mergedByType()``.
  ///
  /// - Parameters:
  ///   - names: The names of the objects. Only the first object of each type and role is named.
  ///   - functionValues: The function values in the untyped memory of objects, by the object's
  ///     address; see ``functionValues(inMemoryOf:withContexts:bytesLeft:isObject:)``.
  ///   - storesReferences: A Boolean value indicating whether to list the words that store
  ///     references; see ``ObjectDescription/storedReferences``.
  ///   - role: A closure that returns the role of an object in a finding, given its address.
  /// - Complexity: O(objects + references), plus the time to look up symbols.
  package func describeByType(
    _ objects: [UInt], names: ObjectNames,
    functionValues: [UInt: [ObjectReferences.Reference]] = [:], storesReferences: Bool = true,
    role: @escaping (UInt) -> ObjectGraph.Role
  ) -> ObjectDescription {
    let (survey, storage) = survey(objects, functionValues, keeping: [], locates: true)
    let describer = NodeDescriber(survey: survey, names: names) { _ in 0 }
    return FoldedDescriptionBuilder(
      survey, storage, describer, storesReferences: storesReferences, role: role
    ).finished()
  }

  private func survey(
    _ objects: [UInt], _ functionValues: [UInt: [ObjectReferences.Reference]],
    keeping kept: Set<UInt>, locates: Bool
  ) -> (ObjectSurvey, JoinedStorage) {
    let survey = ObjectSurvey(of: objects, functionValues, walker: self)
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

  /// Returns the size of an object in bytes. Storage that a description joins to the object is not
  /// included.
  package func size(of object: UInt) -> Int {
    live.size(of: object) ?? store.objects[planIndex(of: Address(object))].size
  }
}

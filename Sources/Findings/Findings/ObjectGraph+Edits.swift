import KnownCode
package import OwnershipGraph

extension ObjectGraph {
  /// Returns, for each edit of the source code and for each pair of edits, the references that
  /// change. Edits that a maintainer would prefer come first.
  ///
  /// - Returns: For each edit or pair, indices of ``references`` that belong to cycles.
  /// - Complexity: O(*n* + *s* · *e* + *s*² log *s*) for *n* nodes, *e* references and *s* edits.
  package func editedReferences(
    origins: CodeOrigins = CodeOrigins()
  ) -> [[Int]] {
    let sites = EditSites(of: self, candidates: cycleReferences(), origins: origins).sites
    let pairs = sites.indices.flatMap { second in
      sites[..<second].map { [$0, sites[second]] }
    }
    return (sites.map { [$0] } + pairs).enumerated().sorted {
      (Self.cost(of: $0.element), $0.offset) < (Self.cost(of: $1.element), $1.offset)
    }.map { $0.element.flatMap(\.references) }
  }

  /// Returns the edits of a set that are less preferred than the best edit of the set, least
  /// preferred first. Each edit is a list of references.
  ///
  /// - Parameter references: The references that the set breaks, as indices of ``references``.
  /// - Complexity: O(*n* + *e*) for *n* nodes and *e* references.
  package func lessPreferredEdits(of references: [Int], origins: CodeOrigins) -> [[Int]] {
    let sites = EditSites(of: self, candidates: cycleReferences(), origins: origins)
    let edits = Dictionary(grouping: references) { sites.siteOf[$0] ?? -1 }.map { site, edit in
      (role: site < 0 ? .language : sites.sites[site].role, references: edit)
    }
    guard let best = edits.map(\.role).min() else { return [] }
    return edits.filter { $0.role > best }.sorted {
      ($1.role, $1.references[0]) < ($0.role, $0.references[0])
    }.map(\.references)
  }

  /// Returns the references that a single edit changes, in addition to `references`, so that no
  /// cycle remains. Returns `nil` if no single edit suffices.
  ///
  /// - Complexity: O(*s* · (*n* + *e*)) for *s* edits, *n* nodes and *e* references.
  func sufficientEdit(
    besides references: [Int], origins: CodeOrigins
  ) -> [Int]? {
    let cut = Set(references)
    let sites = EditSites(of: self, candidates: cycleReferences(), origins: origins).sites
    return sites.filter { cut.isDisjoint(with: $0.references) }
      .sorted { ($0.role, $0.references[0]) < ($1.role, $1.references[0]) }
      .first { leavesNoCycle(references + $0.references) }?.references
  }

  private static func cost(of edits: [EditSite]) -> Int {
    edits.reduce(0) { $0 + $1.role.cost }
  }

  /// Returns a reference that may be the right one to break instead of `breaks`; `nil` if there is
  /// no doubt. The edit that breaks the references in `breaks` does not change this reference.
  ///
  /// For example, two objects refer to each other, and either of them may be the owner of the
  /// other. The owner is in doubt if only the ages of the objects or the name of a property
  /// indicate it, if nothing distinguishes the two properties, or if an initializer set one
  /// property and the other was set later. In these cases, either property may be the one to make
  /// weak. There is no doubt about a property whose owner allocated the target: the property owns
  /// the target.
  ///
  /// - Parameter breaks: The references to break, as indices of ``references``.
  /// - Returns: An index of ``references``. If all references of its property are broken, no cycle
  ///   remains.
  /// - Complexity: O(*n* + *e*) for each property in the cycles.
  package func alternativeBreak(
    to breaks: [Int], origins: CodeOrigins = CodeOrigins()
  ) -> Int? {
    let edits = EditSites(of: self, candidates: cycleReferences(), origins: origins)
    let chosen = Set(breaks.compactMap { edits.siteOf[$0] })
    guard let role = chosen.map({ edits.sites[$0].role }).max(),
      chosen.count == 1 || areCapturesOfOneObject(chosen.map { edits.sites[$0] })
    else { return nil }
    let cut = chosen.sorted().flatMap { edits.sites[$0].references }
    let hasOtherOwners = edits.leavesOwners(cutting: cut)
    return edits.sites.indices.filter { !chosen.contains($0) }.first { other in
      let references = edits.sites[other].references
      return isPlausible(edits.sites[other], besides: role, leavingOwners: hasOtherOwners)
        && references.allSatisfy { connectsProgramObjects($0, origins) }
        && !edits.isAllocatedByOwner(references)
        && leavesNoCycle(references)
    }.flatMap { edits.sites[$0].references.first }
  }

  /// Returns whether a class of a library of the language declares the property that contains a
  /// reference. The class may be a superclass of the object's class. If the property contains a
  /// structure of another module, and this structure stores the reference, the structure counts
  /// instead of the class. For a capture, returns whether such a library contains the closure.
  func isStoredByLanguage(
    _ reference: Reference, origins: CodeOrigins = CodeOrigins()
  ) -> Bool {
    let source = nodes[reference.from]
    guard !source.kind.isClosure else { return origins.origin(of: source) == .language }
    if let module = reference.declaration?.field?.module ?? reference.declaration?.module {
      return KnownModules.language.contains(module)
    }
    return origins.origin(of: source) == .language
  }

  /// Returns the origin of the code that declares the property, or contains the capture, in which a
  /// reference is stored. A class of the program may inherit the property from a class of the
  /// language, and a class of the language may store a structure of the program.
  func origin(ofStorageOf reference: Reference, _ origins: CodeOrigins) -> Origin? {
    if isStoredByLanguage(reference, origins: origins) { return .language }
    let origin = origins.origin(of: nodes[reference.from])
    guard origin == .language else { return origin }
    return origins.isProgram(nodes[reference.to]) ? .program : .dependency
  }

  /// Returns whether a property of the program refers to an object of a dependency that is older
  /// than the property's owner, and the property cannot be set to nil. A subscription is not
  /// considered, because it is ended instead.
  func isPropertyWithOlderObjectOfDependency(
    _ reference: Reference, origins: CodeOrigins
  ) -> Bool {
    let (source, target) = (nodes[reference.from], nodes[reference.to])
    guard !source.kind.isClosure, origins.isProgram(source),
      origins.origin(of: target) == .dependency,
      !reference.canBeCleared, !BreakAdvice.isSubscription(self),
      let age = source.order, let targetAge = target.order
    else { return false }
    return targetAge < age
  }

  /// Returns whether a library of the language stores a reference that was read by type, and no
  /// call that breaks the reference is known.
  ///
  /// - Parameter index: An index of ``references``.
  package func isOutOfReach(
    _ index: Int, origins: CodeOrigins = CodeOrigins()
  ) -> Bool {
    let reference = references[index]
    return isStoredByLanguage(reference, origins: origins) && reference.evidence == .typed
      && LibraryCall.ending(reference, in: self) == nil
      && LibraryElement(reference, in: self, origins: origins) == nil
  }

  /// Returns whether `edit` may be right instead of the edit that was chosen, which has the role
  /// `chosen`.
  ///
  /// - Parameter hasOtherOwners: A Boolean value indicating whether the objects that the chosen
  ///   edit affects have other owners as well.
  private func isPlausible(
    _ edit: EditSite, besides chosen: ReferenceRole, leavingOwners hasOtherOwners: Bool
  ) -> Bool {
    switch chosen {
    case .referenceToOlder: !editsElements(edit) && !editsCaptures(edit)
    case .onlyProperty, .sharedProperty:
      editsElements(edit) ? !hasOtherOwners : edit.role == chosen || edit.role == .initialProperty
    case .initialProperty, .referenceToCreator: editsElements(edit) && !hasOtherOwners
    case .selfCapture, .capture, .onlyCapture:
      !hasOtherOwners && (edit.role == .initialProperty || edit.role == .onlyProperty)
    case .backReference: !hasOtherOwners && !editsElements(edit) && edit.role != .provenOwnership
    default: false
    }
  }

  /// Returns whether all edits change captures of the same object.
  private func areCapturesOfOneObject(_ edits: [EditSite]) -> Bool {
    edits.allSatisfy { [.selfCapture, .capture, .onlyCapture].contains($0.role) }
      && Set(edits.flatMap(\.references).map { references[$0].to }).count == 1
  }

  private func editsCaptures(_ edit: EditSite) -> Bool {
    edit.references.contains { nodes[references[$0].from].kind.isClosure }
  }

  private func editsElements(_ edit: EditSite) -> Bool {
    edit.references.contains { references[$0].isElement }
  }

  /// Returns whether a reference that was read by type is from an object or a closure of the
  /// program to an object of the program. The reference is stored directly in a property or in a
  /// collection, or it is a capture that can be weak.
  private func connectsProgramObjects(_ index: Int, _ origins: CodeOrigins) -> Bool {
    let reference = references[index]
    let (source, target) = (nodes[reference.from], nodes[reference.to])
    let isStored =
      source.kind.isClosure
      ? reference.capturedVariable == nil : [.classInstance, .actor].contains(source.kind)
    return isStored && [.classInstance, .actor].contains(target.kind)
      && [source, target].allSatisfy(origins.isProgram) && reference.evidence == .typed
  }

  private func leavesNoCycle(_ cut: [Int]) -> Bool {
    var rows = [[Int]](repeating: [], count: nodes.count)
    for index in cycleReferences() where !cut.contains(index) {
      rows[references[index].from].append(references[index].to)
    }
    return RetainCycles(of: SparseRows(rows)).memberLists().isEmpty
  }
}

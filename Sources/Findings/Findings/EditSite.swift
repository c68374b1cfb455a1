import OwnershipGraph

/// All references that the same edit of the source code changes. An edit of a property changes the
/// property in all objects of its class. An edit of a capture changes the capture in all contexts
/// of its closure.
///
/// For example, `weak var previous` changes all nodes of a list.
struct EditSite: Hashable, Sendable {
  /// Indices of ``ObjectGraph/references``, ascending.
  var references: [Int]
  var role: ReferenceRole
}

/// The edit sites of a graph's cycles, with their roles.
struct EditSites {
  private(set) var sites: [EditSite] = []
  /// For each reference that may be cut, the index of its site in ``sites``.
  private(set) var siteOf: [Int: Int] = [:]

  private let graph: ObjectGraph
  private let origins: CodeOrigins
  private let creators: AllocationCreators
  /// A Boolean value indicating whether an object in the cycles is a part of a subscription.
  private let hasSubscription: Bool
  /// The number of strong references to each node.
  private let strongCountInto: [Int]
  /// The closures of tasks that have not ended.
  private let closuresOfTasks: Set<Int>
  /// The collections to which properties of the program refer. An edit can change such a property
  /// instead of the reference to an element of the collection.
  private let collectionsInProperties: Set<Int>

  /// - Parameter candidates: The references that may be cut.
  /// - Complexity: O(*n* + *e*) for *n* nodes and *e* references, and a search of the graph for
  ///   each task and for each reference in an object of a library.
  init(of graph: ObjectGraph, candidates: [Int], origins: CodeOrigins) {
    self.graph = graph
    self.origins = origins
    creators = AllocationCreators(of: graph)
    hasSubscription = BreakAdvice.isSubscription(graph)
    var countInto = [Int](repeating: 0, count: graph.nodes.count)
    for reference in graph.references where reference.strength == .strong {
      countInto[reference.to] += 1
    }
    strongCountInto = countInto
    let inProperties = graph.references.lazy.filter {
      $0.strength == .strong && graph.nodes[$0.to].kind.isCollection
        && origins.isProgram(graph.nodes[$0.from]) && !graph.nodes[$0.from].kind.isClosure
    }
    collectionsInProperties = Set(inProperties.map(\.to))
    let tasks = graph.nodes.indices.filter(graph.isUnfinishedTask)
    let owned = tasks.isEmpty ? [:] : graph.ownedClosures()
    closuresOfTasks = Set(tasks.flatMap { graph.closures(ofTask: $0, in: owned) })
    struct Key: Hashable {
      var type: String
      var location: SourceLocation?
      var label: String
      /// The type of the target if the source is a task. All local variables in a task's frame have
      /// the same label, so only the types of their targets distinguish them.
      var targetType: String?
    }
    var indexOf: [Key: Int] = [:]
    let captures = Self.captures(of: candidates, in: graph)
    for index in candidates {
      // A task's frame contains what the task's closure captured, so one edit of the capture list
      // changes the closure's reference and the task's reference.
      let reference = graph.references[captures[index] ?? index]
      let source = graph.nodes[reference.from]
      let key = Key(
        type: reference.declaringType(in: graph),
        location: source.kind.isClosure
          ? source.call?.location ?? source.location : source.suspended?.location,
        label: reference.declaredLabel.withoutIndices,
        targetType: source.kind == .task ? graph.nodes[reference.to].qualifiedType : nil)
      let site = indexOf[key] ?? sites.count
      if site == sites.count {
        indexOf[key] = site
        sites.append(EditSite(references: [], role: .selfCapture))
      }
      sites[site].references.append(index)
      siteOf[index] = site
    }
    for site in sites.indices { sites[site].role = role(of: sites[site].references) }
    yieldToBackReferences()
  }

  /// Returns, for each reference from a task to an object, the reference by which a closure
  /// captures the same object. The task refers to the closure, directly or through other closures.
  /// If no such closure captures the object, the result has no entry.
  private static func captures(of candidates: [Int], in graph: ObjectGraph) -> [Int: Int] {
    let ofTasks = candidates.filter { graph.nodes[graph.references[$0].from].kind == .task }
    guard !ofTasks.isEmpty else { return [:] }
    struct Pair: Hashable {
      var task: Int
      var target: Int
    }
    let capturesOf = Dictionary(grouping: candidates) { graph.references[$0].from }
    let owned = graph.ownedClosures()
    var captureOf: [Pair: Int] = [:]
    for task in Set(ofTasks.map { graph.references[$0].from }) {
      for closure in graph.closures(ofTask: task, in: owned) {
        for capture in capturesOf[closure] ?? [] {
          let pair = Pair(task: task, target: graph.references[capture].to)
          if captureOf[pair] == nil { captureOf[pair] = capture }
        }
      }
    }
    var found: [Int: Int] = [:]
    for index in ofTasks {
      let reference = graph.references[index]
      found[index] = captureOf[Pair(task: reference.from, target: reference.to)]
    }
    return found
  }

  private func role(of references: [Int]) -> ReferenceRole {
    let targets = references.lazy.map { graph.references[$0].to }
    let countInto = Dictionary(targets.map { ($0, 1) }, uniquingKeysWith: +)
    let roles = references.map { index in
      let target = graph.references[index].to
      return role(of: index, isOnly: countInto[target] == strongCountInto[target])
    }
    guard var worst = roles.max() else { return .ownership }
    // In a doubly linked list, each target of a property has several owners, except for the object
    // at one end of the list.
    if worst == .onlyProperty, roles.contains(.sharedProperty),
      roles.count(where: { $0 == worst }) == 1
    {
      worst = .sharedProperty
    }
    if worst == .ownership {
      if isObserver(references) { return .backReference }
      if isBackElement(references) { return .backElement }
    }
    guard worst.isEditable, !worst.owns, let first = references.first,
      !graph.nodes[graph.references[first].from].kind.isClosure
    else { return worst }
    if let back = backReferenceRole(references) { return back }
    guard worst == .onlyProperty || worst == .sharedProperty else { return worst }
    if isAllocatedByOwner(references) { return .createdProperty }
    return references.allSatisfy { graph.references[$0].isSetInitially } ? .initialProperty : worst
  }

  /// - Parameter isOnly: A Boolean value indicating whether all strong references to the target
  ///   belong to the same edit site.
  private func role(of index: Int, isOnly: Bool) -> ReferenceRole {
    let reference = graph.references[index]
    let (source, target) = (graph.nodes[reference.from], graph.nodes[reference.to])
    switch graph.origin(ofStorageOf: reference, origins) {
    case .dependency?:
      if BreakAdvice.callRetaining(reference, in: graph, origins) != nil { return .dependencyCall }
      return origins.isProgram(target) ? .dependencyToProgram : .dependency
    case .language?:
      if LibraryCall.ending(reference, in: graph) != nil { return .libraryCall }
      return LibraryElement(reference, in: graph, origins: origins) == nil
        ? .language : .libraryElement
    case nil where collectionsInProperties.contains(reference.from): return .language
    case nil:
      let isVariable = source.isProgramTask && origins.isProgram(target)
      return isVariable && !target.kind.isClosure ? .capture : .storage
    case .program?: break
    }
    if source.kind.isClosure {
      // While a task runs, its closure may be the only owner of an object. This does not show that
      // the closure is meant to own it.
      if reference.ownsInLiveObjects, !closuresOfTasks.contains(reference.from) {
        return .provenOwnership
      }
      if BreakAdvice.capturesSelf(reference, in: graph) { return .selfCapture }
      // A closure cannot be captured weakly. Only a variable that stores it can be cleared.
      if target.kind.isClosure, reference.capturedVariable == nil { return .ownership }
      return isOnly ? .onlyCapture : .capture
    }
    if origins.origin(of: target) == .language, reference.canBeCleared { return .clearedProperty }
    if target.kind.isCollection, reference.declaration?.isConstant != true {
      return .clearedProperty
    }
    if reference.ownsInLiveObjects { return .provenOwnership }
    guard [.classInstance, .actor].contains(target.kind), !reference.isElement else {
      // A closure, a box or an element of a collection cannot be held weakly.
      return .ownership
    }
    if !isOnly { return .sharedProperty }
    if origins.isProgram(target) { return .onlyProperty }
    if isClearedWhenDone(reference) { return .dependencyProperty }
    let isOlder = graph.isPropertyWithOlderObjectOfDependency(reference, origins: origins)
    return isOlder ? .olderDependencyProperty : .ownership
  }

  /// Returns whether to clear a property of the program that refers to an object of a dependency,
  /// instead of a reference in the dependency. A subscription is not cleared but ended.
  private func isClearedWhenDone(_ reference: ObjectGraph.Reference) -> Bool {
    origins.isOutsideLibraries(graph.nodes[reference.to]) && reference.canBeCleared
      && !hasSubscription
  }

  /// Returns the role of a property that refers back to an owner; `nil` if nothing indicates that
  /// the property refers back.
  ///
  /// The indications are the property's name, whether several objects refer to one target, whether
  /// one object's code allocated the other, and the ages of the objects. If an initializer sets the
  /// property, the ages indicate nothing: the initializer may have received the target as an
  /// argument or created it.
  private func backReferenceRole(_ references: [Int]) -> ReferenceRole? {
    let all = references.map { graph.references[$0] }
    guard let first = all.first else { return nil }
    let type = first.declaration?.type ?? graph.nodes[first.from].type
    let isNamed =
      ReferenceRole.isBackName(FindingShape.property(first.label), ofClass: type)
      || ReferenceRole.isObserverList(first.label)
    // An object that creates its delegate, for example, also owns the delegate.
    if isNamed, !createsObjectsOfOtherTypes(references) { return .backReference }
    if Set(all.map(\.to)).count < all.count { return .referenceToCreator }
    guard !all.contains(where: { creators.isCreated($0.to, by: $0.from) }) else { return nil }
    if all.allSatisfy({ creators.isAllocated($0.from, by: $0.to) }) { return .referenceToCreator }
    let isOlder = all.allSatisfy { creators.isCreated($0.from, by: $0.to) && !$0.isSetInitially }
    return isOlder ? .referenceToOlder : nil
  }

  /// Returns whether a property refers to objects that the property's owner allocated, and whose
  /// type is not the owner's type. Objects of one type, such as the nodes of a list, may create
  /// each other in either direction.
  private func createsObjectsOfOtherTypes(_ references: [Int]) -> Bool {
    isAllocatedByOwner(references)
      && references.map { graph.references[$0] }.allSatisfy {
        graph.nodes[$0.from].qualifiedType != graph.nodes[$0.to].qualifiedType
      }
  }

  /// Returns whether the references are elements of a list of observers. The observers usually have
  /// other owners.
  private func isObserver(_ references: [Int]) -> Bool {
    references.map { graph.references[$0] }.allSatisfy { reference in
      reference.isElement && ReferenceRole.isObserverList(reference.label)
        && [.classInstance, .actor].contains(graph.nodes[reference.to].kind)
    }
  }

  /// Returns whether the references are elements of collections, and code of each element's class
  /// allocated the owner of the collection.
  private func isBackElement(_ references: [Int]) -> Bool {
    references.map { graph.references[$0] }.allSatisfy { reference in
      let target = graph.nodes[reference.to]
      return reference.isElement && [.classInstance, .actor].contains(target.kind)
        && origins.isProgram(target) && creators.isAllocated(reference.from, by: reference.to)
        && !creators.isAllocated(reference.to, by: reference.from)
    }
  }

  /// Returns whether the owner of a property allocated the object that the property refers to, and
  /// not vice versa.
  func isAllocatedByOwner(_ references: [Int]) -> Bool {
    references.map { graph.references[$0] }.allSatisfy {
      creators.isAllocated($0.to, by: $0.from) && !creators.isAllocated($0.from, by: $0.to)
    }
  }

  /// Returns whether each target of the references is also retained by another reference.
  func leavesOwners(cutting references: [Int]) -> Bool {
    Dictionary(references.map { (graph.references[$0].to, 1) }, uniquingKeysWith: +)
      .allSatisfy { strongCountInto[$0.key] > $0.value }
  }

  /// Assigns the role ``ReferenceRole/ownership`` to each property that appears to own its target,
  /// if a property or a collection of the target refers back to the property's owner.
  private mutating func yieldToBackReferences() {
    var refersBack = Set<[Int]>()
    let back: Set<ReferenceRole> = [
      .backReference, .referenceToCreator, .referenceToOlder, .backElement,
    ]
    let owning: Set<ReferenceRole> = [.onlyProperty, .initialProperty, .createdProperty]
    for site in sites where back.contains(site.role) { refersBack.formUnion(pairs(of: site)) }
    // If an object refers to the same target by two properties, the name of one does not show that
    // the other also refers back. Such an object does not count as referring back.
    for site in sites where site.role == .sharedProperty { refersBack.subtract(pairs(of: site)) }
    for site in sites.indices where owning.contains(sites[site].role) {
      let isOwner = sites[site].references.contains {
        refersBack.contains([graph.references[$0].to, graph.references[$0].from])
      }
      if isOwner { sites[site].role = .ownership }
    }
  }

  /// Returns the source and the target of each reference.
  private func pairs(of site: EditSite) -> [[Int]] {
    site.references.map { [graph.references[$0].from, graph.references[$0].to] }
  }
}

extension ObjectGraph.Node {
  /// A Boolean value indicating whether the object is a task that is suspended in code of the root
  /// package.
  var isProgramTask: Bool { suspended.map { $0.origin == nil } ?? false }
}

extension ObjectGraph.Reference {
  /// A Boolean value indicating whether the reference is an element of a collection.
  var isElement: Bool { label.hasSuffix("]") }

  /// A Boolean value indicating whether the owner's initializer has to set the property. This is
  /// the case for a constant, and for a property whose type is not optional. The value is `false`
  /// if the declaration is unknown.
  var isSetInitially: Bool {
    guard let declaration, !isInCollection else { return false }
    return declaration.isConstant == true
      || declaration.isOptional == false && !label.contains(".")
  }

  /// A Boolean value indicating whether a reference from a task is part of the task's result. If
  /// so, the task has finished.
  var isResultOfTask: Bool {
    label == "result" || label.hasPrefix("result.") || label.hasPrefix("result[")
  }

  /// A Boolean value indicating whether the property that contains the reference can be set to nil
  /// or emptied; `true` if its declaration is unknown.
  var canBeCleared: Bool {
    guard let declaration else { return true }
    if declaration.isConstant == true { return false }
    if let field = declaration.field {
      return field.isOptional != false && field.isConstant != true
    }
    return declaration.isOptional != false || label.contains("[")
  }
}

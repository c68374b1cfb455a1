import OwnershipGraph

/// The properties of a finding by which its cause is recognized.
///
/// The objects are divided into the program's objects, the program's closures, and the objects of
/// libraries and of the language.
struct FindingShape {
  let graph: ObjectGraph
  let finding: Finding
  let origins: CodeOrigins
  /// The members of the cycle; without a cycle, all objects except those with the role `context`.
  let members: [Int]
  /// Strong references between members of the cycle.
  let references: [ObjectGraph.Reference]
  /// A Boolean value indicating whether the finding is a cycle. If it is not, its objects are
  /// over-retained, or an owner outside the graph retains them.
  let isCycle: Bool
  /// The program's own objects among the members, without closures.
  let owners: [Int]
  /// The program's closures among the members.
  let closures: [Int]
  /// The references to break in the cycle that reports draw; the same as ``allBroken`` if there are
  /// none. Many causes are recognized by these references.
  let broken: [ObjectGraph.Reference]
  /// All references to break.
  let allBroken: [ObjectGraph.Reference]
  /// The members that are objects of libraries and of the language, without closures. Each name
  /// consists of the qualified and the short name of the type, without generic arguments.
  private let others: [(index: Int, name: String)]

  init(of finding: Finding, origins: CodeOrigins) {
    let graph = finding.graph
    // Breaking a cycle would not release objects that the runtime retains.
    let inCycle =
      finding.rule == .heldByRuntime ? [] : graph.cycleReferences().map { graph.references[$0] }
    let cycle = Set(inCycle.flatMap { [$0.from, $0.to] })
    self.finding = finding
    self.origins = origins
    self.graph = graph
    isCycle = !inCycle.isEmpty
    references = inCycle
    let own =
      finding.hostBreakSet.isEmpty ? graph.advisedBreaks(origins: origins) : finding.hostBreakSet
    let breaks = own.isEmpty ? finding.breakSet : own
    // A report draws one cycle. The cause must apply to the drawn cycle, not to another cycle of
    // the finding.
    let drawn = CycleTrace(of: graph, breaking: breaks, origins: origins).map { trace in
      trace.steps.flatMap { [$0.next] + ($0.partner.map { [$0.there, $0.back] } ?? []) }
    }
    let inDrawing = breaks.filter { drawn?.contains($0) == true }
    allBroken = breaks.map { graph.references[$0] }
    broken = isCycle && !inDrawing.isEmpty ? inDrawing.map { graph.references[$0] } : allBroken
    members =
      isCycle ? cycle.sorted() : graph.nodes.indices.filter { graph.nodes[$0].role != .context }
    owners = members.filter {
      !graph.nodes[$0].kind.isClosure && origins.isProgram(graph.nodes[$0])
    }
    closures = members.filter {
      graph.nodes[$0].kind.isClosure && origins.isProgram(graph.nodes[$0])
    }
    others = members.compactMap { index in
      let node = graph.nodes[index]
      guard !node.kind.isClosure, !origins.isProgram(node) else { return nil }
      return (index, node.qualifiedType.prefix { $0 != "<" } + " " + node.type.prefix { $0 != "<" })
    }
  }

  /// A Boolean value indicating whether all members are closures of the program, or variables and
  /// collections that store such closures.
  var containsOnlyClosures: Bool {
    !closures.isEmpty && members.allSatisfy { closures.contains($0) || isStorage($0) }
  }

  func node(_ index: Int) -> ObjectGraph.Node { graph.nodes[index] }

  /// Returns the short name of an object's type, without generic arguments.
  func name(_ index: Int) -> String { String(node(index).type.prefix { $0 != "<" }) }

  /// Returns the library and language objects whose type name contains one of the words.
  ///
  /// Objects of the program's classes, such as `EggTimer`, are not included.
  func libraryMembers(naming words: String...) -> [Int] {
    others.filter { other in words.contains { other.name.contains($0) } }.map(\.index)
  }

  /// Returns whether the finding has no cycle and the name of one of its roots contains one of the
  /// words. The words must be lowercase.
  func isHeld(by words: String...) -> Bool {
    !isCycle && finding.roots.contains { root in words.contains { root.lowercased().contains($0) } }
  }

  /// The captures among the references to break in the cycle that reports draw; see
  /// ``captures(among:)``.
  var captures: [ObjectGraph.Reference] { captures(among: broken) }

  /// Returns the references by which a closure of the program captures an object of the program.
  func captures(among references: [ObjectGraph.Reference]) -> [ObjectGraph.Reference] {
    references.filter { closures.contains($0.from) && owners.contains($0.to) }
  }

  /// The program's objects that ``captures`` refer to.
  var captured: Set<Int> { Set(captures.map(\.to)) }

  /// The closures that capture the objects in ``captured``.
  var capturing: [Int] { Set(captures.map(\.from)).sorted() }

  /// The program's objects that refer to a member that is not an object of the program, such as a
  /// closure, a bag, a subject or a subscription.
  var storingObjects: Set<Int> {
    Set(references.filter { owners.contains($0.from) && !owners.contains($0.to) }.map(\.from))
  }

  /// Returns whether one of `sources` refers to one of `targets`, directly or through storage such
  /// as arrays and boxes. If `throughLibraryClosures` is `true`, the path may also contain closures
  /// of libraries.
  func refers(
    _ sources: [Int], to targets: [Int], throughLibraryClosures: Bool = false
  ) -> Bool {
    var reached = Set(sources)
    var pending = sources
    while let current = pending.popLast() {
      for reference in references where reference.from == current {
        if targets.contains(reference.to) { return true }
        let isPassed =
          isStorage(reference.to)
          || throughLibraryClosures && node(reference.to).kind.isClosure
            && !closures.contains(reference.to)
        if isPassed, reached.insert(reference.to).inserted {
          pending.append(reference.to)
        }
      }
    }
    return false
  }

  /// Returns whether a path leads from one object to another without passing through the program's
  /// objects or closures.
  func hasPath(from source: Int, to target: Int) -> Bool {
    var reached: Set = [source]
    var pending = [source]
    while let current = pending.popLast() {
      for reference in references where reference.from == current {
        if reference.to == target { return true }
        guard !owners.contains(reference.to), !closures.contains(reference.to),
          reached.insert(reference.to).inserted
        else { continue }
        pending.append(reference.to)
      }
    }
    return false
  }

  /// Returns whether an object of the program stores a closure that captures the object. The
  /// closure may also be in storage such as an array. Only ``captures`` are considered, and
  /// `isIncluded` has to return `true` for the object and the closure.
  func storesCapturing(where isIncluded: (_ owner: Int, _ closure: Int) -> Bool) -> Bool {
    captures.contains { refers([$0.to], to: [$0.from]) && isIncluded($0.to, $0.from) }
  }

  /// A Boolean value indicating whether the finding is a cycle without objects of the program, in
  /// which a library's object keeps the continuation for which a task waits.
  var isWaitForLibrary: Bool {
    isCycle && owners.isEmpty
      && references.contains { reference in
        graph.keepsContinuation(reference) && others.contains { $0.index == reference.from }
      }
  }

  /// A Boolean value indicating whether the finding is not a cycle, and contains a timer and a
  /// closure of the program that captures an object of the program.
  var hasTimerAndCapturingClosure: Bool {
    !isCycle && !libraryMembers(naming: "Foundation.Timer").isEmpty
      && graph.references.contains {
        $0.strength == .strong && closures.contains($0.from) && owners.contains($0.to)
      }
  }

  /// A Boolean value indicating whether an asynchronous stream is a member of the cycle.
  var hasAsyncStream: Bool { isCycle(through: "AsyncStream", "AsyncThrowingStream") }

  /// A Boolean value indicating whether a stream has a continuation. A stream that gets its
  /// elements from an unfolding closure has none.
  var hasStreamContinuation: Bool {
    !isCycle(through: "AsyncStream._Context", "AsyncThrowingStream._Context")
      || isCycle(through: "AsyncStream._Storage", "AsyncThrowingStream._Storage")
  }

  /// Returns whether the finding is a cycle that contains a library's object whose type name
  /// contains one of the words.
  func isCycle(through words: String...) -> Bool {
    isCycle && words.contains { !libraryMembers(naming: $0).isEmpty }
  }

  /// The members that are subjects or relays of a library.
  var subjects: [Int] { libraryMembers(naming: "Subject", "Relay") }

  /// Returns the label of the reference from one member to another; `nil` if there is none.
  func label(from source: Int, to target: Int) -> String? {
    references.first { $0.from == source && $0.to == target }?.label
  }

  /// A Boolean value indicating whether one of the ``members`` is part of a subscription, such as a
  /// sink or an observer.
  var hasSubscription: Bool {
    !libraryMembers(naming: "Sink", "Observer", "Subscription", "Producer", "Observable").isEmpty
  }

  /// Returns a label's last property: `delegate` for `state.delegate`.
  static func property(_ label: String) -> String {
    String((label.split(separator: ".").last ?? "").prefix { $0 != "[" && $0 != "(" })
  }

  /// Returns whether a reference connects two objects. A node that is merged by type represents
  /// several objects, so its reference to itself connects two of them.
  func connectsTwoObjects(_ reference: ObjectGraph.Reference) -> Bool {
    reference.from != reference.to || node(reference.from).count > 1
  }

  /// The references to break that connect the program's objects, without those in untyped memory,
  /// which an edit of a property cannot make weak.
  var brokenProperties: [ObjectGraph.Reference] {
    broken.filter {
      owners.contains($0.from) && owners.contains($0.to) && !graph.isInMemoryOfProgram($0)
    }
  }

  /// Returns the references of ``brokenProperties`` that connect two objects. The name of the
  /// property that stores the reference has to satisfy `isNamed`.
  func ownReferences(where isNamed: (String) -> Bool) -> [ObjectGraph.Reference] {
    brokenProperties.filter { connectsTwoObjects($0) && isNamed(Self.property($0.label)) }
  }

  /// Returns whether a reference is part of an element of a collection, rather than the element
  /// itself: `rows[*].table`.
  static func isPartOfElement(_ reference: ObjectGraph.Reference) -> Bool {
    reference.label.drop { $0 != "]" }.contains(".")
  }

  func isStorage(_ index: Int) -> Bool {
    switch node(index).kind {
    case .array, .dictionary, .set, .box: true
    default: false
    }
  }

  /// Returns whether one of `sources` refers to one of `targets` through a collection. Either the
  /// collection is one of the ``members``, or the label of a reference contains an index.
  func isCollectionBetween(_ sources: [Int], _ targets: [Int]) -> Bool {
    references.contains { reference in
      sources.contains(reference.from) && targets.contains(reference.to)
        && reference.label.contains("[")
    }
      || members.contains { collection in
        isCollection(collection) && refers(sources, to: [collection])
          && refers([collection], to: targets)
      }
  }

  private func isCollection(_ index: Int) -> Bool {
    node(index).kind.isCollection
  }
}

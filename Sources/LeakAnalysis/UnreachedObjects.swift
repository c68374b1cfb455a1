import HeapWalking
import OwnershipGraph

/// The objects that no root keeps alive, with what may own them beside typed references.
///
/// Whatever is not reached has leaked; the question is why. A word of untyped memory that is not
/// reached either may own a retain that no typed reference explains. It counts as a reference in a
/// graph whose nodes are objects and blocks of such memory. Some objects of that graph are retained
/// only by cycles and by what cycles own: they are closed. The others are over-retained, or owned
/// by an over-retained object.
struct UnreachedObjects {
  /// A set of objects each of which reaches all others.
  struct Cycle {
    /// Their nodes in the heap.
    var members: [Int]
    /// A Boolean value indicating whether only cycles keep it alive, and no over-retained object.
    var isClosed: Bool
  }

  private let heap: HeapSnapshot
  private let typed: OwnershipAccounting
  /// The objects' nodes in the heap, ascending: the first nodes of ``rows``.
  private let objects: [Int]
  /// For each object of the heap its node in ``rows``, -1 for an object that is reached.
  private let indexOf: [Int32]
  /// For each node the nodes that it may own, one for each word of untyped memory.
  private var possible: [[Int]] = []
  private var rows = SparseRows([])
  private var accounting: OwnershipAccounting
  /// The cycles among what is not closed; see ``findOpenCycles()``.
  private var openCycles = RetainCycles(of: SparseRows([]))

  /// - Parameters:
  ///   - typed: The accounting of the heap's counts by typed references.
  ///   - isLibrarys: A predicate for objects of the language's libraries, whose own memory refers
  ///     back to them by design.
  /// - Complexity: O(bytes of the objects and of the memory that they refer to).
  init(
    in heap: HeapSnapshot, _ typed: OwnershipAccounting, _ roots: some RootReachability,
    isLibrarys: (Int) -> Bool
  ) {
    self.heap = heap
    self.typed = typed
    objects = heap.addresses.indices.filter(roots.isUnreached)
    var indexOf = [Int32](repeating: -1, count: heap.addresses.count)
    for (index, object) in objects.enumerated() { indexOf[object] = Int32(index) }
    self.indexOf = indexOf
    accounting = OwnershipAccounting(of: rows, strongCounts: [], roots: [])
    // Possible owners matter only where typed references leave retains unexplained.
    guard objects.contains(where: { typed.standings[$0] == .unexplained }) else { return }
    collectPossessions(roots)
    account()
    if ignoreOwnMemory(isLibrarys) { account() }
    findOpenCycles()
  }

  private mutating func collectPossessions(_ roots: some RootReachability) {
    var memory: [Int] = []
    var nodeOfMemory: [Int: Int] = [:]
    func node(_ possession: Possession) -> Int? {
      switch possession {
      case .object(let object):
        return indexOf[object] < 0 ? nil : Int(indexOf[object])
      case .memory(let block):
        if let known = nodeOfMemory[block] { return known }
        memory.append(block)
        nodeOfMemory[block] = objects.count + memory.count - 1
        return objects.count + memory.count - 1
      }
    }
    for object in objects { possible.append(roots.possessions(of: object).compactMap(node)) }
    var next = 0
    while next < memory.count {
      possible.append(roots.possessions(ofMemory: memory[next]).compactMap(node))
      next += 1
    }
  }

  /// Explains the remaining retains by possible owners, each of which explains one.
  private mutating func account() {
    var builder = SparseRowsBuilder(expectedNodes: possible.count)
    for node in possible.indices {
      for target in typedTargets(of: node) + possible[node] { builder.addReference(to: target) }
      builder.endRow()
    }
    rows = builder.finished()
    var found = [UInt32](repeating: 0, count: rows.nodeCount)
    for target in rows.targets { found[Int(target)] += 1 }
    for (index, object) in objects.enumerated() where heap.strongCounts[object] > found[index] {
      found[index] = heap.strongCounts[object]
    }
    accounting = OwnershipAccounting(of: rows, strongCounts: found, roots: [])
  }

  /// Finds the cycles that something over-retained keeps alive as well.
  ///
  /// A word of untyped memory is a part of a cycle only where it explains a retain. An object that
  /// is over-retained has leaked with or without such a word, so a word that refers to it is no
  /// evidence of a cycle.
  private mutating func findOpenCycles() {
    var builder = SparseRowsBuilder(expectedNodes: possible.count)
    for node in possible.indices {
      if !isClosed(node) {
        let owned = possible[node].filter { accounting.unexplainedOwners[$0] == 0 }
        for target in typedTargets(of: node) + owned where !isClosed(target) {
          builder.addReference(to: target)
        }
      }
      builder.endRow()
    }
    openCycles = RetainCycles(of: builder.finished())
  }

  private func typedTargets(of node: Int) -> [Int] {
    guard node < objects.count, heap.strongCounts[objects[node]] != 0 else { return [] }
    return heap.references[objects[node]].compactMap { target in
      indexOf[Int(target)] < 0 ? nil : Int(indexOf[Int(target)])
    }
  }

  /// Ignores words in the memory of a library's object that refer to that object alone.
  ///
  /// - Returns: Whether there was such an object.
  private mutating func ignoreOwnMemory(_ isLibrarys: (Int) -> Bool) -> Bool {
    var hasChanged = false
    for members in accounting.cycles.memberLists() {
      let owners = members.filter { $0 < objects.count }
      guard owners.count == 1, let object = owners.first,
        !typedTargets(of: object).contains(object), isLibrarys(objects[object])
      else { continue }
      for member in members { possible[member].removeAll { $0 == object } }
      hasChanged = true
    }
    return hasChanged
  }
}

// What is found.
extension UnreachedObjects {
  /// Returns whether typed references explain all retains of an object, so that the walk has found
  /// why it leaked.
  private func isExplained(_ object: Int) -> Bool { typed.standings[object] != .unexplained }

  private func isClosed(_ node: Int) -> Bool {
    accounting.standings[node] == .inCycle || accounting.standings[node] == .behindCycle
  }

  /// The over-retained objects, ascending.
  var overRetained: [Int] {
    objects.indices.lazy
      .filter { !possible.isEmpty && accounting.unexplainedOwners[$0] > 0 }.map { objects[$0] }
      .filter { !isExplained($0) }
  }

  /// The leaked cycles that typed references alone do not prove.
  ///
  /// - Complexity: O(objects + references).
  var cycles: [Cycle] {
    guard !possible.isEmpty else { return [] }
    let closed = accounting.cycles.memberLists().filter { isClosed($0[0]) }
      .map { $0.filter { $0 < objects.count }.map { objects[$0] } }
      .filter { $0.contains { !isExplained($0) } }
    let open = openCycles.memberLists().map { $0.filter { $0 < objects.count }.map { objects[$0] } }
      .filter { $0.contains { !isExplained($0) } }
    return closed.map { Cycle(members: $0, isClosed: true) }
      + open.map { Cycle(members: $0, isClosed: false) }
  }

  /// Returns whether a node is a member of one of ``cycles`` or of a proven one.
  private func isInCycle(_ node: Int) -> Bool {
    isClosed(node) ? accounting.cycles.isMember(node) : openCycles.isMember(node)
  }

  /// Returns the leaked objects in no cycle that some objects own, except those that typed
  /// references prove to be leaked.
  ///
  /// What words of untyped memory may own is included.
  ///
  /// - Parameters:
  ///   - isClosed: Only what nothing over-retained owns; otherwise only what is over-retained or
  ///     owned by something that is.
  ///   - limit: The number of objects after which the search ends.
  /// - Complexity: O(objects found and their references).
  func behind(_ objects: [Int], isClosed: Bool, limit: Int = ObjectGroup.maxShown) -> [Int] {
    guard !possible.isEmpty else { return [] }
    var seen = Set(objects.map { Int(indexOf[$0]) }.filter { $0 >= 0 })
    var open = Array(seen)
    var found: [Int] = []
    while let node = open.popLast(), found.count < limit {
      for target in typedTargets(of: node) + possible[node] {
        guard self.isClosed(target) == isClosed, !isInCycle(target),
          seen.insert(target).inserted
        else { continue }
        let isMemory = target >= self.objects.count
        if !isMemory, isExplained(self.objects[target]) { continue }
        open.append(target)
        if !isMemory { found.append(self.objects[target]) }
      }
    }
    return found.sorted()
  }

  /// Returns the references among some objects that are not typed: from an object to what its
  /// untyped memory may own.
  ///
  /// - Complexity: O(objects · memory that one refers to).
  func possibleReferences(among objects: [Int]) -> [(from: Int, to: Int)] {
    guard !possible.isEmpty else { return [] }
    let wanted = Set(objects)
    var found: [(from: Int, to: Int)] = []
    for object in objects where indexOf[object] >= 0 {
      var seen = Set<Int>()
      var open = [Int(indexOf[object])]
      while let node = open.popLast() {
        for target in possible[node] where seen.insert(target).inserted {
          if target >= self.objects.count {
            open.append(target)
          } else if wanted.contains(self.objects[target]) {
            found.append((object, self.objects[target]))
          }
        }
      }
    }
    return found
  }
}

import HeapWalking
import OwnershipGraph

/// The objects that no root keeps alive, and the words of untyped memory that may own them.
///
/// Unreached objects have leaked, and this type finds the cause. If no typed reference explains a
/// retain, the owner may be a word of untyped memory that no root reaches either. The search uses a
/// graph of the unreached objects and of blocks of such memory. In this graph, each object or block
/// is a row, and each word that may own an object is a reference. An object is called
/// *self-retained* if it is kept alive only by cycles. Every other object is over-retained, or
/// owned by an over-retained object.
struct UnreachedObjects {
  /// A set of objects, each of which reaches all others.
  struct Cycle {
    var members: [HeapNode]
    /// A Boolean value indicating whether the members are kept alive only by cycles, not by an
    /// over-retained object.
    var isSelfRetained: Bool
  }

  /// The objects and blocks of untyped memory that are listed with a leak that keeps them alive.
  /// Each is listed only once.
  struct Listed {
    /// For each row, whether it is listed; empty before the first search.
    fileprivate var isListed: [Bool] = []
  }

  private let heap: HeapSnapshot
  private let typed: HeapAccounting
  /// The objects that no root reaches, ascending. They are the first rows of ``rows``.
  let objects: [HeapNode]
  /// For each object of the heap, its row; -1 for a reached object.
  private let rowOf: [Int32]
  /// For each row, the rows that it may own through untyped memory, with one entry for each word.
  private var possible: [[Int]] = []
  private var rows = SparseRows([])
  private var accounting: OwnershipAccounting
  /// The cycles that over-retained objects keep alive; see ``findOverRetainedCycles()``.
  private var overRetainedCycles = RetainCycles(of: SparseRows([]))
  /// The rows of the cycles that are listed with the object that keeps them alive; see
  /// ``attachCycles(where:)``.
  private var attached: Set<Int> = []

  /// - Parameters:
  ///   - typed: The accounting of the heap's retain counts based on typed references.
  ///   - belongsToLibrary: A predicate for objects of libraries. If untyped memory refers back to
  ///     the library's object that owns it, the reference is ignored.
  /// - Complexity: O(bytes of the objects and of the memory that they refer to).
  init(
    in heap: HeapSnapshot, _ typed: HeapAccounting, _ roots: some RootReachability,
    belongsToLibrary: (HeapNode) -> Bool
  ) {
    self.heap = heap
    self.typed = typed
    objects = heap.nodes.filter(roots.isUnreached)
    var rowOf = [Int32](repeating: -1, count: heap.addresses.count)
    for (row, object) in objects.enumerated() { rowOf[object.index] = Int32(row) }
    self.rowOf = rowOf
    accounting = OwnershipAccounting(of: rows, strongCounts: [], roots: [])
    // Possible owners matter only if there are retains that typed references do not explain.
    guard objects.contains(where: { typed.retention(of: $0) == .unexplained }) else { return }
    collectPossibleTargets(roots)
    ignoreUnmanaged(roots)
    account()
    if ignoreOwnMemory(belongsToLibrary) { account() }
    findOverRetainedCycles()
  }

  private mutating func collectPossibleTargets(_ roots: some RootReachability) {
    var memory: [Int] = []
    var rowOfMemory: [Int: Int] = [:]
    func row(_ target: PossibleTarget) -> Int? {
      switch target {
      case .object(let object): return self.row(of: object)
      case .memory(let block):
        if let known = rowOfMemory[block] { return known }
        memory.append(block)
        rowOfMemory[block] = objects.count + memory.count - 1
        return objects.count + memory.count - 1
      }
    }
    for object in objects { possible.append(roots.possibleTargets(of: object).compactMap(row)) }
    var next = 0
    while next < memory.count {
      possible.append(roots.possibleTargets(ofMemory: memory[next]).compactMap(row))
      next += 1
    }
  }

  /// Ignores `Unmanaged` values and raw pointers to an object if other words of untyped memory
  /// suffice to explain the object's remaining retains.
  ///
  /// Such a value usually does not retain its target, so it counts as an owner only if there is no
  /// other possible owner.
  private mutating func ignoreUnmanaged(_ roots: some RootReachability) {
    var words = [UInt32](repeating: 0, count: objects.count)
    for target in possible.joined() where target < objects.count { words[target] += 1 }
    let hasMore = objects.indices.map { words[$0] > typed.unexplainedOwners(of: objects[$0]) }
    var unmanaged: [Int: [Int]] = [:]
    for owner in objects.indices
    where possible[owner].contains(where: { $0 < objects.count && hasMore[$0] }) {
      let targets = roots.possibleUnmanagedTargets(of: objects[owner]).compactMap(row)
      for target in targets { words[target] -= 1 }
      if !targets.isEmpty { unmanaged[owner] = targets }
    }
    for (owner, targets) in unmanaged {
      for target in targets
      where hasMore[target] && words[target] >= typed.unexplainedOwners(of: objects[target]) {
        possible[owner].firstIndex(of: target).map { _ = possible[owner].remove(at: $0) }
      }
    }
  }

  /// Accounts for the retains that typed references do not explain: each possible owner explains
  /// one of them.
  private mutating func account() {
    var builder = SparseRowsBuilder(expectedNodes: possible.count)
    for row in possible.indices {
      if let object = object(row), heap.strongCount(of: object) != 0 {
        for target in heap.targets(of: object) where rowOf[target.index] >= 0 {
          builder.addReference(to: Int(rowOf[target.index]))
        }
      }
      for target in possible[row] { builder.addReference(to: target) }
      builder.endRow()
    }
    rows = builder.finished()
    var found = [UInt32](repeating: 0, count: rows.nodeCount)
    for target in rows.targets { found[Int(target)] += 1 }
    for (row, object) in objects.enumerated() where heap.strongCount(of: object) > found[row] {
      found[row] = heap.strongCount(of: object)
    }
    accounting = OwnershipAccounting(of: rows, strongCounts: found, roots: [])
  }

  /// Finds the cycles that over-retained objects keep alive. The rows in these cycles are not
  /// *self-retained*; see ``UnreachedObjects``.
  ///
  /// As in ``account()``, a word of untyped memory counts as an owner of the object to which it
  /// refers, even if that object is over-retained. The word may therefore be part of a cycle.
  private mutating func findOverRetainedCycles() {
    var builder = SparseRowsBuilder(expectedNodes: possible.count)
    for row in possible.indices {
      if !isSelfRetained(row) {
        for reference in rows.references(of: row) {
          let target = Int(rows.targets[reference])
          if !isSelfRetained(target) { builder.addReference(to: target) }
        }
      }
      builder.endRow()
    }
    overRetainedCycles = RetainCycles(of: builder.finished())
  }

  /// Returns the row of an object; `nil` for a reached object.
  private func row(of object: HeapNode) -> Int? {
    rowOf[object.index] < 0 ? nil : Int(rowOf[object.index])
  }

  /// Returns the object of a row; `nil` for a block of untyped memory.
  private func object(_ row: Int) -> HeapNode? { row < objects.count ? objects[row] : nil }

  /// Ignores words of untyped memory that refer back to the object that owns the memory, if that
  /// object belongs to a library.
  ///
  /// Only cycles that consist of one object and its memory are considered. An object that refers to
  /// itself through a typed reference is excluded.
  ///
  /// - Returns: Whether this call found any words to ignore.
  private mutating func ignoreOwnMemory(_ belongsToLibrary: (HeapNode) -> Bool) -> Bool {
    var hasChanged = false
    for members in accounting.cycles.memberLists() {
      let owners = members.filter { $0 < objects.count }
      guard owners.count == 1, let owner = owners.first,
        !heap.targets(of: objects[owner]).contains(objects[owner]), belongsToLibrary(objects[owner])
      else { continue }
      for member in members { possible[member].removeAll { $0 == owner } }
      hasChanged = true
    }
    return hasChanged
  }
}

// Results.
extension UnreachedObjects {
  /// Returns whether typed references alone explain why an object is alive. If so, the walk of the
  /// heap has already found the cause of the leak.
  private func isExplained(_ object: HeapNode) -> Bool {
    typed.retention(of: object) != .unexplained
  }

  private func isSelfRetained(_ row: Int) -> Bool {
    accounting.retentions[row] == .inCycle || accounting.retentions[row] == .behindCycle
  }

  /// Returns whether a row is an object with retains that neither typed references nor words of
  /// untyped memory explain.
  private func isOverRetained(_ row: Int) -> Bool {
    guard accounting.unexplainedOwners[row] > 0, let object = object(row) else { return false }
    return !isExplained(object)
  }

  /// The over-retained objects, ascending.
  var overRetained: [HeapNode] {
    guard !possible.isEmpty else { return [] }
    return objects.indices.lazy.filter(isOverRetained).map { objects[$0] }
  }

  /// Returns the number of retains that neither typed references nor words of untyped memory
  /// explain.
  func unexplainedOwners(of object: HeapNode) -> Int {
    row(of: object).map { Int(accounting.unexplainedOwners[$0]) } ?? 0
  }

  /// The leaked cycles that typed references alone do not prove.
  ///
  /// - Complexity: O(objects + references).
  var cycles: [Cycle] {
    guard !possible.isEmpty else { return [] }
    let selfRetained = accounting.cycles.memberLists().filter { isSelfRetained($0[0]) }
      .map { $0.compactMap(object) }
      .filter { $0.contains { !isExplained($0) } }
    let overRetained = overRetainedCycles.memberLists().filter { !attached.contains($0[0]) }
      .map { $0.compactMap(object) }
      .filter { $0.contains { !isExplained($0) } }
    return selfRetained.map { Cycle(members: $0, isSelfRetained: true) }
      + overRetained.map { Cycle(members: $0, isSelfRetained: false) }
  }

  /// Returns whether a row is a member of one of ``cycles`` or of a proven cycle.
  private func isInCycle(_ row: Int) -> Bool {
    if isSelfRetained(row) { return accounting.cycles.isMember(row) }
    return overRetainedCycles.isMember(row) && !attached.contains(row)
  }

  /// Excludes some of the cycles that over-retained objects keep alive from ``cycles``. Their
  /// members are then listed with the object that keeps them alive, like objects in no cycle.
  ///
  /// - Parameter isPart: A closure that receives the members of a cycle, and returns whether the
  ///   cycle is to be listed with the object that keeps it alive.
  mutating func attachCycles(where isPart: ([HeapNode]) -> Bool) {
    for rows in overRetainedCycles.memberLists() where isPart(rows.compactMap(object)) {
      attached.formUnion(rows)
    }
  }

  /// Returns other leaked objects that the given objects own, directly or indirectly, through typed
  /// references or words of untyped memory.
  ///
  /// The result omits members of cycles and over-retained objects. It also omits an object if typed
  /// references alone have already proven that it leaked. All of these objects are reported in
  /// other findings.
  ///
  /// - Parameters:
  ///   - isSelfRetained: `false` if the given objects are over-retained or owned by an
  ///     over-retained object; `true` if they are kept alive only by cycles.
  ///   - listed: The objects that earlier calls returned, which are not returned again. This call
  ///     adds the objects that it returns.
  /// - Complexity: O(objects found and their references), and O(objects) once.
  func behind(
    _ objects: [HeapNode], isSelfRetained: Bool, listed: inout Listed
  ) -> [HeapNode] {
    guard !possible.isEmpty else { return [] }
    if listed.isListed.isEmpty {
      listed.isListed = Array(repeating: false, count: possible.count)
    }
    var open = objects.compactMap(row)
    var found: [HeapNode] = []
    while let row = open.popLast() {
      for reference in rows.references(of: row) {
        let target = Int(rows.targets[reference])
        guard !listed.isListed[target], self.isSelfRetained(target) == isSelfRetained,
          !isInCycle(target), !isOverRetained(target)
        else { continue }
        if let object = object(target) {
          guard !isExplained(object) else { continue }
          found.append(object)
        }
        listed.isListed[target] = true
        open.append(target)
      }
    }
    return found.sorted()
  }

  /// Returns the possible references among some objects, in the order of the objects that own the
  /// memory. If there are very many, some are omitted; see ``PossibleReferenceSearch``.
  ///
  /// A word of untyped memory may own an object only if typed references do not explain all retains
  /// of the object.
  ///
  /// - Complexity: O(*n* + *m*) for *n* objects that reach *m* words of untyped memory.
  func possibleReferences(among objects: [HeapNode]) -> [PossibleReference] {
    guard !possible.isEmpty else { return [] }
    let targets = Set(objects.filter { typed.unexplainedOwners(of: $0) > 0 }.compactMap(row))
    guard !targets.isEmpty else { return [] }
    var search = PossibleReferenceSearch(in: possible, objects: self.objects, targets: targets)
    for row in objects.compactMap(row) { search.addReferences(ofObject: row) }
    return search.found
  }
}

/// An order of objects that depends on the references between them and not on their addresses.
///
/// Objects that are not yet distinguished form a class; initially, these are the objects with equal
/// keys. A class is split if its objects differ in the classes of their owners or targets. This is
/// repeated until no class can be split (color refinement). Objects that remain in one class are
/// usually interchangeable. One of them is put first, and the splitting starts again.
struct ReferenceOrder {
  /// A reference between two of the objects.
  struct Link: Hashable {
    /// The number of the field that contains the reference. The same field of different objects has
    /// the same number.
    var field: Int
    /// The index of the object at the other end of the reference.
    var object: Int
  }

  /// The maximum number of comparisons of objects, which bounds the time.
  private static let maxWork = 100_000

  /// For each object, the number of objects in preceding classes.
  private(set) var ranks: [Int]
  private let targets: [[Link]]
  private var owners: [[Link]]
  private var work = 0

  /// - Parameters:
  ///   - ranks: For each object, the number of objects with smaller keys.
  ///   - targets: For each object, its references to other objects.
  init(ranks: [Int], targets: [[Link]]) {
    self.ranks = ranks
    self.targets = targets
    owners = Array(repeating: [], count: targets.count)
    for (owner, links) in targets.enumerated() {
      for link in links { owners[link.object].append(Link(field: link.field, object: owner)) }
    }
    while true {
      while split() {}
      guard let first = ties().first else { break }
      separate(first)
    }
  }

  /// Returns the classes that contain several objects, in order of rank.
  private func ties() -> [[Int]] {
    var classes = [[Int]](repeating: [], count: ranks.count)
    for (object, rank) in ranks.enumerated() { classes[rank].append(object) }
    return classes.filter { $0.count > 1 }
  }

  /// Tries to split each class once, and returns whether any class was split.
  private mutating func split() -> Bool {
    guard work < Self.maxWork else { return false }
    var next = ranks
    var isSplit = false
    for tied in ties() {
      work += tied.count
      let sorted = tied.map { (object: $0, links: surroundings(of: $0)) }
        .sorted { $0.links.lexicographicallyPrecedes($1.links) }
      for index in sorted.indices.dropFirst() {
        let (previous, current) = (sorted[index - 1], sorted[index])
        let isEqual = previous.links == current.links
        next[current.object] = isEqual ? next[previous.object] : ranks[current.object] + index
        if !isEqual { isSplit = true }
      }
    }
    ranks = next
    return isSplit
  }

  /// Returns the references from and to an object, as field numbers and the ranks of the other
  /// objects.
  private func surroundings(of object: Int) -> [Int] {
    func words(_ links: [Link]) -> [Int] {
      links.map { ($0.field, ranks[$0.object]) }.sorted { $0 < $1 }.flatMap { [$0.0, $0.1] }
    }
    return words(targets[object]) + [Int.max] + words(owners[object])
  }

  /// Puts the first object of a class before the others. If all objects of the class have the same
  /// owners and targets, or if the limit of comparisons is reached, orders the whole class.
  private mutating func separate(_ tied: [Int]) {
    work += tied.count
    let (owners, targets) = (Set(owners[tied[0]]), Set(targets[tied[0]]))
    let areEqual = tied.allSatisfy {
      Set(self.owners[$0]) == owners && Set(self.targets[$0]) == targets
    }
    let isWhole = areEqual || work >= Self.maxWork
    for (index, object) in tied.enumerated() { ranks[object] += isWhole ? index : min(index, 1) }
  }
}

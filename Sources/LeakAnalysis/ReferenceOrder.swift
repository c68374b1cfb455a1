/// An order of objects that depends on the references between them and not on their addresses.
///
/// The objects are given in classes of objects with equal keys. A class is split by the ranks of
/// its objects' owners and targets in the order of classes, until no class can be split (color
/// refinement). Objects that are still in one class are usually interchangeable: one of them is put
/// first, and the other classes are split again.
struct ReferenceOrder {
  /// A reference between two of the objects.
  struct Link: Hashable {
    /// A number for the field that contains the reference. Equal fields have equal numbers.
    var field: Int
    /// The other object.
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
  ///   - targets: For each object, the references from the object.
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

  /// Returns the classes with several objects, in their order.
  private func ties() -> [[Int]] {
    var classes = [[Int]](repeating: [], count: ranks.count)
    for (object, rank) in ranks.enumerated() { classes[rank].append(object) }
    return classes.filter { $0.count > 1 }
  }

  /// Splits each class once, and returns whether a class was split.
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

  /// Returns the references of an object, with the ranks of the objects at their other ends.
  private func surroundings(of object: Int) -> [Int] {
    func words(_ links: [Link]) -> [Int] {
      links.map { ($0.field, ranks[$0.object]) }.sorted { $0 < $1 }.flatMap { [$0.0, $0.1] }
    }
    return words(targets[object]) + [Int.max] + words(owners[object])
  }

  /// Puts the first object of a class before the others. Orders the whole class if its objects have
  /// the same owners and targets, or if the limit of comparisons is reached.
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

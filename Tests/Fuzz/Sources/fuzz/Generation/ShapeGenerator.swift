/// A generator of random shapes, which are types whose values refer to objects of given classes.
struct ShapeGenerator {
  /// The identifier of the next struct or enum.
  private(set) var nextID: Int
  /// The number of classes in the group.
  private let classCount: Int
  /// The maximum nesting depth of a shape.
  private static let maxDepth = 4

  init(nextID: Int, classCount: Int) {
    self.nextID = nextID
    self.classCount = classCount
  }

  /// Returns a shape whose first leaf refers to an object of the class `classIndex`.
  ///
  /// - Parameters:
  ///   - isOwning: A Boolean value indicating whether the first leaf retains its target.
  ///   - allowsMore: A Boolean value indicating whether there may be further leaves, of any class.
  mutating func shape(
    for classIndex: Int, isOwning: Bool, allowsMore: Bool, depth: Int = 0,
    _ random: inout SeededGenerator
  ) -> Shape {
    guard depth < Self.maxDepth, !random.chance(depth == 0 ? 0.2 : 0.35) else {
      return .leaf(leaf(classIndex, isOwning, &random))
    }
    func inner(_ generator: inout Self, _ random: inout SeededGenerator) -> Shape {
      generator.shape(
        for: classIndex, isOwning: isOwning, allowsMore: allowsMore, depth: depth + 1, &random)
    }
    switch random.number(0...15) {
    case 0: return .optional(inner(&self, &random))
    case 1, 2:
      let members = members(with: inner(&self, &random), allowsMore, depth, &random)
      return .record(Record(id: takeID(), members: members, isGeneric: random.chance(0.4)))
    case 3:
      var members = members(with: inner(&self, &random), allowsMore, depth, &random)
      if members.count < 2 { members.append(.padding(.int)) }
      return .tuple(members)
    case 4, 5, 6: return .choice(choice(inner(&self, &random), allowsMore, depth, &random))
    case 7: return .anyValue(inner(&self, &random))
    case 8: return .existential(inner(&self, &random))
    case 9: return .error(inner(&self, &random))
    case 10, 11:
      let kind = random.pick(ListKind.allCases)
      return .list(kind, history(kind, &random), inner(&self, &random))
    case 12:
      return .table(
        random.pick(TableKind.allCases), history(.array, &random), inner(&self, &random))
    case 13, 14: return closure(around: inner(&self, &random), &random)
    default: return .box(inner(&self, &random))
    }
  }

  func leaf(_ classIndex: Int, _ isOwning: Bool, _ random: inout SeededGenerator) -> Leaf {
    let kinds: [Leaf.Kind] =
      isOwning
      ? [.concrete, .concrete, .concrete, .anyObject, .marked]
      : [.weak, .unowned, .unownedUnsafe, .unmanaged]
    return Leaf(kind: random.pick(kinds), classIndex: classIndex)
  }

  private mutating func takeID() -> Int {
    nextID += 1
    return nextID - 1
  }

  private func closure(around inner: Shape, _ random: inout SeededGenerator) -> Shape {
    var kind = random.pick(ClosureKind.allCases)
    if kind == .method {
      if case .leaf(let leaf) = inner, leaf.kind == .concrete || leaf.kind == .marked {
        return .closure(.method, inner)
      }
      kind = .plain
    }
    return .closure(kind, inner)
  }

  /// Returns the members of a struct, tuple or payload that contains a shape. Padding is before or
  /// after the shape, at random. Any other member with a shape follows it.
  private mutating func members(
    with shape: Shape, _ allowsMore: Bool, _ depth: Int, _ random: inout SeededGenerator
  ) -> [Member] {
    var others: [Member] = (0..<random.number(0...3)).map { _ in
      .padding(random.pick(Padding.allCases.filter { $0 != .empty }))
    }
    if allowsMore, random.chance(0.2) {
      let isOwning = random.chance(0.7)
      others.append(
        .shape(
          self.shape(
            for: random.number(0...(classCount - 1)), isOwning: isOwning, allowsMore: false,
            depth: depth + 2, &random)))
    }
    // The first leaf of `shape` must stay the first, so other members with leaves follow it.
    let before = others.filter { $0.shape == nil && random.chance(0.5) }
    let rest = others.dropFirst(0).filter { member in
      member.shape != nil || !before.contains(member)
    }
    return before + [.shape(shape)] + rest
  }

  private mutating func choice(
    _ inner: Shape, _ allowsMore: Bool, _ depth: Int, _ random: inout SeededGenerator
  ) -> Choice {
    var payload: [Member] = [.shape(inner)]
    if random.chance(0.4) { payload = members(with: inner, allowsMore, depth, &random) }
    func other(_ random: inout SeededGenerator) -> Choice.Case {
      let count = random.pick([0, 0, 1, 1, 1, 2])
      let payload = (0..<count).map { _ in Member.padding(random.pick(Padding.allCases)) }
      return Choice.Case(payload: payload, isIndirect: count > 0 && random.chance(0.15))
    }
    let before = (0..<random.pick([0, 0, 1, 2])).map { _ in other(&random) }
    let after = (0..<random.pick([0, 1, 1, 2, 5])).map { _ in other(&random) }
    return Choice(
      id: takeID(), before: before,
      chosen: Choice.Case(payload: payload, isIndirect: random.chance(0.25)), after: after,
      isGeneric: random.chance(0.4), isRecursive: random.chance(0.2))
  }

  private func history(_ kind: ListKind, _ random: inout SeededGenerator) -> ListHistory {
    if kind == .inlineArray {
      return ListHistory(growth: .repeating, count: random.number(1...8), removed: 0)
    }
    return ListHistory(
      growth: random.pick(ListHistory.Growth.allCases),
      count: random.chance(0.6) ? random.number(1...8) : random.number(1...70),
      removed: random.chance(0.3) ? random.number(1...5) : 0)
  }
}

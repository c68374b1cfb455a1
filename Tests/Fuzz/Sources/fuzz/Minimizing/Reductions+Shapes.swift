extension Reductions {
  /// Returns simpler shapes. Their leaves are the first leaves of the given shape.
  static func reductions(of shape: Shape) -> [Shape] {
    var results: [Shape] = []
    if let first = shape.children.first { results.append(first) }
    switch shape {
    case .leaf(let leaf):
      if leaf.isErased { results.append(.leaf(Leaf(kind: .concrete, classIndex: leaf.classIndex))) }
    case .optional(let inner): results += reductions(of: inner).map { .optional($0) }
    case .anyValue(let inner): results += reductions(of: inner).map { .anyValue($0) }
    case .existential(let inner): results += reductions(of: inner).map { .existential($0) }
    case .error(let inner): results += reductions(of: inner).map { .error($0) }
    case .box(let inner): results += reductions(of: inner).map { .box($0) }
    case .closure(let kind, let inner):
      if kind != .plain { results.append(.closure(.plain, inner)) }
      if kind != .method { results += reductions(of: inner).map { .closure(kind, $0) } }
    case .list(let kind, let history, let inner):
      results += histories(history).map { .list(kind, $0, inner) }
      if kind != .array { results.append(.list(.array, history, inner)) }
      results += reductions(of: inner).map { .list(kind, history, $0) }
    case .table(let kind, let history, let inner):
      results += histories(history).map { .table(kind, $0, inner) }
      if kind != .values { results.append(.table(.values, history, inner)) }
      results += reductions(of: inner).map { .table(kind, history, $0) }
    case .tuple(let members):
      results += reductions(of: members).filter { $0.count > 1 }.map { .tuple($0) }
    case .record(let record):
      for members in reductions(of: record.members) {
        var copy = record
        copy.members = members
        results.append(.record(copy))
      }
      if record.isGeneric {
        var copy = record
        copy.isGeneric = false
        results.append(.record(copy))
      }
    case .choice(let choice): results += reductions(of: choice).map { .choice($0) }
    }
    return results
  }

  private static func histories(_ history: ListHistory) -> [ListHistory] {
    var results: [ListHistory] = []
    if history.growth != .oneByOne {
      results.append(
        ListHistory(growth: .oneByOne, count: history.count, removed: history.removed))
    }
    if history.removed > 0 {
      results.append(ListHistory(growth: history.growth, count: history.count, removed: 0))
    }
    for count in Set([1, 2, 3, history.count / 2, history.count - 1])
    where (1..<history.count).contains(count) {
      results.append(
        ListHistory(growth: history.growth, count: count, removed: history.removed))
    }
    return results
  }

  private static func reductions(of members: [Member]) -> [[Member]] {
    var results: [[Member]] = []
    let firstShape = members.firstIndex { $0.shape != nil }
    for index in members.indices {
      if index != firstShape {
        var copy = members
        copy.remove(at: index)
        results.append(copy)
      } else if let shape = members[index].shape {
        // If a later member has leaves, this member must keep all its leaves. Otherwise the
        // remaining leaves would not be the first leaves of the shape.
        let isLast = members[(index + 1)...].allSatisfy { $0.shape == nil }
        for smaller in reductions(of: shape)
        where isLast || smaller.leaves.count == shape.leaves.count {
          var copy = members
          copy[index] = .shape(smaller)
          results.append(copy)
        }
      }
    }
    return results
  }

  private static func reductions(of choice: Choice) -> [Choice] {
    var results: [Choice] = []
    func add(_ change: (inout Choice) -> Void) {
      var copy = choice
      change(&copy)
      results.append(copy)
    }
    for index in choice.before.indices { add { $0.before.remove(at: index) } }
    for index in choice.after.indices { add { $0.after.remove(at: index) } }
    if choice.isGeneric { add { $0.isGeneric = false } }
    if choice.isRecursive { add { $0.isRecursive = false } }
    if choice.chosen.isIndirect { add { $0.chosen.isIndirect = false } }
    for members in reductions(of: choice.chosen.payload) { add { $0.chosen.payload = members } }
    return results
  }
}

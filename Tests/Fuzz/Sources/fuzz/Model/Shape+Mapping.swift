extension Shape {
  /// Returns the shape with other classes for its leaves.
  ///
  /// - Parameter change: A closure that returns the new index for the index of a class.
  func mappingClasses(_ change: (Int) -> Int) -> Shape {
    switch self {
    case .leaf(let leaf): .leaf(Leaf(kind: leaf.kind, classIndex: change(leaf.classIndex)))
    case .optional(let inner): .optional(inner.mappingClasses(change))
    case .anyValue(let inner): .anyValue(inner.mappingClasses(change))
    case .existential(let inner): .existential(inner.mappingClasses(change))
    case .error(let inner): .error(inner.mappingClasses(change))
    case .box(let inner): .box(inner.mappingClasses(change))
    case .closure(let kind, let inner): .closure(kind, inner.mappingClasses(change))
    case .list(let kind, let history, let inner):
      .list(kind, history, inner.mappingClasses(change))
    case .table(let kind, let history, let inner):
      .table(kind, history, inner.mappingClasses(change))
    case .tuple(let members): .tuple(members.map { $0.mappingClasses(change) })
    case .record(let record):
      .record(
        Record(
          id: record.id, members: record.members.map { $0.mappingClasses(change) },
          isGeneric: record.isGeneric))
    case .choice(var choice):
      {
        choice.chosen.payload = choice.chosen.payload.map { $0.mappingClasses(change) }
        return .choice(choice)
      }()
    }
  }
}

extension Member {
  fileprivate func mappingClasses(_ change: (Int) -> Int) -> Member {
    switch self {
    case .padding: self
    case .shape(let shape): .shape(shape.mappingClasses(change))
    }
  }
}

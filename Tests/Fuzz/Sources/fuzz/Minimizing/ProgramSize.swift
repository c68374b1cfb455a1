extension FuzzProgram {
  /// A measure of the length of the program.
  var size: Int { groups.reduce(0) { $0 + $1.size } }
}

extension ObjectGroup {
  fileprivate var size: Int {
    let types = classes.reduce(0) { sum, declaration in
      let flavor = declaration.flavor == .plain ? 0 : 6
      return sum + flavor
        + declaration.fields.reduce(0) {
          $0 + 10 + $1.shape.size + ($1.form == .variable ? 0 : 4)
        }
    }
    let graph = nodes.reduce(0) { sum, node in
      sum + 20
        + node.values.reduce(0) { $0 + ($1 == nil ? 0 : 5) + ($1?.stale == nil ? 0 : 5) }
    }
    let owners = instances.reduce(0) { sum, instance in
      sum + 30 + instance.retains.values.reduce(0) { $0 + 5 + $1 }
        + instance.roots.reduce(0) { $0 + 10 + ($1.shape?.size ?? 0) }
    }
    return types + graph + owners + 10
  }
}

extension Shape {
  fileprivate var size: Int {
    let inner = children.reduce(0) { $0 + $1.size }
    switch self {
    case .leaf(let leaf): return leaf.kind == .concrete ? 1 : 2
    case .list(let kind, let history, _):
      return inner + 5 + history.size + (kind == .array ? 0 : 2)
    case .table(let kind, let history, _):
      return inner + 7 + history.size + (kind == .values ? 0 : 2)
    case .closure(let kind, _): return inner + (kind == .plain ? 4 : 5)
    case .record(let record): return inner + 5 + record.members.count + (record.isGeneric ? 1 : 0)
    case .tuple(let members): return inner + 4 + members.count
    case .choice(let choice):
      let payloads = choice.cases.reduce(0) { $0 + 2 + $1.payload.count + ($1.isIndirect ? 1 : 0) }
      return inner + 5 + payloads + (choice.isGeneric ? 1 : 0) + (choice.isRecursive ? 2 : 0)
    default: return inner + 4
    }
  }
}

extension ListHistory {
  fileprivate var size: Int { count + removed * 2 + (growth == .oneByOne ? 0 : 2) }
}

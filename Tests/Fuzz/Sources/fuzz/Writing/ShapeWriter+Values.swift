extension ShapeWriter {
  /// The names of the variables to which the leaves of a value refer, in order.
  struct Targets {
    var names: ArraySlice<String>

    init(_ names: [String]) { self.names = names[...] }

    mutating func next() -> String { names.popFirst() ?? "nil" }
  }

  /// Writes statements that build a value, and returns the name of the constant that contains it.
  ///
  /// - Parameter stale: The variable to which removed elements refer, or `nil` if they refer to the
  ///   same objects as the value.
  mutating func value(_ shape: Shape, _ targets: inout Targets, stale: String? = nil) -> String {
    switch shape {
    case .leaf(let leaf): return leafValue(leaf, targets.next())
    case .optional(let inner):
      return constant(shape, value(inner, &targets, stale: stale))
    case .record(let record):
      let members = values(record.members, &targets, stale)
      let arguments = members.enumerated().map { "m\($0): \($1)" }.joined(separator: ", ")
      return constant(shape, "\(prefix)R\(record.id)(\(arguments))")
    case .tuple(let members):
      return constant(shape, "(\(values(members, &targets, stale).joined(separator: ", ")))")
    case .choice(let choice):
      let payload = values(choice.chosen.payload, &targets, stale).joined(separator: ", ")
      let name = ".c\(choice.before.count)" + (payload.isEmpty ? "" : "(\(payload))")
      return constant(shape, choice.isRecursive ? ".node(.end, 1, \(name))" : name)
    case .anyValue(let inner): return constant(shape, value(inner, &targets, stale: stale))
    case .existential(let inner):
      let held = value(inner, &targets, stale: stale)
      return constant(shape, "Held(value: \(held))")
    case .error(let inner):
      return constant(shape, "Failure(value: \(value(inner, &targets, stale: stale)))")
    case .box(let inner): return constant(shape, "Box(\(value(inner, &targets, stale: stale)))")
    case .list(let kind, let history, let inner):
      return list(shape, kind, history, inner, &targets, stale)
    case .table(let kind, let history, let inner):
      return table(shape, kind, history, inner, &targets, stale)
    case .closure(let kind, let inner): return closure(shape, kind, inner, &targets, stale)
    }
  }

  mutating func constant(_ shape: Shape, _ expression: String) -> String {
    let name = name()
    add("let \(name): \(type(shape)) = \(expression)")
    return name
  }

  private mutating func leafValue(_ leaf: Leaf, _ target: String) -> String {
    switch leaf.kind {
    case .concrete, .anyObject, .marked: return target
    case .weak: return constant(.leaf(leaf), "WeakRef(object: \(target))")
    case .unowned: return constant(.leaf(leaf), "UnownedRef(object: \(target))")
    case .unownedUnsafe: return constant(.leaf(leaf), "UnownedUnsafeRef(object: \(target))")
    case .unmanaged: return constant(.leaf(leaf), "Unmanaged.passUnretained(\(target))")
    }
  }

  private mutating func values(
    _ members: [Member], _ targets: inout Targets, _ stale: String?
  ) -> [String] {
    var values: [String] = []
    for member in members {
      switch member {
      case .padding(let padding): values.append(padding.value)
      case .shape(let shape): values.append(value(shape, &targets, stale: stale))
      }
    }
    return values
  }

  /// Returns the names of two constants: an element to keep, and an element to add and remove.
  private mutating func elements(
    _ inner: Shape, _ history: ListHistory, _ targets: inout Targets, _ stale: String?
  ) -> (kept: String, removed: String) {
    let kept = value(inner, &targets, stale: stale)
    guard let stale, history.removed > 0 else { return (kept, kept) }
    var others = Targets(Array(repeating: stale, count: inner.leaves.count))
    return (kept, value(inner, &others, stale: stale))
  }

  private mutating func list(
    _ shape: Shape, _ kind: ListKind, _ history: ListHistory, _ inner: Shape,
    _ targets: inout Targets, _ stale: String?
  ) -> String {
    let (element, removed) = elements(inner, history, &targets, stale)
    let (name, elementType) = (name(), type(inner))
    if kind == .inlineArray {
      add("let \(name): \(type(shape)) = .init(repeating: \(element))")
      return name
    }
    let list = kind == .contiguousArray ? "ContiguousArray<\(elementType)>" : "[\(elementType)]"
    add("var \(name): \(list) = []")
    let loop = "for _ in 0..<\(history.count)"
    switch history.growth {
    case .oneByOne: add("\(loop) { \(name).append(\(element)) }")
    case .repeating: add("\(name) = .init(repeating: \(element), count: \(history.count))")
    case .reserved:
      add("\(name).reserveCapacity(\(history.count + 9))")
      add("\(loop) { \(name).append(\(element)) }")
    case .insertedInFront: add("\(loop) { \(name).insert(\(element), at: 0) }")
    case .copied:
      add("\(loop) { \(name).append(\(element)) }")
      add("do { let copy = \(name); \(name).swapAt(0, \(name).count - 1); touch(copy) }")
    }
    if history.removed > 0 {
      add("for _ in 0..<\(history.removed) { \(name).append(\(removed)) }")
      add("\(name).removeLast(\(history.removed))")
    }
    return kind == .arraySlice ? constant(shape, "ArraySlice(\(name))") : name
  }

  private mutating func table(
    _ shape: Shape, _ kind: TableKind, _ history: ListHistory, _ inner: Shape,
    _ targets: inout Targets, _ stale: String?
  ) -> String {
    let (element, removed) = elements(inner, history, &targets, stale)
    let name = name()
    add("var \(name): \(type(shape)) = \(kind == .set ? "[]" : "[:]")")
    if history.growth == .reserved { add("\(name).reserveCapacity(\(history.count + 9))") }
    func insertion(_ value: String) -> String {
      switch kind {
      case .values: "\(name)[index] = \(value)"
      case .stringValues: "\(name)[\"key \\(index)\"] = \(value)"
      case .keys: "\(name)[Key(id: index, value: \(value))] = index"
      case .set: "\(name).insert(Key(id: index, value: \(value)))"
      }
    }
    add("for index in 0..<\(history.count) { \(insertion(element)) }")
    if history.growth == .copied {
      add("do { let copy = \(name); \(name).reserveCapacity(100); touch(copy) }")
    }
    if history.removed > 0 {
      let range = "\(history.count)..<\(history.count + history.removed)"
      add("for index in \(range) { \(insertion(removed)) }")
      switch kind {
      case .values: add("for index in \(range) { \(name).removeValue(forKey: index) }")
      case .stringValues:
        add("for index in \(range) { \(name).removeValue(forKey: \"key \\(index)\") }")
      case .keys, .set:
        let call = kind == .set ? "remove(Key" : "removeValue(forKey: Key"
        add("for index in \(range) { \(name).\(call)(id: index, value: \(removed))) }")
      }
    }
    return name
  }
}

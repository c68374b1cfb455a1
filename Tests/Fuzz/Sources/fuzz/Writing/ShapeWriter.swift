/// A type that writes Swift types for shapes, and statements that build values of these types.
struct ShapeWriter {
  /// The prefix of the names of declarations.
  let prefix: String
  /// The declarations of the structs and enums that the written types use.
  private(set) var declarations: [String] = []
  /// The statements that build values.
  private(set) var lines: [String] = []
  private var declared: Set<Int> = []
  private var valueCount = 0
  private let classNames: [String]

  /// - Parameter classNames: The names of the group's classes as types, with generic arguments.
  init(prefix: String, classNames: [String]) {
    self.prefix = prefix
    self.classNames = classNames
  }

  mutating func add(_ line: String) { lines.append(line) }

  /// Removes and returns the statements written so far.
  mutating func takeLines() -> [String] {
    defer { lines = [] }
    return lines
  }

  mutating func name() -> String {
    valueCount += 1
    return "v\(valueCount)"
  }

  func className(_ index: Int) -> String { classNames[index] }

  /// Returns the Swift type of a shape's values.
  mutating func type(_ shape: Shape) -> String {
    switch shape {
    case .leaf(let leaf): return type(leaf)
    case .optional(let inner): return "(\(type(inner)))?"
    case .record(let record):
      declare(record)
      return generic("\(prefix)R\(record.id)", record.isGeneric, record.members)
    case .tuple(let members): return "(" + members.map { type($0) }.joined(separator: ", ") + ")"
    case .choice(let choice):
      declare(choice)
      return generic("\(prefix)E\(choice.id)", choice.isGeneric, choice.chosen.payload)
    case .anyValue: return "Any"
    case .existential: return "any Holding"
    case .error: return "any Error"
    case .list(let kind, let history, let inner):
      let element = type(inner)
      switch kind {
      case .array: return "[\(element)]"
      case .contiguousArray: return "ContiguousArray<\(element)>"
      case .arraySlice: return "ArraySlice<\(element)>"
      case .inlineArray: return "InlineArray<\(min(history.count, 8)), \(element)>"
      }
    case .table(let kind, _, let inner):
      let element = type(inner)
      switch kind {
      case .values: return "[Int: \(element)]"
      case .stringValues: return "[String: \(element)]"
      case .keys: return "[Key<\(element)>: Int]"
      case .set: return "Set<Key<\(element)>>"
      }
    case .closure(let kind, _): return "(\(kind.type))"
    case .box(let inner): return "Box<\(type(inner))>"
    }
  }

  private func type(_ leaf: Leaf) -> String {
    let name = classNames[leaf.classIndex]
    return switch leaf.kind {
    case .concrete: name
    case .anyObject: "AnyObject"
    case .marked: "any Marked"
    case .weak: "WeakRef<\(name)>"
    case .unowned: "UnownedRef<\(name)>"
    case .unownedUnsafe: "UnownedUnsafeRef<\(name)>"
    case .unmanaged: "Unmanaged<\(name)>"
    }
  }

  private mutating func type(_ member: Member) -> String {
    switch member {
    case .padding(let padding): padding == .function ? "(\(padding.rawValue))" : padding.rawValue
    case .shape(let shape): type(shape)
    }
  }

  private mutating func generic(_ name: String, _ isGeneric: Bool, _ members: [Member]) -> String {
    guard isGeneric else { return name }
    let arguments = members.compactMap(\.shape).map { type($0) }
    return arguments.isEmpty ? name : "\(name)<\(arguments.joined(separator: ", "))>"
  }

  /// Returns an initial value without references for a field; `nil` if no such value is known for
  /// the shape.
  mutating func initialValue(_ shape: Shape) -> String? {
    switch shape {
    case .optional: "nil"
    case .list(let kind, _, _): kind == .inlineArray ? nil : "[]"
    case .table(let kind, _, _): kind == .set ? "[]" : "[:]"
    case .choice(let choice):
      choice.isRecursive
        ? ".end" : choice.cases.firstIndex { $0.payload.isEmpty }.map { ".c\($0)" }
    case .anyValue: "0"
    case .closure(let kind, _): kind.emptyValue
    default: nil
    }
  }
}

// MARK: - Declarations

extension ShapeWriter {
  /// Returns the types of members. In a generic type, members with references have generic
  /// parameters as their types.
  private mutating func memberTypes(_ members: [Member], isGeneric: Bool) -> [String] {
    var parameter = 0
    return members.map { member in
      guard isGeneric, member.shape != nil else { return type(member) }
      defer { parameter += 1 }
      return "P\(parameter)"
    }
  }

  private func parameters(_ members: [Member], isGeneric: Bool) -> String {
    let count = members.compactMap(\.shape).count
    guard isGeneric, count > 0 else { return "" }
    return "<" + (0..<count).map { "P\($0)" }.joined(separator: ", ") + ">"
  }

  private mutating func declare(_ record: Record) {
    guard declared.insert(record.id).inserted else { return }
    let types = memberTypes(record.members, isGeneric: record.isGeneric)
    let members = types.enumerated().map { "  var m\($0): \($1)" }
    let head =
      "struct \(prefix)R\(record.id)\(parameters(record.members, isGeneric: record.isGeneric))"
    declarations.append("\(head) {\n\(members.joined(separator: "\n"))\n}")
  }

  private mutating func declare(_ choice: Choice) {
    guard declared.insert(choice.id).inserted else { return }
    let name =
      "\(prefix)E\(choice.id)" + parameters(choice.chosen.payload, isGeneric: choice.isGeneric)
    var lines: [String] = []
    for (index, each) in choice.cases.enumerated() {
      let isChosen = index == choice.before.count
      let types = memberTypes(each.payload, isGeneric: choice.isGeneric && isChosen)
      let payload = types.isEmpty ? "" : "(\(types.joined(separator: ", ")))"
      lines.append(
        "  \(each.isIndirect && !types.isEmpty ? "indirect " : "")case c\(index)\(payload)")
    }
    if choice.isRecursive {
      lines.append("  case end\n  indirect case node(\(name), Int, \(name))")
    }
    declarations.append("enum \(name) {\n\(lines.joined(separator: "\n"))\n}")
  }
}

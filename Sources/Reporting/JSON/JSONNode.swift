import OwnershipGraph

/// An object in `leakcheck.json`. Members that have their default values are omitted.
struct JSONNode: Codable {
  var id: String
  var type: String
  /// The index of the type's full name and module in ``JSONTables/types``.
  var qualified: Int?
  /// The type's full name, in schema 1.0 only.
  var qualifiedType: String?
  var module: String?
  var kind: ObjectGraph.Kind?
  var role: ObjectGraph.Role
  var size: Int
  var retainCount: Int?
  var referencesFound: Int
  var isDeiniting: Bool?
  var location: SourceLocation?
  /// The object's allocation stack, starting with the program's innermost call.
  var allocation: [StackFrame]?
  /// The innermost call in the root package's code that was running when a dependency's closure was
  /// allocated; omitted for other objects.
  var call: StackFrame?
  /// The number of objects that this node represents; omitted if it is 1.
  var count: Int?
  /// `dependency` if the type or closure is known to belong to a dependency; otherwise omitted.
  var origin: Origin?
  /// The location of the class's declaration.
  var declaration: SourceLocation?
  /// The code in which a task is suspended; omitted for other objects.
  var suspended: SuspendedCode?
  /// The event or object for which a task waits; omitted if it is unknown.
  var wait: TaskWait?

  init(_ node: ObjectGraph.Node, tables: inout JSONTables) {
    id = node.id
    type = node.type
    qualified = tables.index(
      of: JSONTables.QualifiedType(name: node.qualifiedType, module: node.module))
    kind = node.kind == .classInstance ? nil : node.kind
    role = node.role
    size = node.size
    retainCount = node.retainCount
    referencesFound = node.referencesFound
    isDeiniting = node.isDeiniting ? true : nil
    location = node.location
    allocation = node.allocation.isEmpty ? nil : node.allocation
    call = node.call
    count = node.count == 1 ? nil : node.count
    origin = node.origin
    declaration = node.declaration
    suspended = node.suspended
    wait = node.wait
  }

  func node(_ tables: JSONTables) throws(ReportDamage) -> ObjectGraph.Node {
    var name = JSONTables.QualifiedType(name: qualifiedType ?? type, module: module ?? "")
    if let qualified {
      guard tables.types.indices.contains(qualified) else {
        throw ReportDamage(
          "object \(id) refers to type \(qualified), but the report has "
            + ReportVocabulary.counted(tables.types.count, "type"))
      }
      name = tables.types[qualified]
    }
    var node = ObjectGraph.Node(
      id: id, type: type, qualifiedType: name.name, module: name.module,
      kind: kind ?? .classInstance, role: role, size: size, retainCount: retainCount,
      referencesFound: referencesFound, isDeiniting: isDeiniting ?? false, location: location,
      allocation: allocation ?? [], origin: origin, declaration: declaration, count: count ?? 1)
    node.call = call
    node.suspended = suspended
    node.wait = wait
    return node
  }
}

/// The description of an object that a generated program creates.
struct ObjectNode: Hashable, Sendable {
  /// The value that a field has in a node.
  struct Value: Hashable, Sendable {
    /// The nodes to which the leaves of the field's shape refer.
    var targets: [Int]
    /// The node to which the removed elements of a collection refer.
    var stale: Int?
  }

  var classIndex: Int
  /// The values of the fields of the class; `nil` for a field that keeps its initial value.
  var values: [Value?] = []
}

/// One copy of a group's graph, with its own roots and retains.
struct GroupInstance: Hashable, Sendable {
  struct Root: Hashable, Sendable {
    var kind: RootKind
    var node: Int
    /// The type of the global variable, if the kind of root is ``RootKind/global``.
    var shape: Shape?
  }

  var roots: [Root] = []
  /// The number of unbalanced retains of each node.
  var retains: [Int: Int] = [:]
}

/// A set of classes, and a graph of objects of these classes. The objects do not refer to objects
/// of other groups.
struct ObjectGroup: Hashable, Sendable {
  /// The number of the group. It is unique in the program and part of the names of the group's
  /// classes.
  var number: Int
  var classes: [ObjectClass]
  var nodes: [ObjectNode]
  var instances: [GroupInstance]

  /// A Boolean value indicating whether other threads use the objects of the group.
  var isConcurrent: Bool { classes.contains { $0.fields.contains { $0.form.isConcurrent } } }
}

/// A generated program.
struct FuzzProgram: Hashable, Sendable {
  var seed: Int
  var groups: [ObjectGroup]

  /// Returns the name of a class in the generated source and in the report.
  func className(_ group: ObjectGroup, _ index: Int) -> String {
    "S\(seed)G\(group.number)\(Self.letters[index])"
  }

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ").map(String.init)

  /// A Boolean value indicating whether other threads use the objects.
  var isConcurrent: Bool {
    groups.contains { group in
      group.isConcurrent
        || group.instances.contains { $0.roots.contains { $0.kind.isConcurrent } }
    }
  }
}

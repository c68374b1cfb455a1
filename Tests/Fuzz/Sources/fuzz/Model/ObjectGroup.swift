/// The description of an object that a generated program creates.
struct ObjectNode: Hashable, Sendable {
  /// The value of a field of a node.
  struct Value: Hashable, Sendable {
    /// The nodes that the leaves of the field's shape refer to.
    var targets: [Int]
    /// The node to which the removed elements refer.
    var stale: Int?
  }

  var classIndex: Int
  /// The value of each field of the class, or `nil` for a field that keeps its initial value.
  var values: [Value?] = []
}

/// One construction of a group's graph.
struct GroupInstance: Hashable, Sendable {
  struct Root: Hashable, Sendable {
    var kind: RootKind
    var node: Int
    /// The type of the global variable, for roots of the kind ``RootKind/global``.
    var shape: Shape?
  }

  var roots: [Root] = []
  /// The number of unbalanced retains of each node.
  var retains: [Int: Int] = [:]
}

/// A set of classes and a graph of their objects, which refers to no object of another group.
struct ObjectGroup: Hashable, Sendable {
  /// The number of the group, which is unique in the program and part of the names of its classes.
  var number: Int
  var classes: [ObjectClass]
  var nodes: [ObjectNode]
  var instances: [GroupInstance]

  /// A Boolean value indicating whether the group's objects are used on other threads.
  var isConcurrent: Bool { classes.contains { $0.fields.contains { $0.form.isConcurrent } } }
}

/// A generated program.
struct FuzzProgram: Hashable, Sendable {
  var seed: Int
  var groups: [ObjectGroup]

  /// Returns the name of a class, by which a report is compared with the model.
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

/// An object of a generated program, before it is made.
struct ObjectNode: Hashable, Sendable {
  /// The value of a field of a node.
  struct Value: Hashable, Sendable {
    /// The nodes that the leaves of the field's shape refer to.
    var targets: [Int]
    /// The node that the elements refer to that are removed again.
    var stale: Int?
  }

  var classIndex: Int
  /// A value for each field of the class, `nil` where the field keeps its initial value.
  var values: [Value?] = []
}

/// One construction of a group's graph.
struct GroupInstance: Hashable, Sendable {
  struct Root: Hashable, Sendable {
    var kind: RootKind
    var node: Int
    /// For roots of the kind ``RootKind/global``: the type of the global.
    var shape: Shape?
  }

  var roots: [Root] = []
  /// The retains of each node that nothing balances.
  var retains: [Int: Int] = [:]
}

/// Classes of their own and a graph over them that refers to nothing outside.
struct ObjectGroup: Hashable, Sendable {
  /// Unique in the program; it is a part of the names of classes.
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

  /// The name of a class, by which a report is compared with the model.
  func className(_ group: ObjectGroup, _ index: Int) -> String {
    "S\(seed)G\(group.number)\(Self.letters[index])"
  }

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ").map(String.init)

  /// A Boolean value indicating whether other threads take part.
  var isConcurrent: Bool {
    groups.contains { group in
      group.isConcurrent
        || group.instances.contains { $0.roots.contains { $0.kind.isConcurrent } }
    }
  }
}

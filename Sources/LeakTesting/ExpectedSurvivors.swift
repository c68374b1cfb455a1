import Findings

/// The types whose leaks a test allows.
struct ExpectedSurvivors: Sendable {
  private let names: Set<String>

  /// - Parameter names: Short or with the module, without generic arguments.
  init(names: [String] = []) { self.names = Set(names.map(Self.withoutArguments)) }

  init(types: [Any.Type]) { self.init(names: types.map { _typeName($0, qualified: true) }) }

  /// Returns whether an object of one of the types takes part in the finding.
  func include(_ finding: Finding) -> Bool {
    !names.isEmpty
      && finding.graph.nodes.contains { node in
        names.contains(Self.withoutArguments(node.type))
          || names.contains(Self.withoutArguments(node.qualifiedType))
      }
  }

  private static func withoutArguments(_ name: String) -> String {
    String(name.prefix { $0 != "<" })
  }
}

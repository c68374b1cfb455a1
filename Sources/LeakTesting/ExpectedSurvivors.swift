import Findings
import KnownCode

/// The types whose leaks a test allows.
struct ExpectedSurvivors: Sendable {
  private let names: Set<String>

  /// - Parameter names: The names of types. The module may be omitted, and generic arguments are
  ///   ignored.
  init(names: [String] = []) { self.names = Set(names.map(GenericArguments.removed)) }

  init(types: [Any.Type]) { self.init(names: types.map { _typeName($0, qualified: true) }) }

  /// Returns whether the finding contains an object of one of the types.
  func include(_ finding: Finding) -> Bool {
    !names.isEmpty
      && finding.graph.nodes.contains { node in
        names.contains(GenericArguments.removed(from: node.type))
          || names.contains(GenericArguments.removed(from: node.qualifiedType))
      }
  }
}

import Findings
import HeapWalking
import KnownCode

/// The types whose leaks a test allows.
struct AllowedTypes: Sendable {
  /// The names of types, without generic arguments.
  private let names: Set<String>
  private let types: [Any.Type]

  init() { (names, types) = ([], []) }

  /// Creates a set of allowed types from the names of the types.
  ///
  /// - Parameter names: The names of types. The module may be omitted, and generic arguments are
  ///   ignored.
  init(names: [String]) {
    self.names = Set(names.map(GenericArguments.removed))
    types = []
  }

  init(types: [Any.Type]) {
    names = []
    self.types = types
  }

  /// Returns the qualified names of the types in `types`, and of the classes of `objects` that
  /// inherit from one of them.
  func qualifiedNames(among objects: [Address], _ walker: HeapWalker) -> Set<String> {
    guard !types.isEmpty else { return [] }
    let allowed = Set(types.map(ObjectIdentifier.init))
    var known: Set<UInt> = []
    var found = Set(types.map { Self.qualifiedName(of: $0) })
    for object in objects where known.insert(object.metadataWord).inserted {
      let classes = walker.classes(of: object)
      guard let type = classes.first, classes.contains(where: { allowed.contains(.init($0)) })
      else { continue }
      found.insert(Self.qualifiedName(of: type))
    }
    return found
  }

  private static func qualifiedName(of type: Any.Type) -> String {
    TypeName(qualified: _typeName(type, qualified: true)).qualified
  }

  /// Returns whether the finding contains an object of an allowed type.
  ///
  /// - Parameters:
  ///   - finding: A finding on the objects that were passed to ``qualifiedNames(among:_:)``.
  ///   - qualifiedNames: The result of that method.
  /// - Returns: `true` if one of the finding's objects has an allowed type.
  func allows(_ finding: Finding, _ qualifiedNames: Set<String>) -> Bool {
    finding.graph.nodes.contains { node in
      qualifiedNames.contains(node.qualifiedType)
        || names.contains(GenericArguments.removed(from: node.type))
        || names.contains(GenericArguments.removed(from: node.qualifiedType))
    }
  }
}

import KnownCode
package import OwnershipGraph

/// The rules that distinguish the program's own code, which its author can change, from
/// dependencies and the toolchain's libraries.
///
/// References in the program's own code are preferred as references to break, because users of a
/// library cannot edit the library.
package struct CodeOrigins: Sendable {
  private let libraryModules: Set<String>

  package init(libraryModules: Set<String> = KnownModules.libraries) {
    self.libraryModules = libraryModules
  }

  /// Returns whether an object's code belongs to the program under test or to a dependency that is
  /// not one of the library modules.
  ///
  /// A class belongs to its module. A closure belongs to the module of the enclosing declaration.
  /// Tasks, blocks, roots, objects of unknown kind, storage that the language allocates (arrays,
  /// boxes), and code that the compiler generates belong to no module, so the result is `false` for
  /// them.
  package func isOutsideLibraries(_ node: ObjectGraph.Node) -> Bool {
    switch node.kind {
    case .closureContext where node.type == CompilerCode.thunk: return false
    case .classInstance, .actor, .closureContext, .function, .error:
      return !libraryModules.contains(Self.module(of: node))
    case .box, .array, .dictionary, .set, .task, .block, .root, .unknown: return false
    }
  }

  /// Returns the origin of an object's class or of a closure: the program, a dependency or the
  /// language. Returns `nil` for tasks, blocks, roots, objects of unknown kind, storage that the
  /// language allocates, and code that the compiler generates.
  package func origin(of node: ObjectGraph.Node) -> Origin? {
    switch node.kind {
    case .closureContext where node.type == CompilerCode.thunk: return nil
    case .classInstance, .actor, .closureContext, .function, .error: break
    case .box, .array, .dictionary, .set, .task, .block, .root, .unknown: return nil
    }
    if !isOutsideLibraries(node) {
      return KnownModules.language.contains(Self.module(of: node)) ? .language : .dependency
    }
    return node.origin ?? .program
  }

  /// Returns whether an object's code belongs to the root package rather than a dependency.
  package func isProgram(_ node: ObjectGraph.Node) -> Bool { origin(of: node) == .program }

  static func module(of node: ObjectGraph.Node) -> String {
    node.module.isEmpty ? module(ofType: node.qualifiedType) : node.module
  }

  /// Returns the cost of cutting a reference: 0 in a closure of the program, 1 in an object of the
  /// program, 3 in a dependency or a library of the language, and 2 if ``origin(of:)`` is `nil`, as
  /// for storage that the language allocates.
  package func cost(of reference: ObjectGraph.Reference, in graph: ObjectGraph) -> Int {
    let source = graph.nodes[reference.from]
    switch origin(of: source) {
    case .program?: return source.kind.isClosure ? 0 : 1
    case nil: return 2
    case .dependency?, .language?: return 3
    }
  }

  /// Returns the module of a type: the first component of its qualified name, after any prefix such
  /// as `closure #1 in`.
  static func module(ofType type: String) -> String {
    let declaration = type.split(separator: " in ").last ?? ""
    return String(declaration.prefix { $0 != "." && $0 != "<" })
  }
}

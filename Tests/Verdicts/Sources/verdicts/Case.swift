import Foundation

/// A program and its expected findings.
struct Case: Sendable {
  var name: String
  /// The expected findings. The list is empty for a program that leaks nothing.
  var verdicts: [Verdict]
  var body: @Sendable () async throws -> Void

  init(
    _ name: String, _ verdicts: Verdict..., body: @escaping @Sendable () async throws -> Void
  ) {
    self.name = name
    self.verdicts = verdicts
    self.body = body
  }
}

/// An expected finding. The strings are the names of the program's own classes in the finding.
enum Verdict: Sendable {
  /// A cycle in which the owner of every retain of every member is known, so that nothing else
  /// keeps it alive.
  case provenCycle([String])
  /// A cycle that another owner keeps alive as well, or that contains untyped memory.
  case likelyCycle([String])
  /// Objects with more retains than references.
  case overRetained([String])
  /// Objects that only the runtime or a system library keeps alive, for example for a timer.
  case heldByRuntime([String])

  var line: String {
    switch self {
    case .provenCycle(let types): "cycle proven " + types.joined(separator: " ")
    case .likelyCycle(let types): "cycle likely " + types.joined(separator: " ")
    case .overRetained(let types): "over-retained " + types.joined(separator: " ")
    case .heldByRuntime(let types): "held-by-runtime " + types.joined(separator: " ")
    }
  }
}

/// Uses an object in a way that is opaque to the compiler, which therefore cannot evaluate a case
/// at compile time.
@inline(never) @_optimize(none) func use(_ object: Any?) { _ = object }

/// Retains an object without a balancing release.
@inline(never) func retainForever(_ object: AnyObject) {
  use(Unmanaged.passRetained(object).toOpaque())
}

/// Runs code in a separate frame, then overwrites the stack that it used.
@inline(never) @_optimize(none) func onCleanStack(_ body: () -> Void) {
  body()
  overwriteStack(64)
}

@inline(never) @_optimize(none) private func overwriteStack(_ depth: Int) {
  let words = (0, 0, 0, 0, 0, 0, 0, 0)
  if depth > 0 { overwriteStack(depth - 1) }
  use(words.0)
}

import Foundation

/// One program and its true findings.
struct Case: Sendable {
  var name: String
  /// Each as ``Verdict/line`` writes it; empty for a program that leaks nothing.
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

/// One finding, by the program's own classes in it.
enum Verdict: Sendable {
  /// Every retain of every member is explained: nothing else keeps the cycle alive.
  case provenCycle([String])
  /// A cycle that another owner keeps alive as well, or that contains untyped memory.
  case likelyCycle([String])
  /// Objects that are retained more often than references to them exist.
  case overRetained([String])
  /// Objects that only a suspended task, a timer or a source keeps alive.
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

/// Opaque to the compiler, which therefore cannot evaluate a case in advance.
@inline(never) @_optimize(none) func use(_ object: Any?) { _ = object }

/// Retains an object once more than any reference explains.
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

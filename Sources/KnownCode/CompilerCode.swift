/// The names of code that the compiler generates and that belongs to no module.
package enum CompilerCode {
  /// The name of code that only adapts the calling convention of a closure.
  package static let thunk = "reabstraction thunk"
}

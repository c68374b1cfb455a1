/// The functions that await in a suspended task, except for those of the toolchain's libraries.
package struct SuspendedCode: Hashable, Codable, Sendable {
  /// The readable name of the outermost function that awaits: `closure #1 in Monitor.start()`.
  package var function: String
  /// The line at which ``function`` starts; `nil` without debug information.
  package var location: SourceLocation?
  /// The line of the innermost `await`; `nil` without debug information.
  package var suspension: SourceLocation?
  /// The origin of the function; `nil` if it belongs to the root package or is unknown.
  package var origin: Origin?
  /// The readable name of the outermost function that awaits and that is not a closure:
  /// `Monitor.run()` or `static Monitor.poll()`. If only closures await in the task itself, its
  /// child tasks of `async let` are considered; `nil` if only closures await in them as well.
  package var method: String?
  /// A Boolean value indicating whether ``function`` is a closure whose capture list captures a
  /// variable weakly; `nil` if it cannot be found in its source file.
  package var capturesWeakly: Bool?

  package init(
    function: String, location: SourceLocation? = nil, suspension: SourceLocation? = nil,
    origin: Origin? = nil, method: String? = nil, capturesWeakly: Bool? = nil
  ) {
    self.function = function
    self.location = location
    self.suspension = suspension
    self.origin = origin
    self.method = method
    self.capturesWeakly = capturesWeakly
  }
}

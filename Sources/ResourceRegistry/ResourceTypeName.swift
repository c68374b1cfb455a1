/// The names of types in the registry, without module and without generic arguments.
///
/// `AnonymousObservableSink<Int>` and `AnonymousObservableSink<String>` have the same name in a
/// report and share one row in a table of counts. `Probe.type` distinguishes them.
enum ResourceTypeName {
  static func name(of type: AnyClass) -> String {
    name(stripping: String(describing: type))
  }

  /// Returns a type's name without its generic arguments: `Map` for `Map<Int, Array<Int>>`.
  static func name(stripping full: String) -> String {
    String(full.prefix { $0 != "<" })
  }
}

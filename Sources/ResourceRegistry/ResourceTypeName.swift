/// How the registry names types: without module and without generic arguments.
///
/// `AnonymousObservableSink<Int>` and `AnonymousObservableSink<String>` are one word in
/// a report and one row in a table of counts; `Probe.type` still tells them apart.
enum ResourceTypeName {
  static func name(of type: AnyClass) -> String {
    name(stripping: String(describing: type))
  }

  /// A type's name without its generic arguments: `Map` for `Map<Int, Array<Int>>`.
  static func name(stripping full: String) -> String {
    String(full.prefix { $0 != "<" })
  }
}

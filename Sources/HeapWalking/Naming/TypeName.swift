import Foundation

/// The full and the short name of a type.
package struct TypeName: Hashable {
  /// The name with module and generic arguments, such as `Streams.Sink<Swift.Int>`.
  package var qualified: String
  /// The name without module and generic arguments, such as `Sink`. For a tuple or a function, it
  /// is the same as ``qualified``.
  package var short: String
  /// The module, such as `Streams`.
  package var module: String

  /// - Parameter qualified: The name that the runtime returns. The names of private and local types
  ///   contain addresses of contexts, which are removed. The modules of extensions are also
  ///   removed.
  package init(qualified: String) {
    self.qualified = Self.withoutContexts(Self.withoutExtensions(qualified))
    short = Self.short(self.qualified)
    // A tuple or a function belongs to no module.
    module = self.qualified.hasPrefix("(") ? "" : String(self.qualified.prefix { $0 != "." })
  }

  /// Returns a name without the addresses of contexts, such as `$7f12a0` in `App.(Model in
  /// $7f12a0).Row` and `App.(unknown context at $7f12a0).Row`. These addresses differ between runs.
  private static func withoutContexts(_ name: String) -> String {
    var result = Substring(name)
    var cleaned = ""
    while let mark = result.range(of: "(unknown context at $") {
      cleaned += result[..<mark.lowerBound]
      let rest = result[mark.upperBound...].drop(while: { $0 != ")" }).dropFirst()
      result = rest.first == "." ? rest.dropFirst() : rest
    }
    result = Substring(cleaned + result)
    cleaned = ""
    while let mark = result.range(of: " in $") {
      var head = result[..<mark.lowerBound]
      if let bracket = head.lastIndex(of: "(") { head.remove(at: bracket) }
      cleaned += head
      result = result[mark.upperBound...].drop(while: { $0 != ")" }).dropFirst()
    }
    return cleaned + result
  }

  /// Returns a name without the modules of extensions. For `(extension in App):Library.Type`, this
  /// is `Library.Type`.
  private static func withoutExtensions(_ name: String) -> String {
    var result = name
    while let mark = result.range(of: "(extension in ") {
      guard let end = result[mark.upperBound...].range(of: "):") else { return result }
      result.removeSubrange(mark.lowerBound..<end.upperBound)
    }
    return result
  }

  private static func short(_ name: String) -> String {
    let path = DemangledText(name).withoutGenerics
    guard path.allSatisfy({ !" (".contains($0) }) else { return name }
    let parts = path.split(separator: ".")
    return parts.count > 1 ? parts.dropFirst().joined(separator: ".") : String(path)
  }
}

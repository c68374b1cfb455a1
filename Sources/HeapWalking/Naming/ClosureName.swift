import Foundation

/// What a closure's code is called: `closure #1 in FeedViewModel.start()`.
struct ClosureName: Hashable {
  /// The readable name.
  var text: String
  /// The type that declares the function around the closure: `FeedViewModel`.
  var enclosingType: String?
  /// The module of that function; empty where the name does not tell.
  var module: String
  /// The code only adapts a calling convention; its one capture is the closure meant.
  var isThunk: Bool

  private static let forwarders = [
    "partial apply forwarder for ", "partial apply for ", "merged ", "specialized ", "outlined ",
    "suspend resume partial function for ", "async function pointer to ",
  ]

  /// - Parameter demangled: The demangled symbol of the function that goes with a context.
  init(demangled: String) {
    let text = Self.withoutForwarders(Substring(demangled))
    isThunk = text.hasPrefix("reabstraction thunk") || text.hasPrefix("thunk for")
    let parts = DemangledText(text).split(at: " in ")
    let names = parts.map(DeclarationName.init)
    self.text = names.map(\.text).joined(separator: " in ")
    enclosingType = names.last?.enclosingType
    module = names.last?.module ?? ""
  }

  private static func withoutForwarders(_ name: Substring) -> Substring {
    var rest = name
    while true {
      if let forwarder = forwarders.first(where: { rest.hasPrefix($0) }) {
        rest = rest.dropFirst(forwarder.count)
      } else if rest.hasPrefix("generic specialization <")
        || rest.hasPrefix("function signature specialization <")
        || rest.hasPrefix("generic not re-abstracted specialization <")
      {
        guard let end = DemangledText(rest).split(at: " of ").first, end.count < rest.count else {
          return rest
        }
        rest = rest.dropFirst(end.count + " of ".count)
      } else {
        return rest
      }
    }
  }
}

/// One declaration of a demangled name, shortened.
struct DeclarationName {
  var text: String
  var enclosingType: String?
  var module = ""

  init(_ demangled: Substring) {
    var rest = demangled
    for prefix in ["static ", "variable initialization expression of "] where rest.hasPrefix(prefix)
    {
      rest = rest.dropFirst(prefix.count)
    }
    if let closure = Self.closure(rest) {
      text = closure
      return
    }
    var extensionModule: Substring?
    if rest.hasPrefix("(extension in "), let end = rest.range(of: "):") {
      extensionModule = rest[..<end.lowerBound].dropFirst("(extension in ".count)
      rest = rest[end.upperBound...]
    }
    let (head, tail) = DemangledText(rest).prefix(upTo: [" ", "<", ":"])
    let (path, arguments) = Self.path(head)
    let parts = path.count > 1 ? Array(path.dropFirst()) : path
    module = extensionModule.map(String.init) ?? (path.count > 1 ? path[0] : "")
    let owner = parts.dropLast().filter { $0 != "getter" && $0 != "setter" }
    enclosingType = owner.isEmpty ? nil : owner.joined(separator: ".")
    let list = arguments ?? (tail.first == "<" ? Self.argumentsAfterGenerics(tail) : nil)
    text = parts.joined(separator: ".") + (list.map(Self.labels) ?? "")
    if ["getter", "setter", "modify", "read", "didset", "willset"].contains(parts.last) {
      enclosingType = owner.dropLast().joined(separator: ".")
      if enclosingType?.isEmpty == true { enclosingType = nil }
    }
  }

  /// `closure #1 () -> ()` and `implicit closure #2 …` without their types.
  private static func closure(_ text: Substring) -> String? {
    for kind in ["implicit closure #", "closure #"] where text.hasPrefix(kind) {
      return kind + text.dropFirst(kind.count).prefix(while: \.isNumber)
    }
    return nil
  }

  /// The components of `App.(Model in _12AB).load(from: Swift.Int)`, and the arguments.
  private static func path(_ text: Substring) -> ([String], Substring?) {
    var parts: [String] = []
    var arguments: Substring?
    for component in DemangledText(text).split(at: ".") {
      if component.first == "(", component.contains(" in ") {
        parts.append(String(component.dropFirst().prefix { $0 != " " }))
        continue
      }
      let (name, list) = DemangledText(component).prefix(upTo: ["("])
      parts.append(String(name))
      if !list.isEmpty { arguments = list }
    }
    return (parts, arguments)
  }

  private static func argumentsAfterGenerics(_ text: Substring) -> Substring? {
    let generics = DemangledText(text).bracketed
    let rest = text.dropFirst(generics.count + 2)
    return rest.first == "(" ? rest : nil
  }

  /// `(from: Swift.Int, Swift.String)` as `(from:_:)`.
  private static func labels(_ list: Substring) -> String {
    let inside = DemangledText(list).bracketed
    guard !inside.isEmpty else { return "()" }
    let labels = DemangledText(inside).split(at: ", ").map { argument -> Substring in
      let (label, rest) = DemangledText(argument).prefix(upTo: [":"])
      return rest.isEmpty || label.contains(" ") ? "_" : label
    }
    return "(" + labels.map { $0 + ":" }.joined() + ")"
  }
}

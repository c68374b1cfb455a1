import Foundation

/// The short name of one declaration in a demangled name, such as `FeedViewModel.load(from:)`.
struct DeclarationName {
  var text: String
  /// The type of `self`; `nil` in static and global functions.
  private(set) var enclosingType: String?
  private(set) var module = ""
  private(set) var isImplicitClosure = false

  private static let accessors: Set = [
    "getter", "setter", "modify", "modify2", "read", "read2", "didset", "willset", "init",
  ]

  init(_ demangled: Substring) {
    if let closure = Self.closure(demangled) {
      text = closure
      isImplicitClosure = closure.hasPrefix("implicit")
      return
    }
    var rest = demangled
    let prefix = Self.dropPrefixes(&rest)
    let isStatic = rest.hasPrefix("static ")
    if isStatic { rest = rest.dropFirst("static ".count) }
    let extensionModule = Self.dropExtension(&rest)
    let plain = DemangledText(rest).withoutGenerics
    let (head, tail) = DemangledText(plain).prefix(upTo: [" ", ":"])
    let (path, arguments) = Self.path(head)
    if let local = Self.local(head, tail) {
      text = prefix + local.text
      enclosingType = local.isType ? local.text : nil
      return
    }
    guard path.count > 1 else {
      text = prefix + (path.first ?? "") + (arguments.map(Self.labels) ?? "")
      // A single component without arguments is the name of a module. It occurs if a closure is in
      // the initial value of a global variable: no function encloses the closure, only the module.
      if arguments == nil { module = path.first ?? "" }
      return
    }
    module = extensionModule.map(String.init) ?? path[0]
    text = prefix + path.dropFirst().joined(separator: ".") + (arguments.map(Self.labels) ?? "")
    if !isStatic {
      enclosingType = Self.owner(of: Array(path.dropFirst()), hasArguments: arguments != nil)
    }
  }

  /// Returns the parent of a declaration: the path without the declaration's own name. For an
  /// accessor, the kind of the accessor is also removed.
  private static func owner(of path: [String], hasArguments: Bool) -> String? {
    var owner = path.dropLast()
    let isAccessor = !hasArguments && path.last.map(accessors.contains) ?? false
    if isAccessor, owner.count > 1 { owner = owner.dropLast() }
    return owner.isEmpty ? nil : owner.joined(separator: ".")
  }

  /// Returns the name of a closure without its type, such as `closure #1`; `nil` for other
  /// declarations.
  private static func closure(_ text: Substring) -> String? {
    for kind in ["implicit closure #", "closure #"] where text.hasPrefix(kind) {
      return kind + text.dropFirst(kind.count).prefix(while: \.isNumber)
    }
    return nil
  }

  /// Removes prefixes that describe how code is related to a declaration, such as
  /// `variable initialization expression of `. Returns the prefix to show; an empty string if there
  /// is none.
  private static func dropPrefixes(_ text: inout Substring) -> String {
    for prefix in [
      "variable initialization expression of ", "property wrapper backing initializer of ",
    ] where text.hasPrefix(prefix) {
      text = text.dropFirst(prefix.count)
    }
    guard text.hasPrefix("default argument "), let of = text.range(of: " of ") else { return "" }
    text = text[of.upperBound...]
    return "default argument of "
  }

  /// Removes `(extension in Module):` and returns the module.
  private static func dropExtension(_ text: inout Substring) -> Substring? {
    let start = "(extension in "
    guard text.hasPrefix(start), let end = text.range(of: "):") else { return nil }
    let module = text[..<end.lowerBound].dropFirst(start.count)
    text = text[end.upperBound...]
    return module
  }

  /// Returns the short name of a local function, such as `inner #1 (Swift.Int) -> ()`, or of a
  /// local type, such as `Row #1`; `nil` for other declarations.
  private static func local(_ head: Substring, _ tail: Substring) -> (text: String, isType: Bool)? {
    guard tail.hasPrefix(" #") else { return nil }
    let rest = tail.dropFirst(2).drop(while: \.isNumber)
    if rest.isEmpty { return (String(head), true) }
    guard rest.hasPrefix(" (") else { return (String(head), false) }
    return (head + labels(rest.dropFirst()), false)
  }

  /// Returns the components of a name such as `App.(Model in _12AB).load(from: Swift.Int)`, and its
  /// list of arguments.
  private static func path(_ text: Substring) -> ([String], Substring?) {
    var parts: [String] = []
    var arguments: Substring?
    for component in DemangledText(text).split(at: ".") {
      if component.first == "(", component.contains(" in ") {
        let bracketed = DemangledText(component).bracketed
        parts.append(String(bracketed.prefix { $0 != " " }))
        let list = component.dropFirst(bracketed.count + 2)
        if list.first == "(" { arguments = list }
        continue
      }
      let (name, list) = DemangledText(component).prefix(upTo: ["("])
      parts.append(String(name))
      if !list.isEmpty { arguments = list }
    }
    return (parts, arguments)
  }

  /// Returns the labels of arguments: `(from:_:)` for `(from: Swift.Int, Swift.String)`.
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

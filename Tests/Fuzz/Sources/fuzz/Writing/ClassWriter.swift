/// A type that writes the declaration of a generated class.
struct ClassWriter {
  let name: String
  let declaration: ObjectClass
  let prefix: String

  /// Returns the type of a class, with its generic argument.
  static func type(_ name: String, _ flavor: ObjectClass.Flavor) -> String {
    if case .generic(let argument) = flavor { "\(name)<\(argument)>" } else { name }
  }

  /// Returns the lines that declare the superclasses, followed by those that declare the class.
  func lines(_ shapes: inout ShapeWriter) -> [String] {
    let all = Array(declaration.fields.enumerated())
    switch declaration.flavor {
    case .plain: return level("final class \(name): Marked", all, &shapes)
    case .generic:
      return level("final class \(name)<Extra>: Marked", all, &shapes, extra: "Extra")
    case .foundation:
      return level("final class \(name): NSObject, Marked", all, &shapes, callsSuper: true)
    case .actor: return level("actor \(name): Marked", all, &shapes)
    case .derivedFromGeneric:
      let half = all.count / 2
      return level(
        "class \(name)Base<Extra>: Marked", Array(all[..<half]), &shapes, extra: "Extra")
        + level(
          "final class \(name): \(name)Base<String>", Array(all[half...]), &shapes, isRoot: false)
    case .derived(let levels):
      var lines: [String] = []
      for number in 0...levels {
        let fields = all.filter { $0.offset % (levels + 1) == number }
        let own = number == levels ? name : "\(name)Level\(number)"
        let super_ = number == 0 ? "Marked" : "\(name)Level\(number - 1)"
        lines += level(
          "\(number == levels ? "final " : "")class \(own): \(super_)", fields, &shapes,
          isRoot: number == 0)
      }
      return lines
    }
  }

  private func level(
    _ head: String, _ fields: [(offset: Int, element: Field)], _ shapes: inout ShapeWriter,
    isRoot: Bool = true, callsSuper: Bool = false, extra: String? = nil
  ) -> [String] {
    var body: [String] = []
    if isRoot { body.append("let number: Int") }
    if let extra { body.append("var extra: \(extra)? = nil") }
    if !isRoot {
      body.append("var small\(head.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }): Int8 = 1")
    }
    for (index, field) in fields {
      body += FieldWriter.declaration(
        field, name: "f\(index)", isActor: declaration.flavor == .actor, &shapes)
    }
    var cleanup = fields.flatMap { FieldWriter.cleanup($0.element, name: "f\($0.offset)") }
    if isRoot {
      let superInit = callsSuper ? " super.init();" : ""
      body.append(
        "init(_ number: Int) { self.number = number;\(superInit) Truth.born(number) }")
      body.append(declaration.flavor == .actor ? "nonisolated func poke() {}" : "func poke() {}")
      cleanup.append("Truth.died(number)")
    }
    if !cleanup.isEmpty { body.append("deinit { \(cleanup.joined(separator: "; ")) }") }
    return ["\(head) {"] + body.map { "  \($0)" } + ["}"]
  }
}

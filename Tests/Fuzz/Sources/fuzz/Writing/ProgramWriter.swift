/// A type that writes a generated program as Swift source.
struct ProgramWriter {
  private let program: FuzzProgram
  private let truth: ProgramTruth

  init(_ program: FuzzProgram) {
    self.program = program
    truth = ProgramTruth(program)
  }

  /// The declarations of the program: its classes, its groups, and the function that ``runName``
  /// names.
  var text: String {
    var lines: [String] = []
    var run: [String] = []
    var locals: [String] = []
    var drops: [String] = []
    for (index, group) in program.groups.enumerated() {
      lines += groupLines(group, index, &run, &locals, &drops)
    }
    lines.append("@inline(never) func \(runName)() {")
    lines += locals.map { "  var \($0): AnyObject? = nil" }
    lines += ["  descend {"] + run.map { "  \($0)" } + ["  }", "  wipe()"]
    lines.append(
      "  withExtendedLifetime((\((["0"] + locals).joined(separator: ", ")))) { "
        + "finish(settles: \(program.isConcurrent)) }")
    lines += drops.map { "  \($0)" } + ["}"]
    return lines.joined(separator: "\n") + "\n"
  }

  var runName: String { "runS\(program.seed)" }

  private func groupLines(
    _ group: ObjectGroup, _ index: Int, _ run: inout [String], _ locals: inout [String],
    _ drops: inout [String]
  ) -> [String] {
    let prefix = "S\(program.seed)G\(group.number)"
    let names = group.classes.indices.map { program.className(group, $0) }
    let types = zip(names, group.classes).map { ClassWriter.type($0, $1.flavor) }
    var shapes = ShapeWriter(prefix: prefix, classNames: types)
    var lines: [String] = []
    for (name, declaration) in zip(names, group.classes) {
      lines += ClassWriter(name: name, declaration: declaration, prefix: prefix).lines(&shapes)
    }
    lines += build(group, prefix, types, &shapes)
    for (number, instance) in group.instances.enumerated() {
      let name = "\(prefix)I\(number)"
      let first = truth.firstNumbers[index][number]
      let local = instance.roots.first { $0.kind == .local }
      lines += self.instance(
        instance, group, (name, prefix, types), first, local, &shapes, &drops)
      if local != nil {
        run.append("  local\(name) = \(name)()")
        locals.append("local\(name)")
      } else {
        run.append("  \(name)()")
      }
    }
    return shapes.declarations + lines
  }

  /// Returns the lines of a function that builds the group's graph once.
  private func build(
    _ group: ObjectGroup, _ prefix: String, _ types: [String], _ shapes: inout ShapeWriter
  ) -> [String] {
    let nodeTypes = group.nodes.map { types[$0.classIndex] }
    for (index, type) in nodeTypes.enumerated() {
      shapes.add("let n\(index) = \(type)(first + \(index))")
    }
    for (index, node) in group.nodes.enumerated() {
      let fields = group.classes[node.classIndex].fields
      for (number, (field, value)) in zip(fields, node.values).enumerated() {
        guard let value else { continue }
        var targets = ShapeWriter.Targets(value.targets.map { "n\($0)" })
        let name = shapes.value(field.shape, &targets, stale: value.stale.map { "n\($0)" })
        FieldWriter.assignment(
          field, name: "f\(number)", owner: "n\(index)", value: name, &shapes)
      }
    }
    let all = group.nodes.indices.map { "n\($0)" }.joined(separator: ", ")
    return [
      "@inline(never) func \(prefix)build(_ first: Int) -> (\(nodeTypes.joined(separator: ", "))) {"
    ] + shapes.takeLines().map { "  \($0)" } + ["  return (\(all))", "}"]
  }

  /// Returns the lines of a function that builds an instance of the group, with its retains and
  /// roots.
  private func instance(
    _ instance: GroupInstance, _ group: ObjectGroup,
    _ names: (function: String, prefix: String, types: [String]), _ first: Int,
    _ local: GroupInstance.Root?, _ shapes: inout ShapeWriter, _ drops: inout [String]
  ) -> [String] {
    func node(_ index: Int) -> String { group.nodes.count == 1 ? "nodes" : "nodes.\(index)" }
    var declarations: [String] = []
    var body = ["let nodes = \(names.prefix)build(\(first))"]
    for (index, count) in instance.retains.sorted(by: { $0.key < $1.key }) {
      for _ in 0..<count { body.append("_ = Unmanaged.passRetained(\(node(index)))") }
    }
    for (number, root) in instance.roots.enumerated() {
      let writer = RootWriter(
        root, name: "\(names.function)R\(number)", node: "node",
        type: names.types[group.nodes[root.node].classIndex], &shapes)
      declarations += writer.declarations
      if !writer.plant.isEmpty {
        body +=
          ["do {", "  let node = \(node(root.node))"] + writer.plant.map { "  \($0)" } + ["}"]
      }
      drops += writer.drop
    }
    let result = local.map { " -> " + names.types[group.nodes[$0.node].classIndex] } ?? ""
    if let local { body.append("return \(node(local.node))") }
    return declarations + ["@inline(never) func \(names.function)()\(result) {"]
      + body.map { "  \($0)" } + ["}"]
  }

  /// Returns the source of the main file of an executable that contains several programs. The
  /// first argument of the executable selects the program to run.
  static func main(for programs: [FuzzProgram]) -> String {
    let cases = programs.map { "case \"\($0.seed)\": runS\($0.seed)()" }
    return """
      import Foundation

      Truth.removesRoots = CommandLine.arguments.contains("--remove-roots")
      switch CommandLine.arguments[1] {
      \(cases.joined(separator: "\n"))
      default: exit(64)
      }
      wipe()
      Truth.settle()
      Truth.report("left")
      exit(0)

      """
  }

  /// The program as a single source file.
  var standalone: String {
    Prelude.needed(by: text + "Truth") + "\n" + text
      + "\nTruth.removesRoots = false\n\(runName)()\n"
  }
}

/// A type that generates a program from a seed.
struct ProgramGenerator {
  private var random: SeededGenerator
  private var nextID = 0

  private init(seed: Int) { random = SeededGenerator(seed: seed) }

  /// Returns the program that a seed determines.
  static func program(seed: Int) -> FuzzProgram {
    var generator = ProgramGenerator(seed: seed)
    let isClean = generator.random.chance(0.2)
    let count = generator.random.number(3...8)
    let groups = (0..<count).map { generator.group(number: $0, isClean: isClean) }
    return FuzzProgram(seed: seed, groups: groups)
  }

  private mutating func group(number: Int, isClean: Bool) -> ObjectGroup {
    let plan = GroupPlan(random.pick(GroupPlan.Template.allCases), &random)
    let classCount = min(plan.nodeCount, random.pick([1, 2, 3, 4, 8]))
    var group = ObjectGroup(
      number: number, classes: (0..<classCount).map { _ in ObjectClass(flavor: flavor()) },
      nodes: (0..<plan.nodeCount).map { ObjectNode(classIndex: $0 % classCount) }, instances: [])
    var shapes = ShapeGenerator(nextID: nextID, classCount: classCount)
    let allowsUntyped = random.chance(0.4)
    for (from, to) in plan.edges {
      add(from, to, isOwning: true, allowsUntyped, &group, &shapes)
    }
    for _ in 0..<random.pick([0, 0, 0, 1, 2]) {
      let (from, to) = (node(in: group), node(in: group))
      add(from, to, isOwning: false, allowsUntyped, &group, &shapes)
    }
    addStaleElements(to: &group)
    addInstances(plan, isClean: isClean, to: &group, &shapes)
    nextID = shapes.nextID
    while removeDanglingWord(from: &group) {}
    if isClean { rootLeaks(in: &group) }
    return group
  }

  private mutating func node(in group: ObjectGroup) -> Int {
    random.number(0...(group.nodes.count - 1))
  }

  private mutating func flavor() -> ObjectClass.Flavor {
    switch random.number(0...9) {
    case 0, 1: .derived(levels: random.number(1...3))
    case 2: .generic(random.pick(["Int", "String", "[Int]", "(Int8, String)", "Int?"]))
    case 3: .derivedFromGeneric
    case 4: .foundation
    case 5: .actor
    default: .plain
    }
  }

  /// Adds a reference to a property that has room for it, or to a new property.
  private mutating func add(
    _ from: Int, _ to: Int, isOwning: Bool, _ allowsUntyped: Bool, _ group: inout ObjectGroup,
    _ shapes: inout ShapeGenerator
  ) {
    let (owner, target) = (group.nodes[from].classIndex, group.nodes[to].classIndex)
    var fieldIndex = group.classes[owner].fields.indices.first { index in
      let field = group.classes[owner].fields[index]
      let first = field.shape.leaves[0]
      return group.nodes[from].values[index] == nil && first.classIndex == target
        && (first.isOwning && field.form.isOwning) == isOwning
    }
    if fieldIndex == nil || random.chance(0.2) {
      let field = shapes.field(
        for: target, isOwning: isOwning, allowsUntyped: allowsUntyped,
        isActor: group.classes[owner].flavor == .actor, &random)
      fieldIndex = group.classes[owner].fields.count
      group.classes[owner].fields.append(field)
      for index in group.nodes.indices where group.nodes[index].classIndex == owner {
        group.nodes[index].values.append(nil)
      }
    }
    guard let fieldIndex else { return }
    let leaves = group.classes[owner].fields[fieldIndex].shape.leaves
    let targets = leaves.enumerated().map { position, leaf in
      position == 0 || leaf.classIndex == target ? to : anyNode(of: leaf.classIndex, in: group)
    }
    group.nodes[from].values[fieldIndex] = ObjectNode.Value(targets: targets)
  }

  private mutating func anyNode(of classIndex: Int, in group: ObjectGroup) -> Int {
    random.pick(group.nodes.indices.filter { group.nodes[$0].classIndex == classIndex })
  }

  /// Makes some removed elements refer to a different object than the elements that remain.
  private mutating func addStaleElements(to group: inout ObjectGroup) {
    for index in group.nodes.indices {
      let fields = group.classes[group.nodes[index].classIndex].fields
      for (fieldIndex, field) in fields.enumerated()
      where group.nodes[index].values[fieldIndex] != nil && field.shape.removesElements
        && random.chance(0.6)
      {
        let stale = node(in: group)
        let isFitting = field.shape.leaves.allSatisfy {
          $0.isErased || $0.classIndex == group.nodes[stale].classIndex
        }
        if isFitting { group.nodes[index].values[fieldIndex]?.stale = stale }
      }
    }
  }

  private mutating func addInstances(
    _ plan: GroupPlan, isClean: Bool, to group: inout ObjectGroup, _ shapes: inout ShapeGenerator
  ) {
    for _ in 0..<random.pick([1, 1, 1, 2, 3]) {
      var instance = GroupInstance(retains: plan.retains)
      for _ in 0..<random.pick([0, 0, 0, 1, 1, 2]) { addRoot(to: &instance, group, &shapes) }
      // A task leaves words on the stack of its thread. The analysis must treat each of them as a
      // possible owner of an over-retained object.
      if group.isConcurrent { instance.retains = [:] }
      if isClean { instance.retains = random.chance(0.3) ? instance.retains : [:] }
      group.instances.append(instance)
    }
  }

  private mutating func addRoot(
    to instance: inout GroupInstance, _ group: ObjectGroup, _ shapes: inout ShapeGenerator
  ) {
    let node = node(in: group)
    var kind = random.chance(0.4) ? .global : random.pick(RootKind.allCases)
    if kind == .local, instance.roots.contains(where: { $0.kind == .local }) { kind = .staticLet }
    var root = GroupInstance.Root(kind: kind, node: node)
    if kind == .global {
      root.shape = shapes.shape(
        for: group.nodes[node].classIndex, isOwning: true, allowsMore: false, &random)
    }
    instance.roots.append(root)
  }

  /// Removes a value that contains a possible reference to a freed object. Another object could
  /// reuse the memory of the freed object, and the value would then seem to refer to that object.
  ///
  /// - Returns: `false` if there is no such value.
  private func removeDanglingWord(from group: inout ObjectGroup) -> Bool {
    let edges = group.edges
    let words = edges.filter { $0.strength == .possible }
    guard !words.isEmpty else { return false }
    let truths = group.instances.map {
      InstanceTruth($0, edges: edges, nodeCount: group.nodes.count)
    }
    for word in words {
      let isDangling = truths.contains {
        $0.statuses[word.to] == .freed && $0.statuses[word.from] != .freed
      }
      guard isDangling else { continue }
      for (fieldIndex, value) in group.nodes[word.from].values.enumerated() {
        guard let value, value.targets.contains(word.to) || value.stale == word.to else { continue }
        let field = group.classes[group.nodes[word.from].classIndex].fields[fieldIndex]
        let hasUntypedForm = field.form.isUntyped || field.form == .unmanaged
        guard hasUntypedForm || field.shape.leaves.contains(where: { $0.kind == .unmanaged }) else {
          continue
        }
        group.nodes[word.from].values[fieldIndex] = nil
        return true
      }
    }
    return false
  }

  /// Adds roots for all nodes that would otherwise leak.
  private mutating func rootLeaks(in group: inout ObjectGroup) {
    let edges = group.edges
    for index in group.instances.indices {
      while true {
        let truth = InstanceTruth(
          group.instances[index], edges: edges, nodeCount: group.nodes.count)
        guard let leaked = truth.nodes(.leaked).first else { break }
        let kinds = RootKind.allCases.filter { $0 != .local && $0 != .global }
        group.instances[index].roots.append(
          GroupInstance.Root(kind: random.pick(kinds), node: leaked))
      }
    }
  }
}

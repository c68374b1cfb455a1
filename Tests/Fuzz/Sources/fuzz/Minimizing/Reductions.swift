/// The ways to make a program smaller in one step.
enum Reductions {
  /// Returns smaller programs, in no particular order.
  static func of(_ program: FuzzProgram) -> [FuzzProgram] {
    var results: [FuzzProgram] = []
    if program.groups.count > 1 {
      for group in program.groups {
        var copy = program
        copy.groups = [group]
        results.append(copy)
      }
      for index in program.groups.indices {
        var copy = program
        copy.groups.remove(at: index)
        results.append(copy)
      }
      return results
    }
    for index in program.groups.indices {
      for group in reductions(of: program.groups[index]) {
        var copy = program
        copy.groups[index] = group
        results.append(copy)
      }
    }
    return results
  }

  private static func reductions(of group: ObjectGroup) -> [ObjectGroup] {
    var results: [ObjectGroup] = []
    if group.instances.count > 1 {
      for index in group.instances.indices {
        var copy = group
        copy.instances.remove(at: index)
        results.append(copy)
      }
    }
    for node in group.nodes.indices where group.nodes.count > 1 {
      results.append(removing(node, from: group))
    }
    for (index, instance) in group.instances.enumerated() {
      for root in instance.roots.indices {
        var copy = group
        copy.instances[index].roots.remove(at: root)
        results.append(copy)
        if let shape = instance.roots[root].shape {
          for smaller in reductions(of: shape) {
            var copy = group
            copy.instances[index].roots[root].shape = smaller
            results.append(copy)
          }
        }
      }
      for (node, count) in instance.retains {
        var copy = group
        copy.instances[index].retains[node] = count > 1 ? 1 : nil
        results.append(copy)
      }
    }
    for (index, declaration) in group.classes.enumerated() {
      if let smaller = removing(class: index, from: group) { results.append(smaller) }
      if declaration.flavor != .plain {
        var copy = group
        copy.classes[index].flavor = .plain
        results.append(copy)
      }
      for field in declaration.fields.indices {
        results += reductions(ofField: field, in: index, of: group)
      }
    }
    return results
  }

  /// Returns the group without a node, and without the values, roots and retains that refer to it.
  private static func removing(_ node: Int, from group: ObjectGroup) -> ObjectGroup {
    var copy = group
    func mapped(_ target: Int) -> Int { target > node ? target - 1 : target }
    for index in copy.nodes.indices {
      for (fieldIndex, value) in copy.nodes[index].values.enumerated() {
        guard var value else { continue }
        if value.stale == node { value.stale = nil }
        value.stale = value.stale.map(mapped)
        let isLost = value.targets.contains(node)
        value.targets = value.targets.map(mapped)
        copy.nodes[index].values[fieldIndex] = isLost ? nil : value
      }
    }
    copy.nodes.remove(at: node)
    for index in copy.instances.indices {
      let instance = copy.instances[index]
      copy.instances[index].roots = instance.roots.filter { $0.node != node }.map {
        var root = $0
        root.node = mapped(root.node)
        return root
      }
      copy.instances[index].retains = Dictionary(
        uniqueKeysWithValues: instance.retains.filter { $0.key != node }.map {
          (mapped($0.key), $0.value)
        })
    }
    return copy
  }

  /// Returns the group without a class; `nil` if a node has the class, if a field or root mentions
  /// it, or if it is the only class.
  private static func removing(class index: Int, from group: ObjectGroup) -> ObjectGroup? {
    func mentions(_ shape: Shape) -> Bool { shape.leaves.contains { $0.classIndex == index } }
    let shapes =
      group.classes.flatMap { $0.fields.map(\.shape) }
      + group.instances.flatMap { $0.roots.compactMap(\.shape) }
    guard group.classes.count > 1, !group.nodes.contains(where: { $0.classIndex == index }),
      !shapes.contains(where: mentions)
    else { return nil }
    var copy = group
    copy.classes.remove(at: index)
    func mapped(_ other: Int) -> Int { other > index ? other - 1 : other }
    for node in copy.nodes.indices {
      copy.nodes[node].classIndex = mapped(copy.nodes[node].classIndex)
    }
    for number in copy.classes.indices {
      for field in copy.classes[number].fields.indices {
        let shape = copy.classes[number].fields[field].shape
        copy.classes[number].fields[field].shape = shape.mappingClasses(mapped)
      }
    }
    for instance in copy.instances.indices {
      for root in copy.instances[instance].roots.indices {
        let shape = copy.instances[instance].roots[root].shape
        copy.instances[instance].roots[root].shape = shape?.mappingClasses(mapped)
      }
    }
    return copy
  }

  private static func reductions(
    ofField fieldIndex: Int, in classIndex: Int, of group: ObjectGroup
  ) -> [ObjectGroup] {
    var results: [ObjectGroup] = []
    let owners = group.nodes.indices.filter { group.nodes[$0].classIndex == classIndex }
    var removed = group
    removed.classes[classIndex].fields.remove(at: fieldIndex)
    for owner in owners { removed.nodes[owner].values.remove(at: fieldIndex) }
    results.append(removed)
    for owner in owners where group.nodes[owner].values[fieldIndex] != nil {
      if owners.count > 1 {
        var copy = group
        copy.nodes[owner].values[fieldIndex] = nil
        results.append(copy)
      }
      if group.nodes[owner].values[fieldIndex]?.stale != nil {
        var copy = group
        copy.nodes[owner].values[fieldIndex]?.stale = nil
        results.append(copy)
      }
    }
    let field = group.classes[classIndex].fields[fieldIndex]
    if field.form != .variable, field.form.isOwning {
      var copy = group
      copy.classes[classIndex].fields[fieldIndex].form = .variable
      results.append(copy)
    }
    guard !field.form.takesLeafOnly else { return results }
    for shape in reductions(of: field.shape) {
      var copy = group
      copy.classes[classIndex].fields[fieldIndex].shape = shape
      // The simpler shape has only the first leaves, so only their targets are kept.
      for owner in owners {
        guard let value = copy.nodes[owner].values[fieldIndex] else { continue }
        copy.nodes[owner].values[fieldIndex]?.targets = Array(
          value.targets.prefix(shape.leaves.count))
        if !shape.removesElements { copy.nodes[owner].values[fieldIndex]?.stale = nil }
      }
      results.append(copy)
    }
    return results
  }
}

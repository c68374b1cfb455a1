import KnownCode
package import OwnershipGraph

extension BreakAdvice {
  /// A Boolean value indicating whether the edit declares a property `weak`.
  package var isWeakDeclaration: Bool {
    text.hasPrefix("weak var ") || text.hasPrefix("weak let ")
  }

  /// A Boolean value indicating whether the edit makes a property or a part of it weak.
  var makesPropertyWeak: Bool { isWeakDeclaration || text.hasSuffix(Self.weakStorage) }

  private static let weakStorage = ", or store a weak reference in it"

  /// Returns the edit for a property that cannot be declared `weak`, or whose value contains the
  /// reference as a part.
  private static func storing(in property: String) -> String {
    "clear \(property) when done\(weakStorage)"
  }

  /// Returns the edit that makes a property weak. If the reference is a part of the property's
  /// value, the edit is to clear the property, or to store a weak reference in it.
  ///
  /// The edit never makes a property `unowned`, because the program would end if it accessed the
  /// property after the deallocation of the object.
  static func weakProperty(
    _ property: String, _ stored: String, _ reference: ObjectGraph.Reference
  ) -> String {
    if let field = reference.declaration?.field { return "weak var \(field.property)" }
    if reference.label != stored, path(reference.label) != stored {
      // The reference is inside a structure, tuple, enumeration or existential. The program can
      // edit only some of these. It cannot access the stored value of a property wrapper.
      return storing(in: reference.declaration?.property ?? path(reference.label))
    }
    let keyword = reference.declaration?.mustBeConstant == true ? "let" : "var"
    guard reference.declaration?.canBeWeak != false else {
      // The type is a protocol or a generic parameter. A constant cannot be cleared.
      let isConstant = reference.declaration?.isConstant == true
      return isConstant && reference.declaration?.property == nil
        ? "weak \(keyword) \(property), with its type restricted to AnyObject"
        : storing(in: property)
    }
    return "weak \(keyword) \(property)"
  }

  /// Returns the edit that empties the collection in a property; `nil` if the property is an
  /// optional, if a program cannot remove elements from it, or if its declaration is unknown.
  static func emptying(_ property: String, _ reference: ObjectGraph.Reference) -> String? {
    guard let declaration = reference.declaration, declaration.isOptional == false,
      declaration.hasRemovableElements != false
    else { return nil }
    return declaration.isConstant == true
      ? "declare \(property) as a variable and remove its elements when done"
      : "remove the elements from \(property) when done"
  }

  /// Returns whether a reference is stored in a structure's property whose name indicates that it
  /// refers back to an owner. The structure is an element of a collection.
  static func refersBackFromElement(_ reference: ObjectGraph.Reference) -> Bool {
    guard let field = reference.declaration?.field else { return false }
    return ReferenceRole.isBackName(field.property, ofClass: field.type)
  }

  /// Returns whether a reference is an object's reference to itself, in a property that the program
  /// can clear and whose name does not indicate a reference back to an owner. Such an object is
  /// assumed to keep itself alive on purpose. The result is `false` for a node that represents
  /// several objects, and for a part of a property's value.
  static func keepsItselfAlive(
    _ reference: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> Bool {
    let property = FindingShape.property(reference.label)
    return reference.from == reference.to && graph.nodes[reference.from].count == 1
      && reference.label == property && !ReferenceRole.isBackName(property)
      && reference.declaration?.canBeWeak != false && reference.canBeCleared
  }

  /// Returns whether the edit of a property or capture leaves an object without a strong reference.
  /// The object's references to itself, and references in objects of other leaks, do not count.
  package static func losesTarget(
    _ index: Int, in graph: ObjectGraph, _ breaks: [Int]
  ) -> Bool {
    let cut = Set(breaks + [index])
    let property = Set(
      references(ofPropertyOf: index, among: graph.references.indices, in: graph))
    // The fix of another leak may release its objects.
    let belongsToOtherLeak = graph.nodesOfOtherLeaks()
    var owned = Set<Int>()
    for (other, reference) in graph.references.enumerated()
    where reference.strength == .strong && !cut.contains(other) && !property.contains(other)
      && !belongsToOtherLeak[reference.from]
    {
      let isOwn = reference.from == reference.to && graph.nodes[reference.from].count == 1
      if !isOwn { owned.insert(reference.to) }
    }
    return cut.contains { property.contains($0) && !owned.contains(graph.references[$0].to) }
  }

  /// Returns a description of the object that needs another owner if a property or capture becomes
  /// weak. The description is the object's type. If objects of this type also refer to each other
  /// by other properties, the description names those properties, because only the object to which
  /// none of them refers needs an owner. Properties whose references are in `breaks` also become
  /// weak, so they are not named.
  package static func objectToOwn(
    _ index: Int, in graph: ObjectGraph, breaking breaks: [Int]
  ) -> String {
    let reference = graph.references[index]
    let target = graph.nodes[reference.to]
    guard graph.nodes[reference.from].qualifiedType == target.qualifiedType else {
      return target.type
    }
    let edited = Set(([index] + breaks).map { DeclaredProperty(of: $0, in: graph) })
    let others = graph.references.indices.filter { other in
      let reference = graph.references[other]
      return reference.strength == .strong
        && !edited.contains(DeclaredProperty(of: other, in: graph))
        && [reference.from, reference.to].allSatisfy {
          graph.nodes[$0].qualifiedType == target.qualifiedType
        }
    }
    let properties = others.map { graph.references[$0] }
    let isInCollection = properties.allSatisfy { $0.label.contains("[") }
    let names = Set(properties.map(nameOfProperty)).sorted()
    if names.isEmpty { return target.type }
    let all = (isInCollection ? "in the " : "the ") + names.joined(separator: " or ")
    return "the \(target.type) that is not \(all) of another \(target.type)"
  }

  /// Returns the name, in the source, of the property that contains a reference, or the path of a
  /// part of the property's value.
  private static func nameOfProperty(_ reference: ObjectGraph.Reference) -> String {
    let label = reference.label
    if label.prefix(while: { $0 != "[" }).contains(".") {
      return label.contains("[") ? FindingShape.property(label) : path(label)
    }
    return reference.declaration?.property ?? FindingShape.property(label)
  }

  /// Returns the references in cycles that are stored in the same property as the reference
  /// `index`, in all objects.
  package static func property(_ index: Int, in graph: ObjectGraph) -> [Int] {
    references(ofPropertyOf: index, among: graph.cycleReferences(), in: graph)
  }

  /// Returns those of the given indices whose references are stored in the same property as the
  /// reference `index`.
  ///
  /// A collection may contain thousands of elements, so each type's name is compared only once.
  private static func references(
    ofPropertyOf index: Int, among indices: some Sequence<Int>, in graph: ObjectGraph
  ) -> [Int] {
    let property = DeclaredProperty(of: index, in: graph)
    var isSameType: [String: Bool] = [:]
    return indices.filter { other in
      let reference = graph.references[other]
      guard reference.declaredLabel == property.label else { return false }
      let type = reference.genericDeclaringType(in: graph)
      if let known = isSameType[type] { return known }
      let isSame = GenericArguments.removed(from: type) == property.type
      isSameType[type] = isSame
      return isSame
    }
  }

  /// The property of a class or structure that stores a reference.
  private struct DeclaredProperty: Hashable {
    var label: String
    var type: String

    init(of index: Int, in graph: ObjectGraph) {
      let reference = graph.references[index]
      label = reference.declaredLabel
      type = reference.declaringType(in: graph)
    }
  }

  /// Returns whether the property that stores the reference `index` also stores the only strong
  /// reference to an object outside of the cycles. If the property were weak, that object would be
  /// deallocated too early.
  static func ownsOtherObjects(_ index: Int, in graph: ObjectGraph) -> Bool {
    let cycle = Set(graph.cycleReferences())
    let members = Set(cycle.map { graph.references[$0].to })
    let stored = Set(references(ofPropertyOf: index, among: graph.references.indices, in: graph))
    let others = stored.subtracting(cycle).map { graph.references[$0] }
      .filter { $0.strength == .strong && !members.contains($0.to) }
    guard !others.isEmpty else { return false }
    let owned = Set(
      graph.references.indices.filter {
        graph.references[$0].strength == .strong && !stored.contains($0)
      }
      .map { graph.references[$0].to })
    return others.contains {
      !owned.contains($0.to) && graph.nodes[$0.to].unexplainedOwners == 0
    }
  }

  /// Returns whether `breaks` contains all other references that are stored in the same property as
  /// the reference `index`. Only references in cycles are considered.
  ///
  /// A node that represents several objects may refer to itself. For such a reference, returns
  /// whether the property appears to refer back to an owner, or another property also retains the
  /// objects.
  static func breaksWholeSite(
    _ index: Int, in graph: ObjectGraph, _ breaks: [Int]
  ) -> Bool {
    let reference = graph.references[index]
    let source = graph.nodes[reference.from]
    if reference.from == reference.to, source.count > 1 {
      let belongsToOtherLeak = graph.nodesOfOtherLeaks()
      let edited = Set(breaks.map { DeclaredProperty(of: $0, in: graph) })
      // The node represents several objects that form a cycle or a list. With `weak var next`, the
      // objects would be released immediately, unless another property, which remains strong, also
      // refers to them. A property of another leak's object does not count, because it retains only
      // some of them.
      return ReferenceRole.isBackName(FindingShape.property(reference.label))
        || graph.references.indices.contains { other in
          let owner = graph.references[other]
          return owner.to == reference.to && owner.strength == .strong
            && owner.label != reference.label
            && !graph.nodes[owner.from].kind.isClosure && !belongsToOtherLeak[owner.from]
            && !edited.contains(DeclaredProperty(of: other, in: graph))
        }
    }
    let broken = Set(breaks + [index])
    return property(index, in: graph).allSatisfy(broken.contains)
  }
}

extension ObjectGraph.Reference {
  /// Returns the name of the type whose declaration contains the property that an edit changes: a
  /// structure in a property of a class, the class that declares the property, or the type of the
  /// object. An edit of a generic type changes it for all arguments, so the name has no generic
  /// arguments.
  func declaringType(in graph: ObjectGraph) -> String {
    GenericArguments.removed(from: genericDeclaringType(in: graph))
  }

  /// Returns the name of ``declaringType(in:)`` with its generic arguments.
  func genericDeclaringType(in graph: ObjectGraph) -> String {
    declaration?.field?.type ?? declaration?.type ?? graph.nodes[from].qualifiedType
  }

  /// The label of the reference within ``declaringType(in:)``.
  var declaredLabel: String { declaration?.field?.property ?? label }
}

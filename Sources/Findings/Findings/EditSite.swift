import OwnershipGraph

/// The references that one edit of the source makes weak: those of one property, or of one capture
/// of one closure, in all objects of a type.
///
/// For example, `weak var previous` changes all nodes of a list.
struct EditSite: Hashable, Sendable {
  /// Indices of ``ObjectGraph/references``, ascending.
  var references: [Int]
  var role: ReferenceRole
}

/// The edit sites of a graph's cycles, with their roles.
struct EditSites {
  private(set) var sites: [EditSite] = []
  /// The edit site of each reference of a cycle.
  private(set) var siteOf: [Int: Int] = [:]

  private let graph: ObjectGraph
  private let host: HostPreference
  /// The strong references to each node.
  private let referencesInto: [[Int]]

  /// - Parameter candidates: The references that may be cut.
  /// - Complexity: O(*n* + *e*).
  init(of graph: ObjectGraph, candidates: [Int], host: HostPreference) {
    self.graph = graph
    self.host = host
    var into = [[Int]](repeating: [], count: graph.nodes.count)
    for (index, reference) in graph.references.enumerated() where reference.strength == .strong {
      into[reference.to].append(index)
    }
    referencesInto = into
    struct Key: Hashable {
      var type: String
      var location: SourceLocation?
      var label: String
    }
    var indexOf: [Key: Int] = [:]
    for index in candidates {
      let reference = graph.references[index]
      let source = graph.nodes[reference.from]
      let key = Key(
        type: source.qualifiedType, location: source.kind.isClosure ? source.location : nil,
        label: Self.property(reference.label))
      let site = indexOf[key] ?? sites.count
      if site == sites.count {
        indexOf[key] = site
        sites.append(EditSite(references: [], role: .selfCapture))
      }
      sites[site].references.append(index)
      siteOf[index] = site
    }
    for site in sites.indices { sites[site].role = role(of: sites[site].references) }
    yieldToBackReferences()
  }

  /// Returns the label without the parts that differ between objects of a type.
  private static func property(_ label: String) -> String {
    label.contains("[") ? label.replacing(#/\[\d+\]/#, with: "[*]") : label
  }

  private func role(of references: [Int]) -> ReferenceRole {
    let ofSite = Set(references)
    let roles = references.map { role(of: $0, in: ofSite) }
    guard let worst = roles.max(), worst.isEditable, worst != .ownership else {
      return roles.max() ?? .ownership
    }
    return isBackReference(references) ? .backReference : worst
  }

  private func role(of index: Int, in site: Set<Int>) -> ReferenceRole {
    let reference = graph.references[index]
    let (source, target) = (graph.nodes[reference.from], graph.nodes[reference.to])
    switch host.tier(of: source) {
    case .dependency?: return host.isProgram(target) ? .dependencyToProgram : .dependency
    case .language?: return .language
    case nil: return .storage
    case .program?: break
    }
    let isOnly = referencesInto[reference.to].allSatisfy(site.contains)
    if source.kind.isClosure {
      if reference.label == "capture self" { return .selfCapture }
      return isOnly ? .onlyCapture : .capture
    }
    let isElement = reference.label.hasSuffix("]")
    guard [.classInstance, .actor].contains(target.kind), !isElement else {
      // A closure, a box or an element of a collection cannot be held weakly.
      return .ownership
    }
    if !isOnly { return .sharedProperty }
    return host.isProgram(target) ? .onlyProperty : .ownership
  }

  /// Returns whether the property refers back to an owner, judged by its name, by the number of
  /// objects that refer to one target, by which object allocated the other, or by their age.
  private func isBackReference(_ references: [Int]) -> Bool {
    let all = references.map { graph.references[$0] }
    guard let first = all.first, !graph.nodes[first.from].kind.isClosure else { return false }
    if ReferenceRole.isBackName(FindingShape.property(first.label)) { return true }
    if Set(all.map(\.to)).count < all.count { return true }
    return all.allSatisfy { isMade($0.from, by: $0.to) }
      && !all.contains { isMade($0.to, by: $0.from) }
  }

  /// Returns whether an object's code allocated another object; if the allocation sites do not show
  /// that, whether the other object is younger.
  private func isMade(_ node: Int, by maker: Int) -> Bool {
    let (node, maker) = (graph.nodes[node], graph.nodes[maker])
    if let frame = node.allocation.first, frame.function.contains("."),
      frame.function.contains("\(maker.type.prefix { $0 != "<" }).")
    {
      return true
    }
    if let frame = maker.allocation.first,
      frame.function.contains("\(node.type.prefix { $0 != "<" }).")
    {
      return false
    }
    guard let order = node.order, let makerOrder = maker.order else { return false }
    return order > makerOrder
  }

  /// Gives the role of an owner to a property that is the only reference to an object, if a
  /// property of that object refers back.
  private mutating func yieldToBackReferences() {
    var refersBack = Set<[Int]>()
    for site in sites where site.role == .backReference {
      for index in site.references {
        refersBack.insert([graph.references[index].from, graph.references[index].to])
      }
    }
    for site in sites.indices where sites[site].role == .onlyProperty {
      let isOwner = sites[site].references.contains {
        refersBack.contains([graph.references[$0].to, graph.references[$0].from])
      }
      if isOwner { sites[site].role = .ownership }
    }
  }
}

import HeapWalking
import OwnershipGraph

/// A reference to a class instance. It may pass through objects of the runtime, such as storage,
/// boxes and closure contexts.
struct OwnedReference: Hashable, CustomStringConvertible {
  /// The labels along the path, outermost first.
  var path: [String]
  var strength: Strength
  var evidence: Evidence
  /// The name that the test gave to the target, or the name of the target's type.
  var target: String

  /// The reference in words: `field → a`, `weak field → b`, `scanned field/capture → c`.
  var description: String {
    let words = [
      evidence == .scanned ? "scanned" : "", strength == .strong ? "" : strength.rawValue,
      path.joined(separator: "/"), "→", target,
    ]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension HeapWalker {
  /// Returns the references of `object` and of the runtime's objects that `object` owns.
  func owned(
    by object: AnyObject, names: [UInt: String]
  ) -> (references: [OwnedReference], coverage: Coverage) {
    var found: [OwnedReference] = []
    var coverage = Coverage()
    collect(Address(of: object), path: [], evidence: .typed, names, &found, &coverage)
    return (found, coverage)
  }

  private func collect(
    _ object: Address, path: [String], isBox: Bool = false, evidence: Evidence,
    _ names: [UInt: String], _ found: inout [OwnedReference], _ coverage: inout Coverage
  ) {
    let reading = reading(of: object)
    coverage += reading.coverage
    // A closure context that contains only a function is a thunk. The optimizer may remove it.
    let isThunk =
      !isBox && reading.kind == .closureContext && reading.references.count == 1
      && reading.references[0].function != 0
    for reference in reading.references {
      let label =
        isThunk ? "" : isBox ? Self.labelInBox(reference.label) : reference.label
      let path = path + (label.isEmpty ? [] : [label])
      let evidence = evidence == .scanned ? .scanned : reference.evidence
      let target = Address(reference.target)
      if reference.strength == .strong, names[target.bits] == nil, path.count < 8,
        isPassedThrough(target)
      {
        collect(
          target, path: path, isBox: reference.function == 0, evidence: evidence, names, &found,
          &coverage)
      } else {
        found.append(
          OwnedReference(
            path: path, strength: reference.strength, evidence: evidence,
            target: names[target.bits] ?? typeName(of: target)))
      }
    }
  }

  /// Returns the label of a reference in a box. The compiler gives boxes the same metadata as
  /// closure contexts with one capture.
  private static func labelInBox(_ label: String) -> String {
    guard label.hasPrefix("capture #1") else { return label }
    let rest = label.dropFirst("capture #1".count)
    return String(rest.first == "." ? rest.dropFirst() : rest)
  }

  private func isPassedThrough(_ object: Address) -> Bool {
    let kind = self.reading(of: object).kind
    return kind != .classInstance && kind != .actor
  }

  private func typeName(of object: Address) -> String {
    let description = describe([object.bits], names: ObjectNames(), locates: false)
    return description.graph.nodes.first?.type ?? "empty storage"
  }
}

/// Causes in which objects retain themselves or each other, most of them without a closure.
extension Cause {
  package static let selfRetainingDisposable = Cause(
    "self-holding-disposable", in: .cycles,
    summary: "A disposable retains itself through its own action or one of its members.",
    fix: "Capture the disposable weakly in its action, and clear the action when it has "
      + "run."
  ) { shape in
    let disposables = shape.members.filter { shape.name($0).contains(#/Disposable|Cancellable/#) }
    return !disposables.isEmpty
      && shape.members.allSatisfy {
        disposables.contains($0) || shape.node($0).kind.isClosure || shape.node($0).kind == .box
      }
  }

  package static let objectRetainsItself = Cause(
    "object-holds-itself", in: .cycles,
    summary: "An object stores a strong reference to itself, which keeps it alive.",
    fix: "Set the property to nil on every path on which the object's work ends, or remove the "
      + "property if the object need not keep itself alive."
  ) { shape in
    // The property must store the object itself, not a value such as a structure that refers to the
    // object.
    shape.broken.allSatisfy { $0.declaration?.canBeWeak != false }
      && shape.members.count == 1 && shape.owners.count == 1
      && shape.node(shape.owners[0]).count == 1
      && shape.references.contains { $0.evidence != .scanned }
  }

  package static let valueRetainsItsSubject = Cause(
    "value-holds-its-subject", in: .cycles,
    summary: "A subject stores a value that refers back to an object that retains the subject.",
    fix: "Send values that do not refer to the owner, or that refer to it weakly; complete "
      + "the subject when done."
  ) { shape in
    shape.closures.isEmpty && shape.refers(shape.subjects, to: shape.owners)
  }

  package static let strongDelegate = Cause(
    "strong-delegate", in: .cycles,
    summary: "An object retains its delegate, and the delegate retains the object.",
    fix: "Declare the property `weak var delegate`. If its type is a protocol, restrict the "
      + "protocol to classes (AnyObject)."
  ) { shape in
    !shape.ownReferences {
      $0.lowercased().hasSuffix("delegate") || $0.lowercased().hasSuffix("datasource")
    }.isEmpty
  }

  package static let strongParent = Cause(
    "strong-parent", in: .cycles,
    summary: "A child retains its parent, and the parent retains the child.",
    fix: "Make the reference from child to parent weak, or unowned where the child cannot "
      + "outlive the parent."
  ) { shape in
    !shape.ownReferences {
      ["parent", "owner", "superview", "container", "coordinator", "host", "enclosing"]
        .contains($0.lowercased())
    }.isEmpty
  }

  package static let doublyLinked = Cause(
    "doubly-linked", in: .cycles,
    summary: "The nodes of a list retain each other in both directions.",
    fix: "Make the backward reference weak or unowned."
  ) { shape in
    let isBack = { (name: String) in ["previous", "prev", "back"].contains(name.lowercased()) }
    return shape.closures.isEmpty
      && shape.ownReferences(where: isBack).contains {
        shape.name($0.from) == shape.name($0.to)
      }
  }

  package static let elementRetainsContainer = Cause(
    "element-holds-container", in: .cycles,
    summary: "An element of a collection retains the object that owns the collection.",
    fix: "Make the element's reference weak, or remove the element when done."
  ) { shape in
    shape.brokenProperties.contains { reference in
      LibraryCall.ending(reference, in: shape.graph) == nil
        && (shape.connectsTwoObjects(reference) || FindingShape.isPartOfElement(reference))
        && shape.isCollectionBetween([reference.to], [reference.from])
    }
  }
}

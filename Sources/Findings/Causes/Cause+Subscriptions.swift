/// Causes that occur mainly with streams. In most of them, a subscription's handler captures the
/// subscription's owner.
extension Cause {
  package static let trampolineRetainsTarget = Cause(
    "trampoline-holds-target", in: .cycles,
    summary: "The trampoline that forwards observations retains its target, directly or through "
      + "its handler.",
    fix: "Capture the target weakly in the trampoline and in its handler, and dispose the "
      + "trampoline when the target is released."
  ) { shape in
    shape.refers(
      shape.libraryMembers(naming: "Trampoline"), to: shape.owners + shape.capturing,
      throughLibraryClosures: true)
  }

  package static let sharedStreamNeverReleased = Cause(
    "shared-stream-never-released", in: .cycles,
    summary: "A shared stream keeps its connection, because the last subscription was not ended, "
      + "or because ending it did not release the connection.",
    fix: "Share with refCount or share(replay:), and end every subscription."
  ) { shape in
    shape.captured.isEmpty
      && !shape.libraryMembers(naming: "Share", "RefCountConnect", "Multicast", "Connect")
        .isEmpty
  }

  package static let neverEndedSubscription = Cause(
    "never-ended-subscription", in: .cycles,
    summary: "The objects of a subscription retain each other, because the subscription was not "
      + "ended, or because ending it did not release them.",
    fix: "Keep the disposable and dispose it, put it into a bag that is released, or end "
      + "the sequence with take(until:)."
  ) { shape in
    shape.owners.isEmpty && shape.closures.isEmpty && shape.hasSubscription
      && shape.references.contains(where: shape.connectsTwoObjects)
      && !shape.libraryMembers(naming: "Dispos", "Subscription").isEmpty
  }

  package static let accumulatorRetainsOwner = Cause(
    "accumulator-holds-owner", in: .cycles,
    summary: "The accumulated value of a scan or reduce refers to an object that retains the "
      + "subscription.",
    fix: "Accumulate values rather than the object, or refer to the object weakly in the "
      + "accumulated value."
  ) { shape in
    shape.references.contains { reference in
      ["accumulated", "seed", "accumulate"].contains(FindingShape.property(reference.label))
        && shape.libraryMembers(naming: "Scan", "Reduce").contains(reference.from)
    }
  }

  package static let mutualObservers = Cause(
    "mutual-observers", in: .cycles,
    summary: "Each of two objects keeps a handler that captures the other.",
    fix: "Capture the other object weakly in both handlers, and let one of the two objects own the "
      + "subscriptions."
  ) { shape in
    let captures = shape.references.filter {
      shape.closures.contains($0.from) && shape.owners.contains($0.to)
    }
    return captures.contains { first in
      captures.contains { second in
        first.to != second.to && first.from != second.from
          && shape.hasPath(from: first.to, to: second.from)
          && shape.hasPath(from: second.to, to: first.from)
      }
    }
  }

  package static let handlerCapturesParent = Cause(
    "handler-captures-parent", in: .cycles,
    summary: "A handler captures an object that retains the handler through another object.",
    fix: "Capture the owner weakly, with [weak self] if the handler is in the owner's own code."
  ) { shape in
    !shape.captured.isEmpty && shape.owners.count > 1
      && shape.captured.isDisjoint(with: shape.storingObjects)
  }

  package static let methodAsHandler = Cause(
    "method-as-handler", in: .cycles,
    summary: "Passing a method as a handler implicitly captures self strongly.",
    fix: "Write `{ [weak self] in self?.method(…) }` in place of `self.method`."
  ) { shape in
    shape.captures.contains { shape.graph.codeForm(of: $0) == .method }
  }

  package static let nestedSubscription = Cause(
    "nested-subscription", in: .cycles,
    summary: "A closure inside another closure captures an object that retains the "
      + "subscription.",
    fix: "Write [weak self] in each nested closure, or use flatMap or flatMapLatest instead of "
      + "subscribing inside a handler."
  ) { shape in
    // The outer closure captures the object only for the inner closure. The cycle that is drawn may
    // contain the outer closure's capture, so all references to break are examined.
    shape.hasSubscription
      && shape.captures(among: shape.allBroken).contains {
        shape.node($0.from).type.matches(of: #/closure #\d+ in/#).count > 1
      }
  }

  package static let flatteningClosureCapturesOwner = Cause(
    "flattening-closure-captures-owner", in: .cycles,
    summary: "The closure of a flatMap, concatMap, merge or switch captures an object that "
      + "retains the subscription.",
    fix: "Capture [weak self] and return an empty observable if self is nil, or capture only "
      + "the values that the closure needs."
  ) { shape in
    shape.refers(
      shape.libraryMembers(naming: "FlatMap", "ConcatMap", "Merge", "Switch"),
      to: shape.capturing, throughLibraryClosures: true)
  }

  package static let subjectStoredInSubscriber = Cause(
    "subject-stored-in-subscriber", in: .cycles,
    summary: "An object stores a subject and subscribes to it with a handler that captures the "
      + "object.",
    fix: "Capture [weak self] in the handler; the subject keeps its observers until the "
      + "subject ends or the observers are disposed."
  ) { shape in
    shape.refers(Array(shape.captured), to: shape.subjects)
      && shape.subjects.contains { subject in
        shape.capturing.contains { shape.hasPath(from: subject, to: $0) }
      }
  }

  package static let bagOwnedByCaptured = Cause(
    "bag-owned-by-captured", in: .cycles,
    summary: "A handler captures the object that owns the subscription's bag.",
    fix: "Capture [weak self] in the handler, or bind with an operator that keeps only a weak "
      + "reference to its target."
  ) { shape in
    shape.refers(Array(shape.captured), to: shape.libraryMembers(naming: "Bag"))
  }

  package static let subscriptionOwnedByCaptured = Cause(
    "subscription-owned-by-captured", in: .cycles,
    summary: "A subscription's handler captures an object that retains the subscription.",
    fix: "Capture [weak self] in the handler, or end the subscription before the object is "
      + "released."
  ) { shape in
    !shape.captured.isEmpty && shape.hasSubscription
  }

  package static let disposableOwnedByCaptured = Cause(
    "disposable-owned-by-captured",
    summary: "An object keeps a disposable whose action captures the object.",
    fix: "Capture [weak self] in the action, or dispose the disposable outside of deinit."
  ) { shape in
    // The disposable stores its block in an atomic slot without type information. The block may
    // therefore appear as a root instead of a member of the cycle.
    guard shape.isCycle else { return shape.isHeld(by: "block of a disposable") }
    return shape.refers(
      Array(shape.captured), to: shape.libraryMembers(naming: "Disposable", "Cancellable"))
  }

  package static let bagKeepsFinished = Cause(
    "bag-keeps-finished",
    summary: "A bag keeps the disposables of ended subscriptions until the bag is released.",
    fix: "Release the bag with its owner, or use a new bag for each piece of work."
  ) { shape in
    shape.finding.rule == .heldAfterEnding && shape.isHeld(by: "bag")
      && !shape.libraryMembers(naming: "Dispos").isEmpty && shape.owners.isEmpty
  }
}

extension Cause {
  /// Whether the finding has the shape that the cause leaves.
  ///
  /// A shape may fit several causes; they are tried in the order of their cases.
  func isSeen(in shape: FindingShape) -> Bool {
    switch self {
    case .asyncSequenceOnSelf, .taskOnSelf, .streamContinuation, .dispatchSource,
      .dispatchWorkItem, .timer, .notificationObserver, .keyValueObservation:
      return isRuntime(in: shape)
    case .bagKeepsFinished:
      return shape.finding.rule == .heldAfterEnding && shape.isHeld(by: "bag")
        && !shape.libraryMembers(naming: "Dispos").isEmpty && shape.owners.isEmpty
    case .recursiveClosure, .selfHoldingDisposable, .objectHoldsItself, .valueHoldsItsSubject,
      .strongDelegate, .strongParent, .doublyLinked, .elementHoldsContainer:
      return shape.isCycle && isStored(in: shape)
    case .lazyClosure, .handlerList, .completionHandlerKept, .closureCapturesOwner:
      return shape.isCycle && isStoredClosure(in: shape)
    case .disposableOwnedByCaptured where !shape.isCycle:
      // A block in an atomic slot is seen by nobody but the disposable.
      return shape.isHeld(by: "block of a disposable")
    default:
      return shape.isCycle && isSubscribed(in: shape)
    }
  }

  /// Causes in which the language's runtime or a system library holds the closure.
  private func isRuntime(in shape: FindingShape) -> Bool {
    func has(_ words: String...) -> Bool {
      shape.isCycle && words.contains { !shape.libraryMembers(naming: $0).isEmpty }
    }
    let hasTask = shape.isCycle && shape.members.contains { shape.node($0).kind == .task }
    let hasStream = has("AsyncStream", "AsyncThrowingStream")
    let isCaptured = !shape.captured.isEmpty
    switch self {
    case .asyncSequenceOnSelf: return hasTask && hasStream || shape.isHeld(by: "async sequence")
    case .taskOnSelf: return hasTask || shape.isHeld(by: "task")
    case .streamContinuation: return hasStream && isCaptured || shape.isHeld(by: "continuation")
    case .dispatchSource:
      return has("DispatchSource", "dispatch_source") || shape.isHeld(by: "dispatch source")
    case .dispatchWorkItem:
      return has("DispatchWorkItem") || shape.isHeld(by: "dispatch work item")
    case .timer:
      return has("Foundation.Timer", "PeriodicSchedule", "ScheduledItem")
        || shape.isHeld(by: "timer")
    case .notificationObserver:
      return has("NotificationCenter", "NSNotification") && isCaptured
        || shape.isHeld(by: "notification")
    case .keyValueObservation:
      return has("KeyValueObservation", "ObservationRegistrar") && isCaptured
    default: return false
    }
  }

  /// Causes in which a subscription's handler captures what owns the subscription.
  private func isSubscribed(in shape: FindingShape) -> Bool {
    let (owners, closures) = (shape.owners, shape.closures)
    let (captured, capturing) = (shape.captured, shape.capturing)
    switch self {
    case .trampolineHoldsTarget:
      return shape.refers(
        shape.libraryMembers(naming: "Trampoline"), to: owners + capturing,
        throughLibraryClosures: true)
    case .neverEndedSubscription:
      return owners.isEmpty && closures.isEmpty && shape.hasSubscription
        && !shape.libraryMembers(naming: "Dispos", "Subscription").isEmpty
    case .sharedStreamNeverReleased:
      return captured.isEmpty
        && !shape.libraryMembers(naming: "Share", "RefCountConnect", "Multicast", "Connect")
          .isEmpty
    case .accumulatorHoldsOwner:
      return shape.references.contains { reference in
        ["accumulated", "seed", "accumulate"].contains(FindingShape.property(reference.label))
          && shape.libraryMembers(naming: "Scan", "Reduce").contains(reference.from)
      }
    case .mutualObservers: return isMutual(in: shape)
    case .handlerCapturesParent:
      return !captured.isEmpty && owners.count > 1 && captured.isDisjoint(with: shape.storers)
    case .methodAsHandler:
      return capturing.contains { closure in
        let name = shape.node(closure).type
        return name.hasPrefix("implicit closure") || !name.contains("closure #")
      }
    case .nestedSubscription:
      return shape.hasSubscription
        && capturing.contains { shape.node($0).type.matches(of: #/closure #\d+ in/#).count > 1 }
    case .flatteningClosureCapturesOwner:
      return shape.refers(
        shape.libraryMembers(naming: "FlatMap", "ConcatMap", "Merge", "Switch"), to: capturing,
        throughLibraryClosures: true)
    case .subjectStoredInSubscriber:
      return shape.refers(Array(captured), to: shape.subjects)
        && shape.subjects.contains { subject in
          capturing.contains { shape.leads(from: subject, to: $0) }
        }
    case .bagOwnedByCaptured:
      return shape.refers(Array(captured), to: shape.libraryMembers(naming: "Bag"))
    case .subscriptionOwnedByCaptured:
      return !captured.isEmpty && shape.hasSubscription
    case .disposableOwnedByCaptured:
      return shape.refers(
        Array(captured), to: shape.libraryMembers(naming: "Disposable", "Cancellable"))
    default: return false
    }
  }

  /// Each of two objects keeps a handler that captures the other.
  private func isMutual(in shape: FindingShape) -> Bool {
    let captures = shape.references.filter {
      shape.closures.contains($0.from) && shape.owners.contains($0.to)
    }
    return captures.contains { first in
      captures.contains { second in
        first.to != second.to && shape.leads(from: first.to, to: second.from)
          && shape.leads(from: second.to, to: first.from)
      }
    }
  }

  /// Causes in which an object stores a closure that captures it.
  private func isStoredClosure(in shape: FindingShape) -> Bool {
    guard !shape.hasSubscription else { return false }
    func label(_ owner: Int, _ closure: Int) -> String? {
      shape.references.first { $0.from == owner && $0.to == closure }?.label
    }
    switch self {
    case .lazyClosure:
      return shape.storesCapturing { owner, closure in
        guard let label = label(owner, closure) else { return false }
        let property = FindingShape.property(label).replacing("$__lazy_storage_$_", with: "")
        return shape.node(closure).type.hasSuffix(".\(property).getter")
          || label.contains("$__lazy_storage")
      }
    case .handlerList:
      return shape.storesCapturing { shape.isCollectionBetween([$0], [$1]) }
    case .completionHandlerKept:
      return shape.storesCapturing { owner, closure in
        FindingShape.property(label(owner, closure) ?? "").lowercased()
          .contains(#/complet|callback|onfinish|ondone/#)
      }
    case .closureCapturesOwner: return shape.storesCapturing { _, _ in true }
    default: return false
    }
  }

  /// Causes without a closure that captures an object.
  private func isStored(in shape: FindingShape) -> Bool {
    let (owners, closures) = (shape.owners, shape.closures)
    switch self {
    case .recursiveClosure:
      return closures.contains { shape.refers([$0], to: [$0]) }
    case .selfHoldingDisposable:
      let disposables = shape.members.filter { shape.name($0).contains(#/Disposable|Cancellable/#) }
      return !disposables.isEmpty
        && shape.members.allSatisfy {
          disposables.contains($0) || shape.node($0).kind.isClosure || shape.node($0).kind == .box
        }
    case .objectHoldsItself:
      return shape.members.count == 1 && owners.count == 1
        && shape.node(owners[0]).count == 1
        && shape.references.contains { $0.evidence != .scanned }
    case .valueHoldsItsSubject:
      return closures.isEmpty && shape.refers(shape.subjects, to: owners)
    case .strongDelegate:
      return !shape.ownReferences {
        $0.lowercased().hasSuffix("delegate") || $0.lowercased().hasSuffix("datasource")
      }.isEmpty
    case .strongParent:
      return !shape.ownReferences {
        ["parent", "owner", "superview", "container", "coordinator", "host", "enclosing"]
          .contains($0.lowercased())
      }.isEmpty
    case .doublyLinked:
      let isBack = { (name: String) in ["previous", "prev", "back"].contains(name.lowercased()) }
      return closures.isEmpty
        && shape.ownReferences(where: isBack).contains {
          shape.name($0.from) == shape.name($0.to)
        }
    case .elementHoldsContainer:
      return shape.broken.contains { reference in
        owners.contains(reference.from) && owners.contains(reference.to)
          && shape.isCollectionBetween([reference.to], [reference.from])
      }
    default: return false
    }
  }
}

extension FindingShape {
  /// Subjects and relays of a library.
  var subjects: [Int] { libraryMembers(naming: "Subject", "Relay") }
}

extension Cause {
  /// What happened, one sentence.
  package var summary: String { text.summary }

  /// What to write instead, one sentence or two.
  package var instead: String { text.instead }

  private var text: (summary: String, instead: String) {
    switch self {
    case .recursiveClosure:
      (
        "A closure captures the variable that stores it.",
        "Use a nested func, which does not capture itself, or set the variable to nil when the recursion ends."
      )
    case .selfHoldingDisposable:
      (
        "A disposable retains itself through its own action or one of its members.",
        "Capture the disposable weakly in its action, and clear the action when it has run."
      )
    case .objectHoldsItself:
      (
        "An object stores a strong reference to itself.",
        "Make the property weak or unowned, or use self where the property is read."
      )
    case .asyncSequenceOnSelf:
      (
        "A task that uses an async sequence retains an object until the sequence ends.",
        "Capture [weak self], iterate a local copy of the sequence and use `guard let self` inside the loop's body; cancel the task when the object is done."
      )
    case .taskOnSelf:
      (
        "A task retains an object that its body uses, for as long as it runs.",
        "Write `Task { [weak self] in … }` and take a strong self only between suspensions, or cancel the task when the object is done."
      )
    case .streamContinuation:
      (
        "The handler of an async stream captures an object that keeps the stream's continuation.",
        "Capture [weak self] in onTermination, call finish(), and clear the stored continuation."
      )
    case .dispatchSource:
      (
        "A dispatch source's handler retains an object until the source is cancelled.",
        "Capture [weak self] in setEventHandler, and cancel() the source before releasing it."
      )
    case .dispatchWorkItem:
      (
        "A work item's block retains an object until the work item is released.",
        "Capture [weak self] in the block, or clear the property once the item has run or is cancelled."
      )
    case .timer:
      (
        "A timer's handler retains an object until the timer ends.",
        "Capture [weak self] in the handler, and end the timer (invalidate() or dispose()) from a place other than deinit."
      )
    case .notificationObserver:
      (
        "The handler of a notification observer retains an object until the observer is removed.",
        "Capture [weak self] in the handler, and remove the observer with its token."
      )
    case .keyValueObservation:
      (
        "An observation's change handler captures an object that keeps the observation.",
        "Capture [weak self] in the change handler. A key-value observation also ends with invalidate(); withObservationTracking keeps its handler until a tracked property changes."
      )
    case .trampolineHoldsTarget:
      (
        "The trampoline that forwards observations retains its target, itself or in its handler.",
        "Let the trampoline and its handler hold the target weakly, and dispose the trampoline when the target is released."
      )
    case .neverEndedSubscription:
      (
        "The objects of a subscription retain each other: it was not ended, or its end did not release them.",
        "Keep the disposable and dispose it, put it into a bag that is released, or end the sequence with take(until:)."
      )
    case .sharedStreamNeverReleased:
      (
        "A shared stream keeps its connection: its last subscription was not ended, or its end did not release it.",
        "Share with refCount or share(replay:), and end every subscription."
      )
    case .accumulatorHoldsOwner:
      (
        "The accumulated value of a scan or reduce refers to an object that retains the subscription.",
        "Accumulate values rather than the object, or hold it weakly in the accumulated value."
      )
    case .mutualObservers:
      (
        "Each of two objects keeps a handler that captures the other.",
        "Capture weakly in both handlers, and let one of the two own the subscriptions."
      )
    case .handlerCapturesParent:
      (
        "A handler captures an object that owns, through another object, what keeps the handler.",
        "Capture the owner weakly: [weak self] where the owner writes the handler."
      )
    case .methodAsHandler:
      (
        "A method is passed as a handler, which captures self strongly without saying so.",
        "Write `{ [weak self] in self?.method($0) }` in place of `self.method`."
      )
    case .nestedSubscription:
      (
        "A closure inside another closure captures an object that retains the subscription.",
        "Write [weak self] in each nested closure; flatMap or flatMapLatest replaces a subscription inside another's handler."
      )
    case .flatteningClosureCapturesOwner:
      (
        "The closure of a flatMap, concatMap, merge or switch captures an object that retains the subscription.",
        "Capture [weak self] and return an empty observable where it is nil, or capture only the values it needs."
      )
    case .subjectStoredInSubscriber:
      (
        "An object stores a subject and subscribes to it with a handler that captures the object.",
        "Capture [weak self] in the handler; the subject keeps its observers until it ends or they are disposed."
      )
    case .bagOwnedByCaptured:
      (
        "A handler captures the object that owns the bag which keeps the subscription.",
        "Capture [weak self] in the handler, or bind with an operator that holds its target weakly."
      )
    case .subscriptionOwnedByCaptured:
      (
        "A subscription's handler captures an object that retains the subscription.",
        "Capture [weak self] in the handler, or end the subscription before the object is released."
      )
    case .disposableOwnedByCaptured:
      (
        "An object keeps a disposable whose action captures the object.",
        "Capture [weak self] in the action, or dispose it from a place other than deinit."
      )
    case .lazyClosure:
      (
        "A lazy property stores a closure that captures self.",
        "Write `{ [weak self] in … }` or `{ [unowned self] in … }` in the lazy property, or use a computed property or a method."
      )
    case .handlerList:
      (
        "An object keeps a list of handlers, one of which captures the object.",
        "Capture [weak self] when registering, or remove the handler from the list when done."
      )
    case .completionHandlerKept:
      (
        "An object keeps a completion handler that captures the object.",
        "Set the property to nil when the handler has been called, or capture [weak self] in it."
      )
    case .closureCapturesOwner:
      (
        "An object stores a closure that captures the object.",
        "Capture [weak self], or [unowned self] where the closure cannot outlive the object."
      )
    case .valueHoldsItsSubject:
      (
        "A subject remembers a value that refers back to an object that retains the subject.",
        "Send values that do not refer to the owner, or hold it weakly in them; complete the subject when done."
      )
    case .strongDelegate:
      (
        "A delegate is retained by an object that the delegate owns.",
        "Declare the property `weak var delegate`, with a protocol that is restricted to classes (AnyObject)."
      )
    case .strongParent:
      (
        "A child retains its parent, and the parent retains the child.",
        "Make the reference from child to parent weak, or unowned where the child cannot outlive it."
      )
    case .doublyLinked:
      (
        "The nodes of a list retain each other in both directions.",
        "Make the backward reference weak or unowned."
      )
    case .elementHoldsContainer:
      (
        "An element of a collection retains the object that owns the collection.",
        "Make the element's reference weak, or remove the element when done."
      )
    case .bagKeepsFinished:
      (
        "A bag keeps the disposables of subscriptions that have ended until the bag itself is released.",
        "Release the bag with what it serves, or use a bag that is replaced for each piece of work."
      )
    }
  }
}

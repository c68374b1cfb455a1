extension Cause {
  /// What happened, one sentence.
  package var summary: String { text.summary }

  /// What to write instead, one sentence or two.
  package var instead: String { text.instead }

  private var text: (summary: String, instead: String) {
    switch self {
    case .recursiveClosure:
      (
        "A closure captures the variable that stores it, to call itself.",
        "Use a nested func, which captures nothing of itself, or set the variable to nil when the recursion ends."
      )
    case .selfHoldingDisposable:
      (
        "A disposable holds itself: its own action or a member of it refers back to it.",
        "Capture the disposable weakly in its action, and clear the action when it has run."
      )
    case .objectHoldsItself:
      (
        "An object stores a strong reference to itself.",
        "Make the property weak or unowned, or use self where the property is read."
      )
    case .asyncSequenceOnSelf:
      (
        "An object keeps a task that iterates an async sequence and uses the object in the loop.",
        "Capture [weak self], iterate a local copy of the sequence and `guard let self` inside the loop's body; cancel the task when the object is done."
      )
    case .taskOnSelf:
      (
        "An object keeps a task whose body uses the object for as long as it runs.",
        "Write `Task { [weak self] in … }` and take a strong self only between suspensions, or cancel the task and clear the property when done."
      )
    case .streamContinuation:
      (
        "A stream's continuation keeps a handler that captures the object which keeps the continuation.",
        "Capture [weak self] in onTermination, call finish(), and clear the stored continuation."
      )
    case .dispatchSource:
      (
        "A dispatch source's handler captures the object that keeps the source.",
        "Capture [weak self] in setEventHandler, and cancel() the source before letting go of it."
      )
    case .dispatchWorkItem:
      (
        "An object keeps a work item whose block captures the object.",
        "Capture [weak self] in the block, or clear the property once the item has run or is cancelled."
      )
    case .timer:
      (
        "A timer's handler captures the object that keeps the timer, and a repeating timer never lets go.",
        "Capture [weak self] in the handler, and invalidate() the timer from a place other than deinit."
      )
    case .notificationObserver:
      (
        "A notification centre keeps a handler that captures the object which keeps the token.",
        "Capture [weak self] in the handler, and remove the observer with its token."
      )
    case .keyValueObservation:
      (
        "An observation's change handler captures the object that keeps the observation.",
        "Capture [weak self] in the change handler. A key-value observation also ends with invalidate(); withObservationTracking keeps its handler until a tracked property changes."
      )
    case .trampolineHoldsTarget:
      (
        "The trampoline that forwards observations holds the target which owns it.",
        "Let the trampoline hold its target weakly, and dispose it when the target goes."
      )
    case .neverEndedSubscription:
      (
        "A subscription was never ended: its sink and its disposer hold each other until it completes, fails or is disposed.",
        "Keep the disposable and dispose it, put it into a bag that goes away, or end the sequence with take(until:)."
      )
    case .sharedStreamNeverReleased:
      (
        "A shared stream keeps its connection because its last subscriber never left, or is held by it.",
        "Share with refCount or share(replay:), end every subscription, and capture [weak self] upstream of the share."
      )
    case .accumulatorHoldsOwner:
      (
        "The accumulated value of a scan or reduce refers to the object that owns the subscription.",
        "Accumulate values rather than the object, or hold it weakly in the accumulated value."
      )
    case .mutualObservers:
      (
        "Two objects observe each other, each with a handler that captures the other or itself.",
        "Capture weakly in both handlers, and let one of the two own the subscriptions."
      )
    case .handlerCapturesParent:
      (
        "A handler stored in a child captures the parent that owns the child.",
        "Capture the parent weakly: [weak parent], or [weak self] where the parent writes the handler."
      )
    case .methodAsHandler:
      (
        "A method is passed as a handler, which captures self strongly without saying so.",
        "Write `{ [weak self] in self?.method($0) }` in place of `self.method`."
      )
    case .nestedSubscription:
      (
        "A subscription made inside another's handler captures the owner of both.",
        "Use flatMap or flatMapLatest in place of the inner subscription, and [weak self] in each nested closure."
      )
    case .flatteningClosureCapturesOwner:
      (
        "The closure of a flatMap, concatMap, merge or switch captures the object that owns the subscription.",
        "Capture [weak self] and return an empty observable where it is gone, or capture only the values it needs."
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
        "A handler captures the object that keeps the subscription.",
        "Capture [weak self] in the handler, or dispose the subscription before letting go of the object."
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
        "A completion handler is kept after it was called, and captures the object that keeps it.",
        "Set the property to nil when the handler has been called, or capture [weak self] in it."
      )
    case .closureCapturesOwner:
      (
        "An object stores a closure that captures the object.",
        "Capture [weak self], or [unowned self] where the closure cannot outlive the object."
      )
    case .valueHoldsItsSubject:
      (
        "A subject remembers a value that refers back to the owner of the subject.",
        "Send values that do not know the owner, or hold it weakly in them; complete the subject when done."
      )
    case .strongDelegate:
      (
        "A delegate is held strongly by an object that the delegate owns.",
        "Declare the property `weak var delegate`, with a protocol that is restricted to classes (AnyObject)."
      )
    case .strongParent:
      (
        "A child holds its parent strongly, and the parent holds the child.",
        "Make the reference from child to parent weak, or unowned where the child cannot outlive it."
      )
    case .doublyLinked:
      (
        "The nodes of a list hold each other in both directions.",
        "Make the backward reference weak or unowned."
      )
    case .elementHoldsContainer:
      (
        "An element of a collection holds the object that owns the collection.",
        "Make the element's reference weak, or remove the element when done."
      )
    case .bagKeepsFinished:
      (
        "A bag keeps the disposables of subscriptions that have ended until the bag itself goes.",
        "Let the bag go with what it serves, or use a bag that is replaced for each piece of work."
      )
    }
  }
}

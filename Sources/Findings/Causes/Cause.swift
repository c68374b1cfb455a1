/// A mistake that people make often enough to have a name.
///
/// Finer than ``Rule``, which says what was found: a cause says how it came to be
/// written, and what to write instead. It is recognised by the shape of the
/// finding alone, so a report read back has the causes of the one written. The
/// cases stand in the order in which they are tried, the most telling first.
package enum Cause: String, Codable, Sendable, CaseIterable {
  case recursiveClosure = "recursive-closure"
  case selfHoldingDisposable = "self-holding-disposable"
  case objectHoldsItself = "object-holds-itself"
  case asyncSequenceOnSelf = "async-sequence-on-self"
  case taskOnSelf = "task-on-self"
  case streamContinuation = "stream-continuation"
  case dispatchSource = "dispatch-source"
  case dispatchWorkItem = "dispatch-work-item"
  case timer = "timer"
  case notificationObserver = "notification-observer"
  case keyValueObservation = "key-value-observation"
  case trampolineHoldsTarget = "trampoline-holds-target"
  case sharedStreamNeverReleased = "shared-stream-never-released"
  case neverEndedSubscription = "never-ended-subscription"
  case accumulatorHoldsOwner = "accumulator-holds-owner"
  case mutualObservers = "mutual-observers"
  case handlerCapturesParent = "handler-captures-parent"
  case methodAsHandler = "method-as-handler"
  case nestedSubscription = "nested-subscription"
  case flatteningClosureCapturesOwner = "flattening-closure-captures-owner"
  case subjectStoredInSubscriber = "subject-stored-in-subscriber"
  case bagOwnedByCaptured = "bag-owned-by-captured"
  case subscriptionOwnedByCaptured = "subscription-owned-by-captured"
  case disposableOwnedByCaptured = "disposable-owned-by-captured"
  case lazyClosure = "lazy-closure"
  case handlerList = "handler-list"
  case completionHandlerKept = "completion-handler-kept"
  case closureCapturesOwner = "closure-captures-owner"
  case valueHoldsItsSubject = "value-holds-its-subject"
  case strongDelegate = "strong-delegate"
  case strongParent = "strong-parent"
  case doublyLinked = "doubly-linked"
  case elementHoldsContainer = "element-holds-container"
  case bagKeepsFinished = "bag-keeps-finished"

  /// The first cause whose shape the finding has.
  ///
  /// - Complexity: O(*n* + *e*) a cause.
  init?(of finding: Finding, host: HostPreference = HostPreference()) {
    let shape = FindingShape(of: finding, host: host)
    guard let cause = Self.allCases.first(where: { $0.isSeen(in: shape) }) else { return nil }
    self = cause
  }
}

extension Finding {
  /// The named mistake behind the finding; `nil` where no rule knows its shape.
  package var cause: Cause? { Cause(of: self) }
}

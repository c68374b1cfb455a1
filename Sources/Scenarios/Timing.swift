/// The time at which a subscription ends; for ``Ending/none``, the time at which its last element
/// arrives.
package enum Timing: String, CaseIterable, Sendable {
  /// Before `subscribe` has returned.
  case insideSubscribe
  /// After `subscribe` has returned, outside any handler.
  case afterSubscribe
  /// From inside a handler, after `subscribe` has returned.
  case reentrant
  /// On another thread, for which the cell waits.
  case otherThread
}

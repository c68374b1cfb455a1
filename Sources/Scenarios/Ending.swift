/// A way in which a subscription ends.
package enum Ending: String, CaseIterable, Sendable {
  /// The source sends `completed`.
  case completion
  /// The source sends an error.
  case error
  /// The cell disposes the subscription.
  case dispose
  /// The cell releases the bag that owns the subscription.
  case bagDrop
  /// Nothing ends the subscription. The cell does not keep the subscription's disposable.
  case none
}

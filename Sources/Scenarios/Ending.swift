/// A way in which a subscription ends.
package enum Ending: String, CaseIterable, Sendable {
  /// The source sends `completed`.
  case completion
  /// The source sends an error.
  case error
  /// The host disposes the subscription.
  case dispose
  /// The host releases the bag that owns the subscription.
  case bagDrop
  /// Nothing ends the subscription: the host only drops its reference to it.
  case none
}

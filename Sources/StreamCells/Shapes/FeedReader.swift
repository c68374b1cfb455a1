/// An object that subscribes to what a feed sends.
protocol FeedReader: AnyObject, SendableMetatype {
  init()
  /// Whether an element of the feed has arrived.
  var hasRead: Bool { get }
  /// Ends its subscriptions.
  func stop()
}

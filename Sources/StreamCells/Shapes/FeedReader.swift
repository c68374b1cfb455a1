/// An object that subscribes to a feed.
protocol FeedReader: AnyObject, SendableMetatype {
  init()
  /// A Boolean value indicating whether an element of the feed has arrived.
  var hasRead: Bool { get }
  /// Ends its subscriptions.
  func stop()
}

/// An object that subscribes to what a feed sends.
protocol FeedReader: AnyObject, SendableMetatype {
  init()
  /// Something of the feed has reached it.
  var hasRead: Bool { get }
  /// Ends what it began.
  func stop()
}

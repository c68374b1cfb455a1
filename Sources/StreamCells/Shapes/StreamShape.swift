import OwnershipGraph
import Streams

/// An object that subscribes to what a feed sends.
protocol FeedReader: AnyObject, SendableMetatype {
  init()
  /// Something of the feed has reached it.
  var hasRead: Bool { get }
  /// Ends what it began.
  func stop()
}

extension Shape {
  /// Both forms of an object that subscribes to a feed.
  init<Reader: FeedReader>(
    _ name: String, _ cause: OwnershipGraph.Cause, reader: Reader.Type, through members: String,
    leaking: @escaping @Sendable (Reader, Observable<Int>) -> Void,
    mended: @escaping @Sendable (Reader, Observable<Int>) -> Void
  ) {
    self.init(
      name, cause, through: members,
      leaking: { Self.example(leaking) }, mended: { Self.example(mended) })
  }

  private static func example<Reader: FeedReader>(
    _ start: (Reader, Observable<Int>) -> Void
  ) -> ShapeExample {
    let (reader, feed) = (Reader(), CreateFeed())
    start(reader, feed.observable())
    return ShapeExample(
      reader, feed,
      use: {
        feed.send(.next(1))
        return reader.hasRead
      },
      end: reader.stop)
  }
}

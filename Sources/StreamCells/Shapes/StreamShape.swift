import Findings
import Streams

extension Shape {
  /// Creates a shape from both forms of an object that subscribes to a feed.
  init<Model: FeedReader>(
    _ name: String, _ cause: Findings.Cause, reader: Model.Type, through members: String,
    leaking: @escaping @Sendable (Model, Observable<Int>) -> Void,
    fixed: @escaping @Sendable (Model, Observable<Int>) -> Void
  ) {
    self.init(
      name, cause, through: members,
      leaking: { Self.example(leaking) }, fixed: { Self.example(fixed) })
  }

  private static func example<Model: FeedReader>(
    _ start: (Model, Observable<Int>) -> Void
  ) -> ShapeExample {
    let (reader, feed) = (Model(), CreateFeed())
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

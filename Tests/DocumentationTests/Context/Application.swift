/// Types of an application, which the examples in README use.
final class SharedCache {}

final class FeedViewController {
  func close() {}
}

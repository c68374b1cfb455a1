/// Types of an application that README's examples use.
final class SharedCache {}

final class FeedViewController {
  func close() {}
}

/// The names of the objects that a matrix cell of a stream keeps.
enum Owner {
  static let feed = "feed"
  static let clock = "clock"
  static let subscription = "subscription"
  static let bag = "bag"
}

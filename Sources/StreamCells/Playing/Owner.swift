/// The names of the owners in the cells of streams.
enum Owner {
  static let feed = "feed"
  static let clock = "clock"
  static let subscription = "subscription"
  static let bag = "bag"
}

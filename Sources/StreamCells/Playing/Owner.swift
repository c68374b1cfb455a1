/// The names of the objects that own streams in the cells.
enum Owner {
  static let feed = "feed"
  static let clock = "clock"
  static let subscription = "subscription"
  static let bag = "bag"
}

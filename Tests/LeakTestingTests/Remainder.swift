/// What became of an object that its maker let go of: the truth beside which a check's word is
/// held.
struct Remainder {
  private weak var object: AnyObject?

  init(of object: AnyObject) { self.object = object }

  /// The object is there still.
  var isThere: Bool { object != nil }
}

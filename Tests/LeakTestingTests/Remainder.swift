/// The fate of an object after its creator released it: the truth with which the result of a check
/// is compared.
struct Remainder {
  private weak var object: AnyObject?

  init(of object: AnyObject) { self.object = object }

  /// Whether the object is alive.
  var isThere: Bool { object != nil }
}

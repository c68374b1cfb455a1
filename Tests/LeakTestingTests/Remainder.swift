/// A weak reference to an object that its creator released. It shows whether the object exists, and
/// the result of a check is compared with it.
struct Remainder {
  private weak var object: AnyObject?

  init(of object: AnyObject) { self.object = object }

  /// A Boolean value indicating whether the object exists.
  var isThere: Bool { object != nil }
}

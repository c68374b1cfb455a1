/// A weak reference to an object that its creator has released. It shows whether the object still
/// exists. Tests compare this with the result of a check for leaks.
struct Remainder {
  private weak var object: AnyObject?

  init(of object: AnyObject) { self.object = object }

  /// A Boolean value indicating whether the object exists.
  var isThere: Bool { object != nil }
}

/// A greeting that is put together when it is first asked for.
final class Greeting {
  var name = "you"
  /// The leaking form.
  lazy var text: (() -> String)? = { "Hello, \(self.name)" }
  /// The repaired form.
  lazy var weakText: (() -> String)? = { [weak self] in "Hello, \(self?.name ?? "")" }
}

extension Greeting {
  static let shape = Shape(
    "Greeting", .lazyClosure, through: "Greeting",
    leaking: {
      let greeting = Greeting()
      return ShapeExample(
        greeting, use: { greeting.text?() == "Hello, you" }, end: { greeting.text = nil })
    },
    repaired: {
      let greeting = Greeting()
      return ShapeExample(
        greeting, use: { greeting.weakText?() == "Hello, you" }, end: { greeting.weakText = nil })
    })
}

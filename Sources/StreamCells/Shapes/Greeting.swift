/// A greeting that is composed when it is first requested.
final class Greeting {
  var name = "you"
  /// The leaking form.
  lazy var text: (() -> String)? = { "Hello, \(self.name)" }
  /// The fixed form.
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
    fixed: {
      let greeting = Greeting()
      return ShapeExample(
        greeting, use: { greeting.weakText?() == "Hello, you" }, end: { greeting.weakText = nil })
    })
}

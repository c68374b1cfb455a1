/// A button with a handler that captures the button.
final class Button {
  private(set) var taps = 0
  private var onTap: (() -> Void)?

  /// The leaking form.
  func prepare() { onTap = { self.taps += 1 } }

  /// The fixed form.
  func prepareWeakly() { onTap = { [weak self] in self?.taps += 1 } }

  func tap() { onTap?() }

  func disable() { onTap = nil }
}

extension Button {
  static let shape = Shape(
    "Button", .closureCapturesOwner, through: "Button",
    leaking: { example { $0.prepare() } }, fixed: { example { $0.prepareWeakly() } })

  private static func example(_ prepare: (Button) -> Void) -> ShapeExample {
    let button = Button()
    prepare(button)
    return ShapeExample(
      button,
      use: {
        button.tap()
        return button.taps == 1
      },
      end: button.disable)
  }
}

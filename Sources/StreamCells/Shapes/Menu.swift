/// A menu whose item has a handler that captures the menu.
final class Menu {
  private(set) var taps = 0
  let item = MenuItem()

  /// The leaking form.
  func build() { item.onTap = { self.taps += 1 } }

  /// The fixed form.
  func buildWeakly() { item.onTap = { [weak self] in self?.taps += 1 } }
}

/// An item without a reference to its menu.
final class MenuItem {
  var onTap: (() -> Void)?
}

extension Menu {
  static let shape = Shape(
    "Menu", .handlerCapturesParent, through: "Menu", "MenuItem",
    leaking: { example { $0.build() } }, fixed: { example { $0.buildWeakly() } })

  private static func example(_ build: (Menu) -> Void) -> ShapeExample {
    let menu = Menu()
    build(menu)
    return ShapeExample(
      menu,
      use: {
        menu.item.onTap?()
        return menu.taps == 1
      },
      end: { menu.item.onTap = nil })
  }
}

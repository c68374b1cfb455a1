/// An object that keeps a list of handlers and adds a handler of its own.
final class Announcer {
  private(set) var heard = 0
  private var handlers: [() -> Void] = []

  /// The leaking form.
  func listen() { handlers.append { self.heard += 1 } }

  /// The fixed form.
  func listenWeakly() { handlers.append { [weak self] in self?.heard += 1 } }

  func announce() {
    for handler in handlers { handler() }
  }

  func stop() { handlers = [] }
}

extension Announcer {
  static let shape = Shape(
    "Announcer", .handlerList, through: "Announcer",
    leaking: { example { $0.listen() } }, fixed: { example { $0.listenWeakly() } })

  private static func example(_ listen: (Announcer) -> Void) -> ShapeExample {
    let announcer = Announcer()
    listen(announcer)
    return ShapeExample(
      announcer,
      use: {
        announcer.announce()
        return announcer.heard == 1
      },
      end: announcer.stop)
  }
}

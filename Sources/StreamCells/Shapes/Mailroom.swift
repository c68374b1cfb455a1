import Foundation

/// An object that observes notifications with a closure, and keeps the token of the observation.
final class Mailroom: @unchecked Sendable {
  private static let letter = Notification.Name("leakcheck.letter")

  private(set) var letters = 0
  private var token: (any NSObjectProtocol)?

  /// The leaking form: the center retains the handler until the observer is removed.
  func open(_ center: NotificationCenter) {
    token = center.addObserver(forName: Self.letter, object: nil, queue: nil) { _ in
      self.letters += 1
    }
  }

  /// The fixed form.
  func openWeakly(_ center: NotificationCenter) {
    token = center.addObserver(forName: Self.letter, object: nil, queue: nil) { [weak self] _ in
      self?.letters += 1
    }
  }

  func close(_ center: NotificationCenter) {
    token.map { center.removeObserver($0) }
    token = nil
  }
}

extension Mailroom {
  static let shape = Shape(
    "Mailroom", .notificationObserver, heldBy: "the notification center",
    leaking: { example { $0.open($1) } }, fixed: { example { $0.openWeakly($1) } })

  private static func example(_ open: (Mailroom, NotificationCenter) -> Void) -> ShapeExample {
    let (room, center) = (Mailroom(), NotificationCenter.default)
    open(room, center)
    let token = room.token
    return ShapeExample(
      room,
      use: {
        center.post(name: letter, object: nil)
        return room.letters == 1
      },
      end: { room.close(center) }, runtimeOwnerCleanup: { token.map { center.removeObserver($0) } })
  }
}

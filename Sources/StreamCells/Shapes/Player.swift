/// One of two objects that notify each other.
final class Player {
  private(set) var received = 0
  private var onPass: (() -> Void)?

  /// The leaking form: each keeps a handler that captures the other.
  func play(with other: Player) {
    onPass = { other.receive() }
    other.onPass = { self.receive() }
  }

  /// The fixed form.
  func playWeakly(with other: Player) {
    onPass = { [weak other] in other?.receive() }
    other.onPass = { [weak self] in self?.receive() }
  }

  func pass() { onPass?() }

  func leave() { onPass = nil }

  private func receive() { received += 1 }
}

extension Player {
  static let shape = Shape(
    "Player", .mutualObservers, through: "Player",
    leaking: { example { $0.play(with: $1) } }, fixed: { example { $0.playWeakly(with: $1) } })

  private static func example(_ play: (Player, Player) -> Void) -> ShapeExample {
    let (one, other) = (Player(), Player())
    play(one, other)
    return ShapeExample(
      one, other,
      use: {
        one.pass()
        return other.received == 1
      },
      end: one.leave)
  }
}

/// An object that sends to an asynchronous stream, and is notified when the stream terminates.
final class Broadcast: @unchecked Sendable {
  private(set) var isOver = false
  private var continuation: AsyncStream<Int>.Continuation?

  /// The leaking form: the object retains the storage of the stream, the storage retains the
  /// handler, and the handler captures the object.
  func open() {
    let (_, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.onTermination = { _ in self.isOver = true }
    self.continuation = continuation
  }

  /// The fixed form.
  func openWeakly() {
    let (_, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.onTermination = { [weak self] _ in self?.isOver = true }
    self.continuation = continuation
  }

  var isOpen: Bool { continuation != nil && !isOver }

  func close() {
    continuation?.finish()
    continuation = nil
  }
}

extension Broadcast {
  static let shape = Shape(
    "Broadcast", .streamContinuation, through: "Broadcast",
    leaking: { example { $0.open() } }, fixed: { example { $0.openWeakly() } })

  private static func example(_ open: (Broadcast) -> Void) -> ShapeExample {
    let broadcast = Broadcast()
    open(broadcast)
    return ShapeExample(broadcast, use: { broadcast.isOpen }, end: broadcast.close)
  }
}

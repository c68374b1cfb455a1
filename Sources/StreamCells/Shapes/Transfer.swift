/// An object that calls a completion handler when it is done, but does not release the handler.
final class Transfer {
  private(set) var isDone = false
  private var completion: (() -> Void)?

  /// The leaking form.
  func start() { completion = { self.isDone = true } }

  /// The fixed form.
  func startWeakly() { completion = { [weak self] in self?.isDone = true } }

  func finish() { completion?() }

  func forget() { completion = nil }
}

extension Transfer {
  static let shape = Shape(
    "Transfer", .completionHandlerKept, through: "Transfer",
    leaking: { example { $0.start() } }, fixed: { example { $0.startWeakly() } })

  private static func example(_ start: (Transfer) -> Void) -> ShapeExample {
    let transfer = Transfer()
    start(transfer)
    return ShapeExample(
      transfer,
      use: {
        transfer.finish()
        return transfer.isDone
      },
      end: transfer.forget)
  }
}

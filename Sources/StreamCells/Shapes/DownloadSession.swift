import Scenarios
import Streams

/// An object that owns a disposable whose action captures the object.
///
/// The object and the disposable retain each other until the disposable is disposed.
final class DownloadSession {
  private(set) var isOpen = false
  private var closing: (any Disposable)?

  /// The leaking form, unless ``close()`` is called.
  func open() {
    isOpen = true
    closing = Disposables.create { self.isOpen = false }
  }

  /// The fixed form.
  func openWeakly() {
    isOpen = true
    closing = Disposables.create { [weak self] in self?.isOpen = false }
  }

  /// Disposes the disposable but keeps it.
  func close() {
    closing?.dispose()
  }
}

extension DownloadSession {
  /// The matrix cells of both forms, with and without a call to ``close()``.
  static var cells: [Cell] {
    cells(
      named: "captureSelf", leaving: .cycle(through: ["DownloadSession", "AnonymousDisposable"])
    ) {
      $0.open()
    } + cells(named: "weakSelf", leaving: .clean) { $0.openWeakly() }
  }

  private static func cells(
    named name: String, leaving expectation: Cell.Expectation,
    open: @escaping @Sendable (DownloadSession) -> Void
  ) -> [Cell] {
    let endings: [Ending] = [.dispose, .none]
    return endings.map { ending in
      Cell(
        source: "DownloadSession", operator: name, ending: ending, timing: .afterSubscribe,
        expectation: ending == .none ? expectation : .clean
      ) { host in
        host.keep("session", DownloadSession())
        show(host, ending, open)
      }
    }
  }

  @inline(never)
  private static func show(
    _ host: CellHost, _ ending: Ending, _ open: (DownloadSession) -> Void
  ) {
    guard let session = host.owner("session") as? DownloadSession else { return }
    open(session)
    if session.isOpen { host.recordDelivery() }
    host.takeSubscribedSnapshot()
    if ending == .dispose { session.close() }
    if !session.isOpen { host.recordEnding() }
    host.takeEndedSnapshot()
  }
}

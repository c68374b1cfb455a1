import TestSupport
import Testing

/// Tests of objects that the observers of notification centers retain.
@Suite(.runsPrograms) struct NotificationCenterTests {
  private static let source = """
    import Foundation
    final class Feed: @unchecked Sendable {
      var items = [1]
      var centers: [NotificationCenter] = []
    }
    final class Model { var center: NotificationCenter? }
    nonisolated(unsafe) let model = Model()
    func observe(_ center: NotificationCenter) -> Feed {
      let feed = Feed()
      _ = center.addObserver(forName: Notification.Name("x"), object: nil, queue: nil) { _ in
        feed.items.append(2)
      }
      return feed
    }
    @inline(never) func start(_ kind: String) {
      switch kind {
      case "own":
        model.center = NotificationCenter()
        _ = observe(model.center!)
      case "injected":
        model.center = NotificationCenter.default
        _ = observe(model.center!)
      case "cycle":
        let center = NotificationCenter()
        observe(center).centers.append(center)
      default: observe(NotificationCenter()).items.append(3)
      }
    }
    start(CommandLine.arguments[1])
    """

  /// An observer of the default center is retained until it is removed, even if an object of the
  /// program refers to this center as well. A center that the program has created releases its
  /// observers when the program releases it.
  @Test(arguments: ["-Onone", "-O"])
  func onlyTheDefaultCenterRetainsItsObservers(optimization: String) throws {
    let results: [(kind: String, status: Int32, text: String)] = [
      ("own", 0, "0 leaked cycles"), ("released", 0, "0 leaked cycles"),
      ("injected", 1, "a notification center"), ("cycle", 1, "cycle"),
    ]
    try withCompiledProgram(Self.source, options: [optimization, "-g"]) { program in
      for (kind, status, text) in results {
        let result = try Tool.run(["exec", "--fail-on", "held", "--", program, kind])
        #expect(result.status == status, "\(kind): \(result.errors)")
        #expect(result.errors.contains(text), "\(kind): \(result.errors)")
      }
    }
  }
}

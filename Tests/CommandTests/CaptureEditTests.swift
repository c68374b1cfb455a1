import Findings
import Foundation
import TestSupport
import Testing

/// Tests that the edit for a capture compiles, judging by what the source shows about the capture.
@Suite(.runsPrograms) struct CaptureEditTests {
  private static let source = """
    class Base {
      var handler: (() -> Void)?
      func refresh() {}
    }
    final class Feed: Base {
      var every: (() -> Void)?
      override func refresh() {}
      func usesSuper() {
        handler = {
          super.refresh()
          self.refresh()
        }
      }
      func renames() {
        handler = { [feed = self] in feed.refresh() }
      }
      func calls() {
        func again() { refresh() }
        func work() {
          refresh()
          again()
        }
        every = work
      }
      func connect<Target>(_ target: Target, _ method: @escaping (Target) -> () -> Void) {
        handler = { method(target)() }
      }
    }
    @inline(never) func start(_ kind: String) {
      let feed = Feed()
      switch kind {
      case "super": feed.usesSuper()
      case "renamed": feed.renames()
      case "nested": feed.calls()
      default: feed.connect(feed, Feed.refresh)
      }
    }
    start(CommandLine.arguments[1])
    """

  @Test(arguments: [
    ("super", "break here: [weak self], and use super only in a method that the closure calls"),
    ("renamed", "break here: [weak feed = self]"),
    (
      "nested",
      "move the body of work() into a closure with [weak self]; again(), which it calls, must not"
    ),
    ("generic", "restrict the type of target to AnyObject, and capture [weak target]"),
  ])
  func theEditCompiles(kind: String, edit: String) throws {
    try withCompiledProgram(Self.source, options: ["-Onone", "-g", "-swift-version", "5"]) {
      let report = try Tool.run(["exec", "--", $0, kind]).errors
      #expect(report.contains(edit), "\(report)")
    }
  }
}

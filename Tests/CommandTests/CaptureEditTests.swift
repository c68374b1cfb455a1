import Findings
import Foundation
import TestSupport
import Testing

/// Tests that the edit for a capture matches its use in the source, so that the result compiles.
@Suite(.runsPrograms) struct CaptureEditTests {
  private static let source = """
    import Dispatch
    protocol Pressable { func press() }
    struct Button: Pressable {
      var (action, feed): ((() -> Void)?, Feed?)
      let width = 1
      let height = 2
      init(action: (() -> Void)? = nil, feed: Feed? = nil) {
        (self.action, self.feed) = (action, feed)
      }
      func press() { feed?.refresh() }
    }
    indirect enum Choice {
      case one(() -> Void), both(Choice, Choice), pair(Feed, Int), none
    }
    class Base {
      var handler: (() -> Void)?
      func refresh() {}
    }
    final class Feed: Base {
      var every: (() -> Void)?
      var item: DispatchWorkItem?
      let stream = AsyncStream<() -> Void>.makeStream()
      var choice = Choice.none
      var button: (any Pressable)?
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
      func choose() {
        choice = .both(.one { self.refresh() }, .none)
      }
      func press() {
        button = Button(action: { self.refresh() })
      }
      func pressOther() {
        let (other, button): (Feed, any Pressable) = (Feed(), Button(feed: self))
        every = { button.press(); other.refresh() }
      }
      func chooseOther() {
        let (other, pair) = (Feed(), Choice.pair(self, 1))
        every = {
          if case .pair(let feed, _) = pair { feed.refresh() }
          other.refresh()
        }
      }
      func readTuple() {
        let (other, pair) = (Feed(), (self, 1))
        every = { pair.0.refresh(); other.refresh() }
      }
      func callsFromClosure() {
        func again() { refresh() }
        every = { again() }
      }
      func buffers() { stream.continuation.yield { self.refresh() } }
      func mixesForms() {
        handler = { self.refresh() }
        every = refresh
      }
      func delays() {
        var item: DispatchWorkItem!
        item = DispatchWorkItem { if !item.isCancelled { self.refresh() } }
        self.item = item
      }
      func connect<Target>(_ target: Target, _ method: @escaping (Target) -> () -> Void) {
        handler = { method(target)() }
      }
    }
    func connectOther(_ feed: Feed) { feed.handler = feed.refresh }
    func connectVariable(_ feed: Feed) {
      var list = [feed]
      feed.every = {
        list.append(Feed())
        for each in list { each.refresh() }
      }
    }
    func connectAll(_ feeds: [Feed]) {
      for feed in feeds { feed.every = { for each in feeds { each.refresh() } } }
    }
    final class Store { var delegate: Page? }
    final class Page {
      let store = Store()
      var onChange: (() -> Void)?
      var changes = 0
      func start() {
        store.delegate = self
        onChange = { self.changes += 1 }
      }
    }
    final class Hub { var handlers: [() -> Void] = [] }
    final class Screen {
      let hub = Hub()
      var changes = 0
      func start() {
        let all = [self]
        hub.handlers.append { for each in all { each.changes += 1 } }
      }
    }
    @inline(never) func start(_ kind: String) {
      let feed = Feed()
      switch kind {
      case "super": feed.usesSuper()
      case "renamed": feed.renames()
      case "nested": feed.calls()
      case "nested in a closure": feed.callsFromClosure()
      case "closure and method": feed.mixesForms()
      case "variable and self": feed.delays()
      case "buffered": feed.buffers()
      case "in an enum": feed.choose()
      case "in an existential": feed.press()
      case "of an existential": feed.pressOther()
      case "of an enum": feed.chooseOther()
      case "of a tuple": feed.readTuple()
      case "method": connectOther(feed)
      case "collection": connectAll([feed, Feed()])
      case "collection in a variable": connectVariable(feed)
      case "two edits": Page().start()
      case "collection of its own": Screen().start()
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
      "move the body of work() into a closure with [weak self]; again(), which the closure calls, must not"
    ),
    (
      "nested in a closure",
      "break here: [weak self]; again(), which the closure calls, must not capture"
    ),
    ("nested in a closure", "The closure calls the nested function again(). If again() captures"),
    (
      "closure and method",
      "Every marked reference has to be changed: [weak self]; pass { [weak self] in self?.refresh"
    ),
    ("buffered", "capture self     ◀── break here: [weak self]"),
    ("buffered", "If the element is a closure, capture [weak self] in it."),
    ("variable and self", "fix: Use the item in its block through a property"),
    ("variable and self", "Every marked reference has to be changed: assign nil or another object"),
    ("in an enum", "capture self     ◀── break here: [weak self]"),
    ("in an existential", "capture self     ◀── break here: [weak self]"),
    ("of an existential", "break here: capture only what the closure needs of the value"),
    ("of an enum", "break here: capture only what the closure needs of the value"),
    ("of a tuple", "break here: [weak pair0 = pair.0] in place of pair"),
    ("method", "break here: pass { [weak feed] in feed?.refresh(…) } in place of feed.refresh"),
    ("method", "fix: Use `{ [weak feed] in feed?.refresh(…) }` in place of `feed.refresh`."),
    ("collection", "break here: capture weak references to the elements of feeds"),
    ("collection", "fix: Capture weak references to the elements of the collection, or release"),
    ("collection of its own", "break here: capture weak references to the elements of all"),
    ("collection in a variable", "break here: remove the element from list when done"),
    ("two edits", "Every marked reference has to be changed: [weak self]; weak var delegate."),
    ("generic", "restrict the type of target to AnyObject, and capture [weak target]"),
  ])
  func theEditMatchesTheUseOfTheCapture(kind: String, edit: String) throws {
    try withCompiledProgram(Self.source, options: ["-Onone", "-g", "-swift-version", "5"]) {
      let report = try Tool.run(["exec", "--", $0, kind]).errors
      #expect(report.contains(edit), "\(report)")
    }
  }
}

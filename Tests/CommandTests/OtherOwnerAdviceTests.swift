import TestSupport
import Testing

/// Tests of the advice about captures whose object may have no other owner, and about two captures,
/// either of which may be the one to change.
@Suite(.runsPrograms) struct OtherOwnerAdviceTests {
  private static let source = """
    import Foundation
    final class Hub {
      var handlers: [Int: () -> Void] = [:]
      func observe(_ handler: @escaping () -> Void) -> Token {
        handlers[1] = handler
        return Token { self.handlers[1] = nil }
      }
    }
    final class Token {
      let cancel: () -> Void
      init(_ cancel: @escaping () -> Void) { self.cancel = cancel }
      deinit { cancel() }
    }
    final class Screen {
      var token: Token?
      var number = 0
      func appear(_ hub: Hub) {
        token = hub.observe { self.number += 1 } // token
      }
    }
    final class View { var onTap: (() -> Void)?; var text = "" }
    final class Presenter {
      let view: View // receiver
      init(view: View) { self.view = view }
      func tapped() { view.text = "tapped" }
    }
    final class Box { var handlers: [() -> Void] = [] }
    func makeSignal() -> (fire: () -> Void, subscribe: (@escaping () -> Void) -> Void) {
      let box = Box()
      return ({ box.handlers.forEach { $0() } }, { box.handlers.append($0) }) // signal
    }
    final class Listener {
      let handler: () -> Void
      init(_ handler: @escaping () -> Void) { self.handler = handler }
    }
    func once(_ handler: @escaping () -> Void) {
      var listener: Listener?
      listener = Listener { // once
        handler()
        listener = nil
      }
      print(listener == nil)
    }
    func run(_ kind: String) {
      switch kind {
      case "token":
        let hub = Hub()
        Screen().appear(hub)
      case "receiver":
        let view = View()
        view.onTap = Presenter(view: view).tapped
      case "signal":
        let signal = makeSignal()
        var count = 0
        signal.subscribe { count += 1; if count < 3 { signal.fire() } }
        signal.fire()
      case "once": once { print("fired") }
      default:
        let (first, second) = (BlockOperation {}, BlockOperation {})
        first.addDependency(second)
        second.addExecutionBlock { _ = first.isFinished } // operation
      }
    }
    run(CommandLine.arguments[1])
    """

  @Test func theEditDependsOnOtherOwnersOfTheObject() throws {
    let texts: [(kind: String, texts: [String])] = [
      // The trial of the other capture traps, because the token's deinitializer uses that capture.
      (
        "token",
        [
          "closure #1 in Screen.appear(_:)    main.swift:\(Self.line("// token"))\n"
            + "  │     │ strong  capture self     ◀── break here: [weak self]",
          "verified: breaking closure #1 in Screen.appear(_:) . capture self",
        ]
      ),
      // The receiver of the method has no other owner.
      (
        "receiver",
        [
          "◀── break here: weak var view, in Presenter at main.swift:\(Self.line("// receiver"))",
          "or break: pass { [weak object] in object?.method(…) } in place of object.method",
          "if another object owns Presenter",
          "make the other edit, or declare the property as a variable and clear it when done.",
        ]
      ),
      ("signal", ["keep the Box alive, remove the element from handlers when done instead."]),
      (
        "once",
        ["If another object owns the Listener, declare the variable as `weak var listener` instead"]
      ),
      // No call removes a block from an operation.
      ("operation", ["capture first     ◀── break here: [weak first]"]),
    ]
    try withCompiledProgram(Self.source, options: ["-Onone", "-g"]) { program in
      for (kind, expected) in texts {
        let report = try Tool.run(["exec", "--", program, kind]).errors
        for text in expected { #expect(report.contains(text), "\(kind): \(report)") }
      }
    }
  }

  private static func line(_ text: String) -> Int {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.firstIndex { $0.contains(text) } ?? -1) + 1
  }
}

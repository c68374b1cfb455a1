import Testing

@testable import HeapWalking

/// Tests that a function which may return its closure is recognized by the closure's symbol.
@Suite struct ClosureFactoryTests {
  @Test(
    arguments: [
      ("App.Tool.handler() -> () -> ()", "Tool.handler()"),
      ("App.Tool.handler(for: Swift.Int) async throws -> @Sendable () -> ()", "Tool.handler(for:)"),
      ("static App.Tool.make() -> (Swift.Int) -> Swift.Int", "Tool.make()"),
      ("App.counter(App.Model) -> () -> ()", "counter(_:)"),
      ("App.Tool.find() -> (() -> ())?", "Tool.find()"),
      ("App.Tool.(handler in _E43A8CCEA282046670AC3C840611B7E8)() -> () -> ()", "Tool.handler()"),
      ("App.Parser.then<A>((Swift.Int) -> A) -> (Swift.Substring) -> A?", "Parser.then(_:)"),
      ("App.Tool.wire() -> ()", nil),
      ("App.Tool.add((Swift.Int) -> ()) -> Swift.Int", nil),
      ("App.Tool.pair() -> (() -> (), Swift.Int)", nil),
      ("App.Tool.action.getter : () -> ()", nil),
      ("App.Tool.init(() -> ()) -> App.Tool", nil),
    ] as [(String, String?)])
  func aFunctionThatMayReturnItsClosureIsRecognized(function: String, name: String?) {
    for code in ["closure #1 (Swift.Int) -> () -> ()", "again #1 () -> ()"] {
      #expect(ObjectLabel(demangled: "\(code) in \(function)").factory == name)
      #expect(
        ObjectLabel(demangled: "partial apply forwarder for \(code) in \(function)").factory == name
      )
    }
  }

  @Test func aClosureInAnotherClosureHasNoFactory() {
    let code = "closure #1 () -> () in closure #2 () -> () in App.Tool.handler() -> () -> ()"
    #expect(ObjectLabel(demangled: code).factory == nil)
    #expect(ObjectLabel(demangled: "App.Tool.handler() -> () -> ()").factory == nil)
  }
}

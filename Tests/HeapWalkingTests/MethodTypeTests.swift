import Testing

@testable import HeapWalking

/// Tests that the effects and the result of a method are read from the symbol of its implicit
/// closure.
@Suite struct MethodTypeTests {
  @Test(arguments: [
    ("() -> ()", nil, false),
    ("@Sendable () async -> ()", "await", false),
    ("(Swift.Int) -> Swift.Int", nil, true),
    ("(Swift.String) throws -> Swift.Int", "try", true),
    ("(Swift.String) async throws -> App.Page?", "try await", false),
    ("(Swift.Int) throws(App.Failure) -> Swift.Never", "try", false),
    ("((Swift.Int) async throws -> Swift.Int) -> ()", nil, false),
    ("() -> (Swift.Int) throws -> ()", nil, true),
  ])
  func effectsAndResultAreReadFromTheSymbol(type: String, effects: String?, returnsValue: Bool) {
    let found = MethodType(
      ofImplicitClosure: "partial apply forwarder for implicit closure #2 \(type) in "
        + "implicit closure #1 (App.Model) -> \(type) in App.Model.start() -> ()")
    #expect(found?.callEffects == effects)
    #expect(found?.returnsValue == returnsValue)
    #expect(found?.receiver == "App.Model")
  }

  @Test(arguments: [
    ("implicit closure #1 (App.Box<Swift.Int>) -> () -> () in App.f() -> ()", "App.Box"),
    ("implicit closure #1 (inout App.Model) -> () -> () in App.f() -> ()", nil),
    ("App.f() -> ()", nil),
  ]) func theReceiverIsTheParameterOfTheOuterClosure(outer: String, receiver: String?) {
    let found = MethodType(ofImplicitClosure: "implicit closure #2 () -> () in \(outer)")
    #expect(found != nil && found?.receiver == receiver)
  }

  @Test func anExplicitClosureHasNoMethodType() {
    #expect(MethodType(ofImplicitClosure: "closure #1 () -> () in App.Model.start() -> ()") == nil)
  }
}

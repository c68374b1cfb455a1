import Foundation
import Testing

@testable import HeapWalking

@Suite struct CapturedVariableTests {
  /// Returns the variables of a function. A variable that has an offset is stored at that offset in
  /// the function's frame.
  private static func variables(
    _ found: [(name: String, line: Int, offset: Int?)]
  ) throws -> FrameVariables {
    let frame = found.map { variable in
      let offset = variable.offset.map { "\"FrameOffset\":\($0)," } ?? ""
      return "{\"DeclLine\":\(variable.line),\(offset)\"Name\":\"\(variable.name)\"}"
    }
    let text = "[{\"Frame\":[\(frame.joined(separator: ","))]},{\"Symbol\":[]}]"
    let all = FrameVariables.all(in: Data(text.utf8))
    #expect(all.count == 2 && all.last?.names == [])
    return try #require(all.first)
  }

  @Test func capturesFollowTheParameters() throws {
    let found = try Self.variables([
      ("$0", 4, -16), ("size", 2, -32), ("me", 3, -40), ("$τ_0_0", 4, -48), ("local", 5, -56),
    ])
    #expect(found.capture(1, afterParameters: 1) == "size")
    #expect(found.capture(2, afterParameters: 1) == "me")
    #expect(found.capture(9, afterParameters: 1) == nil)
  }

  @Test func variablesThatMayBeOptimizedAwayHaveNoPosition() throws {
    let found = try Self.variables([("x", 4, nil), ("me", 3, nil)])
    #expect(found.capture(1, afterParameters: 1) == nil)
    #expect(found.onlyCapture(ofClosureOnLine: 4) == nil)
    #expect(try Self.variables([("me", 3, nil)]).onlyCapture(ofClosureOnLine: 4) == "me")
    #expect(try Self.variables([("own", 5, nil)]).onlyCapture(ofClosureOnLine: 4) == nil)
  }

  @Test(arguments: [
    ("closure #1 () -> () in App.A.f() -> ()", 0),
    ("closure #2 (Swift.Int, (A, B) -> C) throws -> () in App.f() -> ()", 2),
    ("closure #1 @Sendable (App.Box<A, B>) async -> () in App.f() -> ()", 1),
    ("partial apply forwarder for closure #1 () -> Swift.Int in App.f(Swift.Int) -> ()", 0),
    ("local #1 (at: Swift.Int) -> () in App.A.f() -> ()", 1), ("App.A.f() -> ()", nil),
  ])
  func parametersOfClosuresAreCounted(name: String, count: Int?) {
    #expect(HeapWalker.parameterCount(ofClosure: name) == count)
  }
}

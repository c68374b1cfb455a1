import Foundation
import TestSupport
import Testing

/// Tests of leaks that are also freed by the suggested break of another finding.
@Suite(.runsPrograms) struct ConsequenceTests {
  private static let list = """
    final class Node { var next: Node?; var previous: Node? }
    final class List {
      var first: Node?
      var onChange: (() -> Void)?
      init() {
        let (first, second) = (Node(), Node())
        first.next = second
        second.previous = first
        self.first = first
      }
      deinit {
        var node = first
        while let current = node { node = current.next; current.next = nil; current.previous = nil }
      }
    }
    final class Owner {
      let list = List()
      var count = 0
      func start() { list.onChange = { self.count += 1 } }
    }
    @inline(never) func run() { Owner().start() }
    @inline(never) func lose() {
      let (first, second) = (Node(), Node())
      first.next = second
      second.previous = first
    }

    """

  /// Runs a program and returns the lines of its report.
  private func report(_ source: String) throws -> [String] {
    try withCompiledProgram(source, options: ["-Onone", "-g"]) { path in
      let result = try Tool.run(["exec", "--color", "never", "--", path])
      #expect(result.status == 1, "\(result.errors)")
      return result.errorLines.map(String.init)
    }
  }

  @Test(arguments: [
    (calls: "run()", freed: "also freed by this fix: another leak of Node (2 objects)"),
    (
      calls: "for _ in 0..<3 { run() }",
      freed: "also freed by this fix: another leak of Node (6 objects)"
    ),
  ])
  func aLeakThatADeinitializerFreesIsListedWithItsCause(calls: String, freed: String) throws {
    let lines = try report(Self.list + calls + "\n")
    #expect(lines.contains { $0.contains("1 leaked cycle,") }, "\(lines)")
    #expect(lines.contains { $0.contains(freed) }, "\(lines)")
  }

  /// The registrar of an `@Observable` object refers to closures that refer back to the registrar.
  @Test func programObjectsRetainedByALibraryCycleAreNamed() throws {
    let lines = try report(
      """
      import Observation
      @Observable final class Model { var count = 0 }
      final class Image {}
      final class Screen { var screen: Screen?; var model: Model? }
      @inline(never) func run() {
        let (screen, model, image) = (Screen(), Model(), Image())
        (screen.screen, screen.model) = (screen, model)
        nonisolated(unsafe) let captured = image
        withObservationTracking { _ = model.count } onChange: { print(captured) }
      }
      run()
      """)
    #expect(
      lines.contains {
        $0.contains("also freed by this fix: another leak") && $0.hasSuffix("which retains Image")
      }, "\(lines)")
  }

  @Test(arguments: ["run()\nlose()", "lose()\nrun()"])
  func anEqualLeakWithAnotherCauseRemainsAFinding(calls: String) throws {
    let lines = try report(Self.list + calls + "\n")
    #expect(lines.contains { $0.contains("2 leaked cycles,") }, "\(lines)")
    #expect(!lines.contains { $0.contains("freed with it") }, "\(lines)")
  }

  @Test func twoLeaksThatFreeEachOtherRemainFindings() throws {
    let lines = try report(
      """
      final class Left { var me: Left?; var right: Right?; deinit { right?.me = nil } }
      final class Right { var me: Right?; weak var left: Left?; deinit { left?.me = nil } }
      @inline(never) func run() {
        let (left, right) = (Left(), Right())
        (left.right, left.me, right.me, right.left) = (right, left, right, left)
      }
      run()

      """)
    #expect(lines.contains { $0.contains("2 leaked cycles,") }, "\(lines)")
  }
}

import Foundation
import TestSupport
import Testing

/// Tests of the objects that only an over-retained object keeps alive.
@Suite(.runsPrograms) struct OverRetainedOwnerTests {
  private func report(_ source: String, _ options: [String] = ["-Onone", "-g"]) throws -> String {
    try withCompiledProgram(source, options: options) { path in
      let result = try Tool.run(["exec", "--color", "never", "--", path])
      #expect(result.status == 1, "\(result.errors)")
      return result.errors
    }
  }

  /// The registrar of the observable object and the closure of `onChange` are in a cycle, which the
  /// registrar cuts when the object is deinitialized.
  @Test(arguments: [["-Onone", "-g"], ["-O", "-g"]])
  func anObjectRetainedByALibraryCycleIsListed(options: [String]) throws {
    let report = try report(
      """
      import Observation
      final class Player: @unchecked Sendable { var count = 0 }
      @inline(never) func use(_ object: AnyObject) { print(object) }
      @Observable final class Model { var value = 1 }
      @inline(never) func run() {
        let (model, player) = (Model(), Player())
        withObservationTracking { _ = model.value } onChange: { use(player) }
        _ = Unmanaged.passRetained(model)
      }
      run()
      """, options)
    #expect(report.contains("0 leaked cycles, 1 finding about over-retained"), "\(report)")
    #expect(report.contains("Model (1 retain without a known reference)"), "\(report)")
    #expect(report.contains("Player"), "\(report)")
    #expect(!report.contains("outside the finding"), "\(report)")
  }

  /// The program needs each node of the cycle, whatever else keeps the cycle alive.
  @Test func aCycleOfAnOverRetainedObjectHasTheUsualEdit() throws {
    let report = try report(
      """
      final class Node { var next: Node?; let name: String; init(_ name: String) { self.name = name } }
      @inline(never) func ring() -> Node {
        let (first, second) = (Node("a"), Node("b"))
        first.next = second
        second.next = first
        return first
      }
      @inline(never) func run() {
        let head = Node("head")
        head.next = ring()
        _ = Unmanaged.passRetained(head)
      }
      run()
      """)
    #expect(report.contains("1 leaked cycle, 1 finding about over-retained"), "\(report)")
    #expect(report.contains("break here: set next to nil when done"), "\(report)")
    #expect(!report.contains("weak var"), "\(report)")
  }

  @Test func leaksFreedByTheDeinitializerAreListedWithTheObject() throws {
    let report = try report(
      """
      final class Node { var next: Node?; var previous: Node? }
      final class List {
        let first = Node()
        init() {
          first.next = Node()
          first.next?.previous = first
        }
        deinit { first.next = nil }
      }
      @inline(never) func run() { _ = Unmanaged.passRetained(List()) }
      run()
      """)
    #expect(report.contains("0 leaked cycles, 1 finding about over-retained"), "\(report)")
    #expect(
      report.contains("also freed by this fix: another leak of Node (2 objects)"), "\(report)")
  }
}

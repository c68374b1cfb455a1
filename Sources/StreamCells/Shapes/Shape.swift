package import Findings
import Scenarios

/// A shape that people write, in the form that leaks and in the form that does not.
///
/// Each is played twice: left alone, and ended as a program would. Left alone the leaking
/// form is a control: its cycle must be seen, or what keeps it named.
package struct Shape: Sendable {
  /// The name of its class.
  package let name: String
  /// The rule that recognises the leaking form.
  package let cause: Cause
  private let leaves: Cell.Expectation
  private let leaking: @Sendable () -> ShapeExample
  private let repaired: @Sendable () -> ShapeExample

  /// - Parameter members: Types that are in the cycle of the leaking form.
  init(
    _ name: String, _ cause: Cause, through members: String...,
    leaking: @escaping @Sendable () -> ShapeExample,
    repaired: @escaping @Sendable () -> ShapeExample
  ) {
    self.name = name
    self.cause = cause
    leaves = .cycle(through: members)
    self.leaking = leaking
    self.repaired = repaired
  }

  /// - Parameter owner: What of the runtime keeps the leaking form.
  init(
    _ name: String, _ cause: Cause, heldBy owner: String,
    leaking: @escaping @Sendable () -> ShapeExample,
    repaired: @escaping @Sendable () -> ShapeExample
  ) {
    self.name = name
    self.cause = cause
    leaves = .heldByRuntime(owner: owner)
    self.leaking = leaking
    self.repaired = repaired
  }

  var cells: [Cell] {
    let endings: [Ending] = [.dispose, .none]
    return endings.map { cell("leaking", $0, leaves: leaves, leaking) }
      + endings.map { cell("repaired", $0, leaves: .clean, repaired) }
  }

  private func cell(
    _ form: String, _ ending: Ending, leaves: Cell.Expectation,
    _ make: @escaping @Sendable () -> ShapeExample
  ) -> Cell {
    Cell(
      source: name, operator: form, ending: ending, timing: .afterSubscribe,
      expectation: ending == .none ? leaves : .clean
    ) { host in
      Self.play(make(), ending, host)
    }
  }

  /// A frame of its own: when it returns, the host's owners are the only ones.
  @inline(never)
  private static func play(_ example: ShapeExample, _ ending: Ending, _ host: CellHost) {
    for object in example.objects {
      host.keep("\(type(of: object))", object)
      host.watch(object)
    }
    if let endRuntime = example.endRuntime { host.endRuntime(by: endRuntime) }
    if example.use() { host.delivered() }
    host.subscribed()
    if ending == .dispose {
      example.end()
      host.finished()
    }
    host.ended()
  }
}

/// One living example of a shape.
struct ShapeExample {
  /// The objects that a program would own until it releases them.
  var objects: [AnyObject]
  /// Causes an event, and returns whether the shape received it.
  var use: () -> Bool
  /// Ends it as a program would, before the release.
  var end: () -> Void
  /// Ends what the runtime keeps, holding on to none of the objects.
  var endRuntime: (() -> Void)?

  /// - Parameters:
  ///   - objects: What a program would own.
  ///   - use: Causes an event, and returns whether the shape received it.
  ///   - end: Ends it as a program would.
  init(
    _ objects: AnyObject..., use: @escaping () -> Bool, end: @escaping () -> Void,
    endRuntime: (() -> Void)? = nil
  ) {
    self.objects = objects
    self.use = use
    self.end = end
    self.endRuntime = endRuntime
  }
}

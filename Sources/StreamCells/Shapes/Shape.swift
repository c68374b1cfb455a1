package import Findings
import Scenarios

/// A common shape of code, in a form that leaks and in a form that does not.
///
/// Each form has two matrix cells. In the cell with ``Ending/none``, the objects are only released.
/// In the other cell, the shape is ended first, as a program would end it. The leaking form with
/// ``Ending/none`` is a known leak. The analysis must find its cycle, or name the part of the
/// runtime or of a library that retains the objects.
package struct Shape: Sendable {
  /// The name of the shape's type.
  package let name: String
  /// The cause that the finding for the leaking form must have.
  package let cause: Cause
  private let leaves: Cell.Expectation
  private let leaking: @Sendable () -> ShapeExample
  private let fixed: @Sendable () -> ShapeExample

  /// - Parameter members: Types that are in the cycle of the leaking form.
  init(
    _ name: String, _ cause: Cause, through members: String...,
    leaking: @escaping @Sendable () -> ShapeExample,
    fixed: @escaping @Sendable () -> ShapeExample
  ) {
    self.name = name
    self.cause = cause
    leaves = .cycle(through: members)
    self.leaking = leaking
    self.fixed = fixed
  }

  /// - Parameter owner: The part of the runtime or of a library that retains the leaking form.
  init(
    _ name: String, _ cause: Cause, heldBy owner: String,
    leaking: @escaping @Sendable () -> ShapeExample,
    fixed: @escaping @Sendable () -> ShapeExample
  ) {
    self.name = name
    self.cause = cause
    leaves = .heldByRuntime(owner: owner)
    self.leaking = leaking
    self.fixed = fixed
  }

  var cells: [Cell] {
    let endings: [Ending] = [.dispose, .none]
    return endings.map { cell("leaking", $0, leaves: leaves, leaking) }
      + endings.map { cell("fixed", $0, leaves: .clean, fixed) }
  }

  private func cell(
    _ form: String, _ ending: Ending, leaves: Cell.Expectation,
    _ make: @escaping @Sendable () -> ShapeExample
  ) -> Cell {
    Cell(
      source: name, operator: form, ending: ending, timing: .afterSubscribe,
      expectation: ending == .none ? leaves : .clean
    ) { host in
      Self.run(make(), ending, host)
    }
  }

  /// Runs a form. This is a separate function so that after it returns, only the host retains the
  /// objects.
  @inline(never)
  private static func run(_ example: ShapeExample, _ ending: Ending, _ host: CellHost) {
    for object in example.objects {
      host.keep("\(type(of: object))", object)
      host.watch(object)
    }
    if let cleanup = example.runtimeOwnerCleanup { host.addRuntimeOwnerCleanup(cleanup) }
    if example.use() { host.recordDelivery() }
    host.takeSubscribedSnapshot()
    if ending == .dispose {
      example.end()
      host.recordEnding()
    }
    host.takeEndedSnapshot()
  }
}

/// A live example of a shape.
struct ShapeExample {
  /// The objects that a program would own until it releases them.
  var objects: [AnyObject]
  /// A closure that causes an event, and returns whether the shape received it.
  var use: () -> Bool
  /// A closure that ends the shape as a program would, before the objects are released.
  var end: () -> Void
  /// A closure that ends the runtime's ownership. It must not retain the objects. `nil` if the
  /// runtime owns none of them.
  var runtimeOwnerCleanup: (() -> Void)?

  /// - Parameters:
  ///   - objects: The objects that a program would own.
  ///   - use: A closure that causes an event, and returns whether the shape received it.
  ///   - end: A closure that ends the shape as a program would.
  init(
    _ objects: AnyObject..., use: @escaping () -> Bool, end: @escaping () -> Void,
    runtimeOwnerCleanup: (() -> Void)? = nil
  ) {
    self.objects = objects
    self.use = use
    self.end = end
    self.runtimeOwnerCleanup = runtimeOwnerCleanup
  }
}

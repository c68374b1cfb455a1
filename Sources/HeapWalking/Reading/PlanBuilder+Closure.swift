// Closure contexts, partial applications and boxes of captured variables consist of a header, the
// bindings of generic parameters, and the captures in order, each at its natural alignment. A
// method applied to a class instance has no context of its own: its context is the instance.

internal import OwnershipGraph

extension PlanBuilder {
  func closurePlan(for object: Address, _ metadata: Metadata) -> ObjectPlan {
    guard let captures = CaptureDescriptor(metadata) else { return unreadableContext(from: 16) }
    let environment = GenericEnvironment(
      CaptureEnvironment(of: object, captures, store.check).arguments)
    var plan = contextPlan(captures, environment)
    plan.dependsOnBindings = captures.sourceCount > 0
    return plan
  }

  private func contextPlan(
    _ captures: CaptureDescriptor, _ environment: GenericEnvironment
  ) -> ObjectPlan {
    var steps: [PlanStep] = []
    var offset = captures.firstCapture
    var untyped = 0
    for index in 0..<captures.captureCount {
      guard let name = captures.capture(index), let layout = CaptureLayout(name, in: environment)
      else {
        steps.append(rest(from: offset))
        return context(steps, size: offset, untyped: 0)
      }
      offset = layout.aligned(offset)
      let nested = nest(plan(for: layout.content), at: offset, label: captureLabel(index))
      untyped += nested.reduce(0) { $0 + ($1.opcode == .scan ? Int($1.operand) : 0) }
      steps += nested
      offset += layout.size
    }
    return context(steps, size: offset, untyped: untyped)
  }

  /// Returns the label of a capture, such as `capture #1`. Reports show the name of the captured
  /// variable instead of the number if the name is known.
  private func captureLabel(_ index: Int) -> String { "capture #\(index + 1)" }

  private func plan(for content: CaptureLayout.Content) -> ValuePlan {
    switch content {
    case .value(let type): plan(for: type)
    case .weak: reference(.weak)
    case .unowned: reference(.unowned)
    case .unmanaged: reference(.unownedUnsafe)
    case .reference: reference(.strong)
    case .function: reference(.function)
    case .block: reference(.block)
    case .plain: ValuePlan()
    case .structure(let fields):
      ValuePlan(
        steps: fields.flatMap {
          nest(plan(for: $0.layout.content), at: $0.offset, label: $0.name)
        })
    }
  }

  private func unreadableContext(from offset: Int) -> ObjectPlan {
    context([rest(from: offset)], size: offset, untyped: 0)
  }

  private func rest(from offset: Int) -> PlanStep {
    PlanStep(
      offset: UInt32((offset + 7) & ~7), opcode: .scanRest, label: store.label("capture"))
  }

  private func context(_ steps: [PlanStep], size: Int, untyped: Int) -> ObjectPlan {
    ObjectPlan(
      steps: store.steps.append(contentsOf: steps), kind: .closureContext, size: size,
      untypedBytes: untyped)
  }
}

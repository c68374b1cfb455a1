extension ObservableType {
  /// Returns an observable sequence of states, each computed from the previous one. The sequence
  /// completes before the first state that does not satisfy a condition.
  ///
  ///     // 1, 2, 4, … 64
  ///     Observable.generate(initialState: 1, condition: { $0 < 100 }, iterate: { $0 * 2 })
  ///
  /// - Parameters:
  ///   - initialState: The first state. It is sent if it satisfies the condition.
  ///   - condition: A closure that returns whether a state is sent. The sequence completes at the
  ///     first state for which the closure returns `false`.
  ///   - scheduler: The scheduler that computes and sends each state in a separate action.
  ///   - iterate: A closure that returns the state that follows its argument.
  /// - Returns: An observable sequence. It fails with an error that `condition` or `iterate`
  ///   throws. Disposing the subscription cancels the pending action.
  public static func generate(
    initialState: Element, condition: @escaping (Element) throws -> Bool,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance,
    iterate: @escaping (Element) throws -> Element
  ) -> Observable<Element> {
    Generate(initialState, condition, iterate, scheduler)
  }
}

/// The sink of one subscription. Each state is computed and sent in a separate scheduled action.
final class GenerateSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let condition: (Element) throws -> Bool
  private let iterate: (Element) throws -> Element
  private var state: Element
  private var isFirst = true

  init(
    _ initialState: Element, _ condition: @escaping (Element) throws -> Bool,
    _ iterate: @escaping (Element) throws -> Element, observer: ObserverBase<Element>,
    cancel: SinkDisposer
  ) {
    state = initialState
    self.condition = condition
    self.iterate = iterate
    super.init(observer: observer, cancel: cancel)
  }

  func run(on scheduler: any ImmediateSchedulerType) -> DisposableObject {
    scheduler.scheduleRecursive(()) { [self] _, recurse in
      do {
        if !isFirst { state = try iterate(state) }
        isFirst = false
        guard try condition(state) else { return sendCompleted() }
        send(state)
        recurse(())
      } catch {
        sendError(error)
      }
    }.asObject
  }
}

final class Generate<Element>: Producer<Element>, @unchecked Sendable {
  private let initialState: Element
  private let condition: (Element) throws -> Bool
  private let iterate: (Element) throws -> Element
  private let scheduler: any ImmediateSchedulerType

  init(
    _ initialState: Element, _ condition: @escaping (Element) throws -> Bool,
    _ iterate: @escaping (Element) throws -> Element, _ scheduler: any ImmediateSchedulerType
  ) {
    self.initialState = initialState
    self.condition = condition
    self.iterate = iterate
    self.scheduler = scheduler
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    let sink = GenerateSink(initialState, condition, iterate, observer: observer, cancel: cancel)
    return (sink, sink.run(on: scheduler))
  }
}

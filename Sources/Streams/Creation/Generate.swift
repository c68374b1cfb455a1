extension ObservableType {
  /// A sequence of states, each made from the one before, as long as a condition holds.
  public static func generate(
    initialState: Element, condition: @escaping (Element) throws -> Bool,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance,
    iterate: @escaping (Element) throws -> Element
  ) -> Observable<Element> {
    Generate(initialState, condition, iterate, scheduler)
  }
}

/// One subscription to generated states; each is a step of its own on the scheduler.
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

/// The sink of `zip`, for any number and types of sources.
///
/// Elements that have not been combined are stored in queues. The observers of the sources append
/// elements, and the `combine` closure removes them. The sink counts the elements in each queue.
/// Once a source has completed and all its elements were combined, no element can be combined any
/// more, so the queues are emptied and further elements are dropped.
final class ZipSink<Output>: CombiningSink<Never, Output>, @unchecked Sendable {
  private let combine: () throws -> Output
  private let endsEarly: Bool
  private let emptyQueues: [() -> Void]
  private var waiting: [Int]
  private var isDone: [Bool]
  private var anyIsDone = false
  /// A Boolean value indicating whether a source has completed and all its elements were combined.
  private var isExhausted = false

  init(
    _ plan: Zip<Output>.Plan, endsEarly: Bool, observer: ObserverBase<Output>, cancel: SinkDisposer
  ) {
    combine = plan.combine
    self.endsEarly = endsEarly
    emptyQueues = plan.sources.map(\.emptyQueue)
    waiting = Array(repeating: 0, count: plan.sources.count)
    isDone = Array(repeating: false, count: plan.sources.count)
    super.init(observer: observer, cancel: cancel)
  }

  /// Handles an element of a source. The closure appends the element to the source's queue.
  func sourceSent(_ index: Int, _ store: () -> Void) {
    if !isExhausted {
      store()
      waiting[index] += 1
    }
    guard waiting.allSatisfy({ $0 > 0 }) else {
      if endsEarly, isDone.count(where: { !$0 }) == 1 { sendCompleted() }
      return
    }
    for index in waiting.indices { waiting[index] -= 1 }
    do {
      let combined = try combine()
      if anyIsDone { emptyQueuesIfExhausted() }
      send(combined)
    } catch {
      sendError(error)
    }
  }

  /// Handles the completion of a source.
  func sourceCompleted(_ index: Int) {
    isDone[index] = true
    anyIsDone = true
    if isDone.allSatisfy(\.self) { return sendCompleted() }
    emptyQueuesIfExhausted()
  }

  /// Empties the queues if a source has completed and all its elements were combined.
  private func emptyQueuesIfExhausted() {
    guard !isExhausted, waiting.indices.contains(where: { isDone[$0] && waiting[$0] == 0 }) else {
      return
    }
    isExhausted = true
    for index in waiting.indices { waiting[index] = 0 }
    for emptyQueue in emptyQueues { emptyQueue() }
  }
}

/// A queue of one source's elements that have not been combined.
final class ElementQueue<Element>: TracedObject, @unchecked Sendable {
  private var elements = Fifo<Element>()

  override init() {}

  func store(_ element: Element) { elements.append(element) }

  func removeAll() { elements = Fifo() }

  /// Removes and returns the next element. Call this only if the queue contains an element.
  func take() -> Element {
    guard let element = elements.popFirst() else {
      preconditionFailure("A source has nothing to combine.")
    }
    return element
  }
}

/// An observer of one of the sources of `zip`.
final class ZipObserver<Element, Output>: SourceObserver<Element>, @unchecked Sendable {
  private let parent: ZipSink<Output>
  private let index: Int
  private let queue: ElementQueue<Element>

  init(_ parent: ZipSink<Output>, _ index: Int, _ queue: ElementQueue<Element>) {
    self.parent = parent
    self.index = index
    self.queue = queue
    super.init(gate: parent.gate)
  }

  override func receive(_ element: Element) {
    parent.sourceSent(index) { queue.store(element) }
  }

  override func receiveError(_ error: any Error) { parent.sendError(error) }

  override func receiveCompleted() { parent.sourceCompleted(index) }
}

/// One source of `zip`, represented by a closure that subscribes to the source. The closure hides
/// the type of the source's elements.
struct ZippedSource<Output> {
  let subscribe: (ZipSink<Output>, Int) -> DisposableObject
  /// A closure that removes the source's elements that have not been combined.
  let emptyQueue: () -> Void

  init<Element>(_ source: Observable<Element>, _ queue: ElementQueue<Element>) {
    emptyQueue = { queue.removeAll() }
    subscribe = { sink, index in
      let observer = ZipObserver(sink, index, queue)
      observer.subscribe(to: source)
      return observer
    }
  }
}

/// A sequence that combines the elements at the same index in several sequences.
final class Zip<Output>: Producer<Output>, @unchecked Sendable {
  typealias Plan = (sources: [ZippedSource<Output>], combine: () throws -> Output)

  private let endsEarly: Bool
  private let makePlan: () -> Plan

  /// - Parameters:
  ///   - endsEarly: Whether the sequence also completes when the last running source sends an
  ///     element that has no counterpart in a completed source. RxSwift does this in the `zip` of
  ///     a collection, but not in the `zip` of separately passed sources.
  ///   - makePlan: A closure that is called for each subscription. It creates queues, and closures
  ///     that use these queues.
  init(endsEarly: Bool = false, _ makePlan: @escaping () -> Plan) {
    self.endsEarly = endsEarly
    self.makePlan = makePlan
  }

  override func run(
    _ observer: ObserverBase<Output>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    let plan = makePlan()
    let sink = ZipSink(plan, endsEarly: endsEarly, observer: observer, cancel: cancel)
    let group = CompositeDisposable()
    for (index, source) in plan.sources.enumerated() {
      group.insert(object: source.subscribe(sink, index))
    }
    return (sink, group)
  }
}

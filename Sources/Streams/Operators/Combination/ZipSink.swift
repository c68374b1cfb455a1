/// The sink of `zip`, for any number and types of sources.
///
/// Elements that have not been combined are stored in queues. The observers of the sources append
/// elements, and the `combine` closure removes them. The sink counts the elements in each queue.
final class ZipSink<Output>: CombiningSink<Never, Output>, @unchecked Sendable {
  private let combine: () throws -> Output
  private let endsEarly: Bool
  private var waiting: [Int]
  private var isDone: [Bool]

  init(
    sources count: Int, _ combine: @escaping () throws -> Output, endsEarly: Bool,
    observer: ObserverBase<Output>, cancel: SinkDisposer
  ) {
    self.combine = combine
    self.endsEarly = endsEarly
    waiting = Array(repeating: 0, count: count)
    isDone = Array(repeating: false, count: count)
    super.init(observer: observer, cancel: cancel)
  }

  /// Handles an element of a source. The element is already in the source's queue.
  func sourceSent(_ index: Int) {
    waiting[index] += 1
    guard waiting.allSatisfy({ $0 > 0 }) else {
      if endsEarly, isDone.count(where: { !$0 }) == 1 { sendCompleted() }
      return
    }
    for index in waiting.indices { waiting[index] -= 1 }
    do {
      send(try combine())
    } catch {
      sendError(error)
    }
  }

  /// Handles the completion of a source.
  func sourceCompleted(_ index: Int) {
    isDone[index] = true
    if isDone.allSatisfy(\.self) { sendCompleted() }
  }
}

/// A queue of one source's elements that have not been combined.
final class ElementQueue<Element>: TracedObject, @unchecked Sendable {
  private var elements = Fifo<Element>()

  override init() {}

  func store(_ element: Element) { elements.append(element) }

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
    queue.store(element)
    parent.sourceSent(index)
  }

  override func receiveError(_ error: any Error) { parent.sendError(error) }

  override func receiveCompleted() { parent.sourceCompleted(index) }
}

/// One source of `zip`, represented by a closure that subscribes to the source. The closure hides
/// the type of the source's elements.
struct ZippedSource<Output> {
  let subscribe: (ZipSink<Output>, Int) -> DisposableObject

  init<Element>(_ source: Observable<Element>, _ queue: ElementQueue<Element>) {
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
    let sink = ZipSink(
      sources: plan.sources.count, plan.combine, endsEarly: endsEarly, observer: observer,
      cancel: cancel)
    let group = CompositeDisposable()
    for (index, source) in plan.sources.enumerated() {
      group.insert(object: source.subscribe(sink, index))
    }
    return (sink, group)
  }
}

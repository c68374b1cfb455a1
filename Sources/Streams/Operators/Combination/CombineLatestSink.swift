/// The sink of `combineLatest`, for any number and types of sources.
///
/// Each source has a box for its latest element. The source's observer writes to the box, and the
/// `combine` closure reads it. The sink records which sources have sent an element or completed.
final class CombineLatestSink<Output>: CombiningSink<Never, Output>, @unchecked Sendable {
  private let combine: () throws -> Output
  private var hasValue: [Bool]
  private var isDone: [Bool]

  init(
    sources count: Int, _ combine: @escaping () throws -> Output, observer: ObserverBase<Output>,
    cancel: SinkDisposer
  ) {
    self.combine = combine
    hasValue = Array(repeating: false, count: count)
    isDone = Array(repeating: false, count: count)
    super.init(observer: observer, cancel: cancel)
  }

  /// Handles an element of a source. The element is already in the source's box.
  func sourceSent(_ index: Int) {
    hasValue[index] = true
    if hasValue.allSatisfy(\.self) {
      do {
        send(try combine())
      } catch {
        sendError(error)
      }
    } else if isDone.indices.allSatisfy({ isDone[$0] || $0 == index }) {
      sendCompleted()
    }
  }

  /// Handles the completion of a source.
  func sourceCompleted(_ index: Int) {
    isDone[index] = true
    if isDone.allSatisfy(\.self) { sendCompleted() }
  }
}

/// A box for the latest element of one source.
final class LatestElement<Element>: TracedObject, @unchecked Sendable {
  private(set) var stored: Element?

  override init() {}

  /// The latest element. Read this property only after the source has sent an element.
  var value: Element {
    guard let stored else { preconditionFailure("A source has not sent anything yet.") }
    return stored
  }

  func store(_ element: Element) { stored = element }
}

/// An observer of one of the sources of `combineLatest`.
final class CombineLatestObserver<Element, Output>: SourceObserver<Element>, @unchecked Sendable {
  private let parent: CombineLatestSink<Output>
  private let index: Int
  private let latest: LatestElement<Element>

  init(_ parent: CombineLatestSink<Output>, _ index: Int, _ latest: LatestElement<Element>) {
    self.parent = parent
    self.index = index
    self.latest = latest
    super.init(gate: parent.gate)
  }

  override func receive(_ element: Element) {
    latest.store(element)
    parent.sourceSent(index)
  }

  override func receiveError(_ error: any Error) { parent.sendError(error) }

  override func receiveCompleted() { parent.sourceCompleted(index) }
}

/// One source of `combineLatest`, represented by a closure that subscribes to it. The closure hides
/// the type of the source's elements.
struct CombinedSource<Output> {
  let subscribe: (CombineLatestSink<Output>, Int) -> DisposableObject

  init<Element>(_ source: Observable<Element>, _ latest: LatestElement<Element>) {
    subscribe = { sink, index in
      let observer = CombineLatestObserver(sink, index, latest)
      observer.subscribe(to: source)
      return observer
    }
  }
}

/// A sequence that combines the latest elements of several sequences.
final class CombineLatest<Output>: Producer<Output>, @unchecked Sendable {
  typealias Plan = (sources: [CombinedSource<Output>], combine: () throws -> Output)

  private let makePlan: () -> Plan

  /// - Parameter makePlan: A closure that is called for each subscription. It creates boxes, and
  ///   closures that use these boxes.
  init(_ makePlan: @escaping () -> Plan) {
    self.makePlan = makePlan
  }

  override func run(
    _ observer: ObserverBase<Output>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    let plan = makePlan()
    let sink = CombineLatestSink(
      sources: plan.sources.count, plan.combine, observer: observer, cancel: cancel)
    let group = CompositeDisposable()
    for (index, source) in plan.sources.enumerated() {
      group.insert(object: source.subscribe(sink, index))
    }
    return (sink, group)
  }
}

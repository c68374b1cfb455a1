extension ObservableType {
  /// A sequence of the given elements.
  public static func of(
    _ elements: Element..., scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    SequenceProducer(elements, scheduler: scheduler)
  }

  /// A sequence of an array's elements.
  public static func from(
    _ array: [Element], scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    SequenceProducer(array, scheduler: scheduler)
  }

  /// A sequence of a sequence's elements, which is iterated anew for each subscription.
  public static func from<Elements: Sequence>(
    _ sequence: Elements,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> where Elements.Element == Element {
    SequenceProducer(sequence, scheduler: scheduler)
  }

  /// A sequence of the element in an optional, if there is one.
  public static func from(optional: Element?) -> Observable<Element> {
    optional.map(Just.init) ?? Empty()
  }

  /// A sequence of the element in an optional, if there is one, sent on a scheduler.
  public static func from(
    optional: Element?, scheduler: any ImmediateSchedulerType
  ) -> Observable<Element> {
    SequenceProducer(Array(optional.map { [$0] } ?? []), scheduler: scheduler)
  }
}

/// One subscription to the elements of a Swift sequence.
///
/// Each element is a step of its own on the scheduler, so that two such sequences on one
/// thread take turns. On the current thread, where the queue can be looked at, a step goes
/// on with the next element as long as nobody else is waiting.
final class SequenceSink<Elements: Sequence>: Sink<Elements.Element, Elements.Element>,
  @unchecked Sendable
{
  private var iterator: Elements.Iterator

  init(
    _ elements: Elements, observer: ObserverBase<Elements.Element>, cancel: SinkDisposer
  ) {
    iterator = elements.makeIterator()
    super.init(observer: observer, cancel: cancel)
  }

  func run(on scheduler: any ImmediateSchedulerType) -> DisposableObject {
    let isOnCurrentThread = scheduler is CurrentThreadScheduler
    return scheduler.scheduleRecursive(()) { [self] _, recurse in
      repeat {
        guard !isSilent else { return }
        guard let element = iterator.next() else { return sendCompleted() }
        send(element)
      } while isOnCurrentThread && !Trampoline.current.hasPending
      recurse(())
    }.asObject
  }
}

/// The observable sequence of a Swift sequence's elements.
final class SequenceProducer<Elements: Sequence>: Producer<Elements.Element>,
  @unchecked Sendable
{
  private let elements: Elements
  private let scheduler: any ImmediateSchedulerType

  init(_ elements: Elements, scheduler: any ImmediateSchedulerType) {
    self.elements = elements
    self.scheduler = scheduler
  }

  override func run(
    _ observer: ObserverBase<Elements.Element>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    let sink = SequenceSink(elements, observer: observer, cancel: cancel)
    return (sink, sink.run(on: scheduler))
  }
}

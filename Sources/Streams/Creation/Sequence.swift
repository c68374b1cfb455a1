extension ObservableType {
  /// Returns an observable sequence that sends the given elements and completes.
  ///
  /// - Parameters:
  ///   - elements: The elements to send, in order.
  ///   - scheduler: The scheduler that sends the elements. On the default scheduler they are sent
  ///     before `subscribe` returns, unless the thread is already making a subscription or running
  ///     an action of the scheduler. In that case they are sent when that work has finished.
  /// - Returns: An observable sequence. Disposing the subscription stops the sequence before the
  ///   next element.
  public static func of(
    _ elements: Element..., scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    SequenceProducer(ArrayElements(elements), scheduler: scheduler)
  }

  /// Returns an observable sequence that sends the elements of an array and completes.
  ///
  /// - Parameters:
  ///   - array: The elements to send, in order.
  ///   - scheduler: The scheduler that sends the elements; for the default scheduler, see
  ///     ``ObservableType/of(_:scheduler:)``.
  /// - Returns: An observable sequence. Disposing the subscription stops the sequence before the
  ///   next element.
  public static func from(
    _ array: [Element], scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    SequenceProducer(ArrayElements(array), scheduler: scheduler)
  }

  /// Returns an observable sequence that sends the elements of a Swift sequence and completes.
  ///
  /// - Parameters:
  ///   - sequence: The elements to send. Each subscription creates its own iterator.
  ///   - scheduler: The scheduler that requests the elements from the iterator and sends them; for
  ///     the default scheduler, see ``ObservableType/of(_:scheduler:)``.
  /// - Returns: An observable sequence. Disposing the subscription stops the sequence before the
  ///   next element.
  public static func from<Elements: Sequence>(
    _ sequence: Elements,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> where Elements.Element == Element {
    SequenceProducer(sequence, scheduler: scheduler)
  }

  /// Returns an observable sequence that sends the value of an optional, if there is one, and
  /// completes.
  ///
  /// - Parameter optional: The element to send, or `nil` to send only the completion.
  /// - Returns: An observable sequence of at most one element. Its events are sent before
  ///   `subscribe` returns, on the thread that subscribes.
  public static func from(optional: Element?) -> Observable<Element> {
    optional.map(Just.init) ?? Empty()
  }

  /// Returns an observable sequence that sends the value of an optional on a scheduler, if there is
  /// one, and completes.
  ///
  /// - Parameters:
  ///   - optional: The element to send, or `nil` to send only the completion.
  ///   - scheduler: The scheduler that sends the element and the completion.
  /// - Returns: An observable sequence of at most one element. Disposing the subscription cancels
  ///   the events that have not been sent.
  public static func from(
    optional: Element?, scheduler: any ImmediateSchedulerType
  ) -> Observable<Element> {
    SequenceProducer(ArrayElements(optional.map { [$0] } ?? []), scheduler: scheduler)
  }
}

/// The sink of one subscription to the elements of a Swift sequence.
///
/// In general, each element is sent in a separate scheduled action, so that two sequences on one
/// thread alternate. With a `CurrentThreadScheduler`, the sink can examine the thread's queue, and
/// one action sends elements until other work is waiting in the queue.
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

/// An observable sequence that sends the elements of a Swift sequence.
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

/// The sink of the operators that subscribe to several sequences, one after the other.
///
/// `advance()` subscribes to the sequences in a loop. A sequence that ends before `subscribe`
/// returns causes another iteration, so a million such sequences need no more stack than one.
class SequentialSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  /// One iterator for each nesting level of the current sequence, the innermost last.
  private final var iterators: [AnyIterator<Observable<Element>>]
  private final let subscription = SerialDisposable()
  /// The number of pending `advance()` calls. The call that changes 0 to 1 handles all of them.
  private final let advances = AtomicCount(0)

  init(
    _ sources: AnyIterator<Observable<Element>>, observer: ObserverBase<Element>,
    cancel: SinkDisposer
  ) {
    iterators = [sources]
    super.init(observer: observer, cancel: cancel)
    noteNesting(1)
  }

  /// Subscribes to the first sequence. The returned object disposes the current subscription.
  final func start() -> DisposableObject {
    advance()
    return subscription
  }

  override func next(_ element: Element) {
    send(element)
  }

  /// Subscribes to the sequence after the current one. If there is none, calls `finish()`.
  final func advance() {
    guard advances.add(1) == 1 else { return }
    repeat {
      if isSilent { continue }
      if let source = takeNext() {
        subscription.replace(with: subscribe(to: source))
      } else {
        finish()
      }
    } while advances.subtract(1) > 0
  }

  /// Subscribes to one of the sequences.
  func subscribe(to source: Observable<Element>) -> DisposableObject {
    source.attach(self)
  }

  /// Sends the final event. `advance()` calls this function when there is no further sequence.
  func finish() { sendCompleted() }

  /// Returns the sequences that `source` combines, or `nil` to subscribe to `source` itself. The
  /// sequences are subscribed to directly, so that the stack does not grow with the nesting depth.
  func expand(_ source: Observable<Element>) -> AnyIterator<Observable<Element>>? { nil }

  private final func takeNext() -> Observable<Element>? {
    while let iterator = iterators.last {
      guard let source = iterator.next() else {
        iterators.removeLast()
        continue
      }
      guard let inner = expand(source) else { return source }
      iterators.append(inner)
      noteNesting(iterators.count)
    }
    return nil
  }
}

extension ObservableType {
  /// Returns an observable sequence that sends this sequence's events and calls closures for them.
  ///
  /// If a closure throws an error, the result fails with that error, unless a failure or
  /// completion has already been sent.
  ///
  /// - Parameters:
  ///   - onNext: A closure called before an element is sent.
  ///   - afterNext: A closure called after an element was sent.
  ///   - onError: A closure called before a failure is sent.
  ///   - afterError: A closure called after a failure was sent.
  ///   - onCompleted: A closure called before the completion is sent.
  ///   - afterCompleted: A closure called after the completion was sent.
  ///   - onSubscribe: A closure called before subscribing to this sequence.
  ///   - onSubscribed: A closure called when the subscription to this sequence has been made, after
  ///     any events that this sequence sends meanwhile.
  ///   - onDispose: A closure called once, when the result ends or the subscription is disposed.
  /// - Returns: An observable sequence with the events of this sequence.
  public func `do`(
    onNext: ((Element) throws -> Void)? = nil, afterNext: ((Element) throws -> Void)? = nil,
    onError: ((any Error) throws -> Void)? = nil,
    afterError: ((any Error) throws -> Void)? = nil,
    onCompleted: (() throws -> Void)? = nil, afterCompleted: (() throws -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil,
    onDispose: (() -> Void)? = nil
  ) -> Observable<Element> {
    Do(
      asObservable(),
      DoActions(
        onNext: onNext, afterNext: afterNext, onError: onError, afterError: afterError,
        onCompleted: onCompleted, afterCompleted: afterCompleted, onSubscribe: onSubscribe,
        onSubscribed: onSubscribed, onDispose: onDispose))
  }
}

/// The closures that were passed to one call of `do`.
struct DoActions<Element> {
  let onNext: ((Element) throws -> Void)?
  let afterNext: ((Element) throws -> Void)?
  let onError: ((any Error) throws -> Void)?
  let afterError: ((any Error) throws -> Void)?
  let onCompleted: (() throws -> Void)?
  let afterCompleted: (() throws -> Void)?
  let onSubscribe: (() -> Void)?
  let onSubscribed: (() -> Void)?
  let onDispose: (() -> Void)?
}

final class DoSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let actions: DoActions<Element>

  init(_ actions: DoActions<Element>, observer: ObserverBase<Element>, cancel: SinkDisposer) {
    self.actions = actions
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<Element>) -> DisposableObject {
    actions.onSubscribe?()
    let subscription = source.attach(self)
    actions.onSubscribed?()
    guard let onDispose = actions.onDispose else { return subscription }
    return BinaryDisposable(subscription, AnonymousDisposable(onDispose))
  }

  override func next(_ element: Element) {
    do {
      try actions.onNext?(element)
      send(element)
      try actions.afterNext?(element)
    } catch {
      sendError(error)
    }
  }

  override func error(_ error: any Error) {
    do {
      try actions.onError?(error)
      sendError(error)
      try actions.afterError?(error)
    } catch {
      sendError(error)
    }
  }

  override func completed() {
    do {
      try actions.onCompleted?()
      sendCompleted()
      try actions.afterCompleted?()
    } catch {
      sendError(error)
    }
  }
}

final class Do<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let actions: DoActions<Element>

  init(_ source: Observable<Element>, _ actions: DoActions<Element>) {
    self.actions = actions
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    DoSink(actions, observer: observer, cancel: cancel)
  }
}

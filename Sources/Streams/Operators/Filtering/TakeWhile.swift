/// What becomes of the element that ends the taking.
public enum TakeBehavior: Sendable {
  /// It is sent too.
  case inclusive
  /// It is not sent.
  case exclusive
}

extension ObservableType {
  /// A sequence of this one's elements as long as they satisfy a predicate.
  public func take(
    while predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    TakeWhile(asObservable(), predicate, behavior)
  }

  /// A sequence of this one's elements until one satisfies a predicate.
  public func take(
    until predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    TakeWhile(asObservable(), { try !predicate($0) }, behavior)
  }
}

final class TakeWhileSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let predicate: (Element) throws -> Bool
  private let behavior: TakeBehavior
  private var isTaking = true

  init(
    _ predicate: @escaping (Element) throws -> Bool, _ behavior: TakeBehavior,
    observer: ObserverBase<Element>, cancel: SinkDisposer
  ) {
    self.predicate = predicate
    self.behavior = behavior
    super.init(observer: observer, cancel: cancel)
  }

  override func next(_ element: Element) {
    guard isTaking else { return }
    do {
      isTaking = try predicate(element)
      let isLast = !isTaking
      if !isLast || behavior == .inclusive { send(element) }
      if isLast { sendCompleted() }
    } catch {
      sendError(error)
    }
  }
}

final class TakeWhile<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let predicate: (Element) throws -> Bool
  private let behavior: TakeBehavior

  init(
    _ source: Observable<Element>,
    _ predicate: @escaping (Element) throws -> Bool,
    _ behavior: TakeBehavior
  ) {
    self.predicate = predicate
    self.behavior = behavior
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    TakeWhileSink(predicate, behavior, observer: observer, cancel: cancel)
  }
}

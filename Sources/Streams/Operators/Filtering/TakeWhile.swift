/// A choice of whether `take(while:)` and `take(until:)` send the element that ends the result.
public enum TakeBehavior: Sendable {
  /// The element is sent.
  case inclusive
  /// The element is not sent.
  case exclusive
}

extension ObservableType {
  /// Returns an observable sequence that sends the elements of this sequence as long as they
  /// satisfy a predicate.
  ///
  /// - Parameters:
  ///   - predicate: A closure that returns whether the sequence continues. If it throws, the result
  ///     fails with that error.
  ///   - behavior: Whether the first element that does not satisfy the predicate is sent.
  /// - Returns: An observable sequence. It completes at the first element that does not satisfy the
  ///   predicate, or ends earlier if this sequence does.
  public func take(
    while predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    TakeWhile(asObservable(), predicate, behavior)
  }

  /// Returns an observable sequence that sends the elements of this sequence until an element
  /// satisfies a predicate.
  ///
  /// - Parameters:
  ///   - predicate: A closure that returns whether the sequence completes. If it throws, the result
  ///     fails with that error.
  ///   - behavior: Whether the element that satisfies the predicate is sent.
  /// - Returns: An observable sequence. It completes at the first element that satisfies the
  ///   predicate, or ends earlier if this sequence does.
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

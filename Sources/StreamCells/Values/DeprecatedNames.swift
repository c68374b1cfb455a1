import Streams

/// The deprecated names of operators.
///
/// The compiler reports no warning for a deprecated property that is used through a protocol.
struct DeprecatedNames: Catalog {
  static var all: [ValueOperator] { (DeprecatedNames() as any Catalog).operators }

  @available(*, deprecated, message: "Its operators have new names.")
  fileprivate var operators: [ValueOperator] {
    [
      ValueOperator("catchError") { inputs in
        inputs.source.catchError { _ in inputs.inner }
      },
      ValueOperator("catchErrorJustReturn") { $0.source.catchErrorJustReturn($0.census.make()) },
      ValueOperator("catchError of a sequence") { Observable.catchError([$0.source, $0.inner]) },
      ValueOperator("retryWhen") { inputs in
        inputs.source.retryWhen { (errors: Observable<any Error>) in
          errors.flatMap { _ in inputs.inner.take(1) }.take(2)
        }
      },
      ValueOperator("retryWhen of one error") { inputs in
        inputs.source.retryWhen { (errors: Observable<CellError>) in
          errors.flatMap { _ in inputs.inner.take(1) }.take(2)
        }
      },
      ValueOperator("takeWhile") { $0.source.takeWhile { _ in true } },
      ValueOperator("takeUntil") { $0.source.takeUntil($0.inner) },
      ValueOperator("takeUntil condition") { $0.source.takeUntil(.inclusive) { _ in false } },
      ValueOperator("skipWhile") { $0.source.skipWhile { _ in false } },
      ValueOperator("skipUntil") { $0.source.skipUntil($0.inner) },
      ValueOperator("observeOn") { $0.source.observeOn($0.clock) },
      ValueOperator("subscribeOn") { $0.source.subscribeOn($0.clock) },
      ValueOperator("elementAt") { $0.source.elementAt(1) },
      ValueOperator("names of traits") { inputs in
        let token = inputs.census.make()
        let (single, maybe) = (inputs.source.take(1).asSingle(), inputs.source.take(1).asMaybe())
        return .merge(
          single.catchError { _ in Single.just(token) }.asObservable(),
          single.catchErrorJustReturn(token).asObservable(),
          maybe.catchErrorJustReturn(token).asObservable(),
          single.observeOn(inputs.clock).asObservable(),
          single.subscribeOn(inputs.clock).asObservable(),
          single.retryWhen { (errors: Observable<any Error>) in
            errors.flatMap { _ in inputs.inner.take(1) }.take(2)
          }.asObservable(),
          single.retryWhen { (errors: Observable<CellError>) in
            errors.flatMap { _ in inputs.inner.take(1) }.take(2)
          }.asObservable())
      },
      ValueOperator("take of a time") { $0.source.take(.seconds(5), scheduler: $0.clock) },
    ]
  }
}

private protocol Catalog {
  var operators: [ValueOperator] { get }
}

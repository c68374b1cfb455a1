import Streams

extension Behavior {
  /// Closures that are passed to functions which several types declare under the same name. Each
  /// type must pass on all closures.
  static let arguments = [
    Behavior("do", "of each stream type calls each of its closures") { check in
      for (name, make, middles) in doFunctions {
        for (source, middle) in zip(TestSource.allCases, middles) {
          let stream = make(source.stream, Calls(check))
          let subscription = stream.subscribe(
            onNext: { _ in check.log.append("next") }, onError: { _ in check.log.append("error") },
            onCompleted: { check.log.append("completed") })
          subscription.dispose()
          let expected = ["onSubscribe", middle, "onSubscribed", "onDispose"]
          check.expect(
            check.log.joined(separator: " "),
            is: expected.filter { !$0.isEmpty }.joined(separator: " "),
            "calls by do of \(name) with the source \(source)")
          check.log = []
        }
      }
    },
    Behavior("subscribe", "of each stream type calls each of its closures") { check in
      let object = check.census.make()
      for (name, subscribe, middles) in subscribers {
        for (source, middle) in zip(TestSource.allCases, middles) {
          subscribe(source.stream, object, Calls(check)).dispose()
          check.expect(
            check.log.joined(separator: " "),
            is: [middle, "onDisposed"].filter { !$0.isEmpty }.joined(separator: " "),
            "calls by subscribe of \(name) with the source \(source)")
          check.log = []
        }
      }
      withExtendedLifetime(object) {}
    },
  ]

  /// The function `do` of each type. The strings are the calls between `onSubscribe` and
  /// `onSubscribed`, for each case of `TestSource`.
  private static var doFunctions: [(String, (Observable<Int>, Calls) -> Observable<Int>, [String])]
  {
    let element = "onNext next afterNext"
    let error = "onError error afterError"
    let completion = "onCompleted completed afterCompleted"
    return [
      (
        "Observable",
        { source, calls in
          source.do(
            onNext: calls.with("onNext"), afterNext: calls.with("afterNext"),
            onError: calls.with("onError"), afterError: calls.with("afterError"),
            onCompleted: calls.without("onCompleted"),
            afterCompleted: calls.without("afterCompleted"),
            onSubscribe: calls.without("onSubscribe"), onSubscribed: calls.without("onSubscribed"),
            onDispose: calls.without("onDispose"))
        }, ["\(element) \(completion)", completion, error, ""]
      ),
      (
        "Single",
        { source, calls in
          source.asSingle().do(
            onSuccess: calls.with("onNext"), afterSuccess: calls.with("afterNext"),
            onError: calls.with("onError"), afterError: calls.with("afterError"),
            onSubscribe: calls.without("onSubscribe"), onSubscribed: calls.without("onSubscribed"),
            onDispose: calls.without("onDispose")
          ).asObservable()
        }, ["\(element) completed", error, error, ""]
      ),
      (
        "Maybe",
        { source, calls in
          source.asMaybe().do(
            onNext: calls.with("onNext"), afterNext: calls.with("afterNext"),
            onError: calls.with("onError"), afterError: calls.with("afterError"),
            onCompleted: calls.without("onCompleted"),
            afterCompleted: calls.without("afterCompleted"),
            onSubscribe: calls.without("onSubscribe"), onSubscribed: calls.without("onSubscribed"),
            onDispose: calls.without("onDispose")
          ).asObservable()
        }, ["\(element) \(completion)", completion, error, ""]
      ),
      (
        "Completable",
        { source, calls in
          let stream: Completable = source.ignoreElements().asCompletable().do(
            onError: calls.with("onError"), afterError: calls.with("afterError"),
            onCompleted: calls.without("onCompleted"),
            afterCompleted: calls.without("afterCompleted"),
            onSubscribe: calls.without("onSubscribe"), onSubscribed: calls.without("onSubscribed"),
            onDispose: calls.without("onDispose"))
          return stream.asObservable().map { _ -> Int in }
        }, [completion, completion, error, ""]
      ),
      (
        "Infallible",
        { source, calls in
          source.asInfallible(onErrorJustReturn: 0).do(
            onNext: calls.with("onNext"), afterNext: calls.with("afterNext"),
            onCompleted: calls.without("onCompleted"),
            afterCompleted: calls.without("afterCompleted"),
            onSubscribe: calls.without("onSubscribe"), onSubscribed: calls.without("onSubscribed"),
            onDispose: calls.without("onDispose")
          ).asObservable()
        }, ["\(element) \(completion)", completion, "\(element) \(completion)", ""]
      ),
    ]
  }

  private typealias Subscriber = (
    String, (Observable<Int>, Token, Calls) -> any Disposable, [String]
  )

  /// The functions `subscribe` of each type. The strings are the calls before `onDisposed`, for
  /// each case of `TestSource`.
  private static var subscribers: [Subscriber] { plainSubscribers + objectSubscribers }

  private static var plainSubscribers: [Subscriber] {
    [
      (
        "Observable",
        { source, _, calls in
          source.subscribe(
            onNext: calls.with("onNext"), onError: calls.with("onError"),
            onCompleted: calls.without("onCompleted"), onDisposed: calls.without("onDisposed"))
        }, ["onNext onCompleted", "onCompleted", "onError", ""]
      ),
      (
        "Single",
        { source, _, calls in
          source.asSingle().subscribe(
            onSuccess: calls.with("onSuccess"), onFailure: calls.with("onFailure"),
            onDisposed: calls.without("onDisposed"))
        }, ["onSuccess", "onFailure", "onFailure", ""]
      ),
      (
        "Maybe",
        { source, _, calls in
          source.asMaybe().subscribe(
            onSuccess: calls.with("onSuccess"), onError: calls.with("onError"),
            onCompleted: calls.without("onCompleted"), onDisposed: calls.without("onDisposed"))
        }, ["onSuccess", "onCompleted", "onError", ""]
      ),
      (
        "Completable",
        { source, _, calls in
          source.ignoreElements().asCompletable().subscribe(
            onCompleted: calls.without("onCompleted"), onError: calls.with("onError"),
            onDisposed: calls.without("onDisposed"))
        }, ["onCompleted", "onCompleted", "onError", ""]
      ),
      (
        "Infallible",
        { source, _, calls in
          source.asInfallible(onErrorJustReturn: 0).subscribe(
            onNext: calls.with("onNext"), onCompleted: calls.without("onCompleted"),
            onDisposed: calls.without("onDisposed"))
        }, ["onNext onCompleted", "onCompleted", "onNext onCompleted", ""]
      ),
    ]
  }

  private static var objectSubscribers: [Subscriber] {
    [
      (
        "Observable with an object",
        { source, object, calls in
          source.subscribe(
            with: object, onNext: calls.withBoth("onNext"), onError: calls.withBoth("onError"),
            onCompleted: calls.with("onCompleted"), onDisposed: calls.with("onDisposed"))
        }, ["onNext onCompleted", "onCompleted", "onError", ""]
      ),
      (
        "Single with an object",
        { source, object, calls in
          source.asSingle().subscribe(
            with: object, onSuccess: calls.withBoth("onSuccess"),
            onFailure: calls.withBoth("onFailure"), onDisposed: calls.with("onDisposed"))
        }, ["onSuccess", "onFailure", "onFailure", ""]
      ),
      (
        "Maybe with an object",
        { source, object, calls in
          source.asMaybe().subscribe(
            with: object, onSuccess: calls.withBoth("onSuccess"),
            onError: calls.withBoth("onError"), onCompleted: calls.with("onCompleted"),
            onDisposed: calls.with("onDisposed"))
        }, ["onSuccess", "onCompleted", "onError", ""]
      ),
      (
        "Completable with an object",
        { source, object, calls in
          source.ignoreElements().asCompletable().subscribe(
            with: object, onCompleted: calls.with("onCompleted"),
            onError: calls.withBoth("onError"), onDisposed: calls.with("onDisposed"))
        }, ["onCompleted", "onCompleted", "onError", ""]
      ),
      (
        "Infallible with an object",
        { source, object, calls in
          source.asInfallible(onErrorJustReturn: 0).subscribe(
            with: object, onNext: calls.withBoth("onNext"),
            onCompleted: calls.with("onCompleted"), onDisposed: calls.with("onDisposed"))
        }, ["onNext onCompleted", "onCompleted", "onNext onCompleted", ""]
      ),
    ]
  }
}

/// The sources with which the functions are tested.
private enum TestSource: CaseIterable {
  case element
  case empty
  case failure
  /// A source that sends nothing. The test disposes the subscription.
  case silent

  var stream: Observable<Int> {
    switch self {
    case .element: .just(1)
    case .empty: .empty()
    case .failure: .error(CellError())
    case .silent: .never()
    }
  }
}

/// A factory for closures that append a name to the log of a check.
private struct Calls {
  private weak var check: Check?

  init(_ check: Check) { self.check = check }

  func without(_ name: String) -> () -> Void {
    { [weak check] in check?.log.append(name) }
  }

  func with<Argument>(_ name: String) -> (Argument) -> Void {
    { [weak check] _ in check?.log.append(name) }
  }

  func withBoth<First, Second>(_ name: String) -> (First, Second) -> Void {
    { [weak check] _, _ in check?.log.append(name) }
  }
}

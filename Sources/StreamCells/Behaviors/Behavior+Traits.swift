import Foundation
import Streams

extension Behavior {
  static let traits = [
    Behavior("Maybe", "ends") { check in
      let log = { (event: String) in check.log.append(event) }
      let makers: [(@escaping (MaybeEvent<Int>) -> Void) -> Void] = [
        { $0(.success(1)) }, { $0(.completed) }, { $0(.error(CellError())) },
      ]
      for make in makers {
        var send: ((MaybeEvent<Int>) -> Void)?
        let maybe = Maybe<Int>.create {
          send = $0
          return Disposables.create { log("released") }
        }
        let first = maybe.subscribe(
          onSuccess: { log("\($0)") }, onError: { _ in log("error") },
          onCompleted: { log("completed") }, onDisposed: { log("disposed") })
        if let send { make(send) }
        if let send { make(send) }
        let second = maybe.subscribe { event in
          switch event {
          case .success(let element): log("success\(element)")
          case .completed: log("completed")
          case .error: log("error")
          }
        }
        if let send { make(send) }
        if let send { make(send) }
        send = nil
        first.dispose()
        second.dispose()
      }
      check.expectLog(
        "1 disposed released success1 released completed disposed released completed released"
          + " error disposed released error released")
    },
    Behavior("Single", "ends") { check in
      let log = { (event: String) in check.log.append(event) }
      for outcome in [Result<Int, any Error>.success(1), .failure(CellError())] {
        var send: ((Result<Int, any Error>) -> Void)?
        let single = Single<Int>.create {
          send = $0
          return Disposables.create { log("released") }
        }
        let first = single.subscribe(
          onSuccess: { log("\($0)") }, onFailure: { _ in log("error") },
          onDisposed: { log("disposed") })
        send?(outcome)
        send?(outcome)
        let second = single.subscribe { log((try? $0.get()).map { "success\($0)" } ?? "failure") }
        send?(outcome)
        send?(outcome)
        send = nil
        first.dispose()
        second.dispose()
      }
      check.expectLog(
        "1 disposed released success1 released error disposed released failure released")
    },
    Behavior("Single", "with an error after the element") { check in
      let single = Single.just(1).do(afterSuccess: { _ in throw CellError() })
      single.subscribe { [weak check] result in
        check?.log.append((try? result.get()).map { "success\($0)" } ?? "failure")
      }.dispose()
      check.expectLog("success1")
    },
    Behavior("Completable", "ends") { check in
      let log = { (event: String) in check.log.append(event) }
      for isSuccess in [true, false] {
        let completable = Completable.create {
          if isSuccess { $0(.completed) } else { $0(.error(CellError())) }
          return Disposables.create { log("released") }
        }
        completable.subscribe(
          onCompleted: { log("completed") }, onError: { _ in log("error") },
          onDisposed: { log("disposed") }
        ).dispose()
        completable.subscribe { event in
          if case .completed = event { log("completed") } else { log("error") }
        }.dispose()
        completable.andThen(Observable.just(1)).log(check).dispose()
      }
      check.expectLog(
        "completed disposed released completed released released 1 completed disposed"
          + " error disposed released error released error disposed released")
    },
    Behavior("traits", "retain their object weakly") { check in
      weakly(check) { object, call in
        Maybe<Int>.never().subscribe(with: object, onSuccess: { _, _ in call() })
      }
      weakly(check) { object, call in
        Maybe<Int>.never().subscribe(with: object, onError: { _, _ in call() })
      }
      weakly(check) { object, call in
        Maybe<Int>.never().subscribe(with: object, onCompleted: { _ in call() })
      }
      weakly(check) { object, call in
        Single<Int>.never().subscribe(
          with: object, onSuccess: { _, _ in call() }, onFailure: { _, _ in call() },
          onDisposed: { _ in call() })
      }
      weakly(check) { object, call in
        Completable.never().subscribe(
          with: object, onCompleted: { _ in call() }, onError: { _, _ in call() },
          onDisposed: { _ in call() })
      }
      weakly(check) { object, call in
        Infallible<Int>.never().subscribe(
          with: object, onNext: { _, _ in call() }, onCompleted: { _ in call() },
          onDisposed: { _ in call() })
      }
      weakly(check) { object, call in
        Observable<Int>.never().subscribe(
          with: object, onNext: { _, _ in call() }, onError: { _, _ in call() },
          onCompleted: { _ in call() }, onDisposed: { _ in call() })
      }
    },
    Behavior("traits", "pass the end to their object") { check in
      let object = check.census.make()
      let log = { (event: String) in check.log.append(event) }
      for maybe in [Maybe.just(1), .empty(), .error(CellError())] {
        maybe.subscribe(
          with: object, onSuccess: { log("\($1)") }, onError: { _, _ in log("error") },
          onCompleted: { _ in log("completed") }, onDisposed: { _ in log("disposed") }
        ).dispose()
      }
      for single in [Single.just(1), .error(CellError())] {
        single.subscribe(
          with: object, onSuccess: { log("\($1)") }, onFailure: { _, _ in log("error") },
          onDisposed: { _ in log("disposed") }
        ).dispose()
      }
      for completable in [Completable.empty(), .error(CellError())] {
        completable.subscribe(
          with: object, onCompleted: { _ in log("completed") }, onError: { _, _ in log("error") },
          onDisposed: { _ in log("disposed") }
        ).dispose()
      }
      check.expectLog(
        "1 disposed completed disposed error disposed 1 disposed error disposed"
          + " completed disposed error disposed")
      withExtendedLifetime(object) {}
    },
    Behavior("rx", "binds a property") { check in
      let target = Dial()
      let feed = PublishSubject<Int>()
      let subscription = feed.bind(to: target.rx.position)
      feed.onNext(4)
      check.expect(target.position, is: 4, "the property")
      subscription.dispose()
      check.expect(!feed.hasObservers, "the source is still subscribed to")
    },
    Behavior("Hooks", "are called") { check in
      let (handler, capture) = (
        Hooks.defaultErrorHandler, Hooks.customCaptureSubscriptionCallstack
      )
      defer {
        Hooks.defaultErrorHandler = handler
        Hooks.customCaptureSubscriptionCallstack = capture
      }
      Hooks.defaultErrorHandler = { [weak check] _, _ in check?.log.append("handled") }
      Hooks.customCaptureSubscriptionCallstack = { [weak check] in
        check?.log.append("captured")
        return []
      }
      Observable<Int>.error(CellError()).subscribe(onNext: { _ in }).dispose()
      check.expect(check.log.contains("handled"), "the handler of errors was not called")
      _ = Hooks.customCaptureSubscriptionCallstack()
      check.expect(check.log.contains("captured"), "the capture was not called")
      check.log = []
    },
    Behavior("subscribe", "to a source of the program's own") { check in
      // The source continues to send after its end and after disposal. It sends to the observer
      // directly, without an object of the library in between.
      for kind in 0..<2 {
        let source = NonSerializingSource()
        let subscription =
          kind == 0
          ? source.subscribe(
            onNext: { check.log.append("\($0)") }, onError: { _ in check.log.append("error") },
            onCompleted: { check.log.append("completed") },
            onDisposed: { check.log.append("disposed") })
          : source.subscribe { event in check.log.append("\(event)") }
        source.send(.next(1))
        source.send(.completed)
        source.send(.next(2))
        source.send(.completed)
        source.send(.error(CellError()))
        subscription.dispose()
        check.expectLog(kind == 0 ? "1 completed disposed" : "next(1) completed")
        let second =
          kind == 0
          ? source.subscribe(
            onNext: { check.log.append("\($0)") }, onError: { _ in check.log.append("error") },
            onCompleted: { check.log.append("completed") },
            onDisposed: { check.log.append("disposed") })
          : source.subscribe { event in check.log.append("\(event)") }
        source.send(.next(1))
        source.send(.error(CellError()))
        source.send(.error(CellError()))
        source.send(.completed)
        second.dispose()
        check.expectLog(kind == 0 ? "1 error disposed" : "next(1) error(CellError())")
        let third =
          kind == 0
          ? source.subscribe(
            onNext: { check.log.append("\($0)") }, onError: { _ in check.log.append("error") },
            onCompleted: { check.log.append("completed") },
            onDisposed: { check.log.append("disposed") })
          : source.subscribe { event in check.log.append("\(event)") }
        third.dispose()
        source.send(.next(1))
        source.send(.completed)
        source.send(.error(CellError()))
        check.expectLog(kind == 0 ? "disposed" : "")
        source.close()
      }
    },
    Behavior("do", "calls its closures for one terminal event only") { check in
      var sink: AnyObserver<Int>?
      let source = Observable<Int>.create { observer in
        sink = observer
        return Disposables.create()
      }
      for isError in [true, false] {
        let subscription = source.do(
          onError: { _ in check.log.append("onError") },
          onCompleted: { check.log.append("onCompleted") }
        ).subscribe(onError: { _ in })
        if isError { sink?.onError(CellError()) } else { sink?.onCompleted() }
        sink?.onError(CellError())
        sink?.onCompleted()
        subscription.dispose()
      }
      sink = nil
      check.expectLog("onError onCompleted")
    },
  ]

  /// Checks that an active subscription does not retain the object that is passed to `subscribe`.
  private static func weakly(
    _ check: Check, _ subscribe: (Token, @escaping () -> Void) -> any Disposable
  ) {
    let subscription = weakSubscription(check, subscribe)
    check.expect(check.census.living, is: 0, "objects that the subscription retains")
    subscription.dispose()
  }

  @inline(never)
  private static func weakSubscription(
    _ check: Check, _ subscribe: (Token, @escaping () -> Void) -> any Disposable
  ) -> any Disposable {
    let object = check.census.make()
    return subscribe(object) { check.log.append("called") }
  }
}

/// An object with a property to bind to.
private final class Dial: NSObject {
  var position = 0
}

/// A user-defined source that delivers events immediately to its latest observer, even after that
/// observer has received an end or was disposed.
private final class NonSerializingSource: ObservableType {
  typealias Element = Int

  private var observers: [(Event<Int>) -> Void] = []

  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Int {
    observers = [{ observer.on($0) }]
    return Disposables.create()
  }

  func send(_ event: Event<Int>) { for observer in observers { observer(event) } }

  func close() { observers = [] }
}

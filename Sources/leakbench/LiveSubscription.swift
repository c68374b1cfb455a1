import Streams

/// The objects that keep one subscription running.
struct LiveSubscription {
  let observable: Observable<Int>
  let disposable: any Disposable
}

/// Returns a subscription to a `create` sequence that does not end.
func liveCreateSubscription() -> LiveSubscription {
  let observable = Observable<Int>.create { observer in
    observer.onNext(1)
    return Disposables.create()
  }
  return LiveSubscription(
    observable: observable, disposable: observable.subscribe(onNext: { _ in }))
}

private let liveSubject = PublishSubject<Int>()

/// Returns another subscription to a subject that all calls share.
func liveSubjectSubscription() -> LiveSubscription {
  LiveSubscription(
    observable: liveSubject, disposable: liveSubject.subscribe(onNext: { _ in }))
}

import Streams

/// What keeps one subscription going.
struct LiveSubscription {
  let observable: Observable<Int>
  let disposable: any Disposable
}

/// A subscription to a `create` sequence that goes on.
func liveCreateSubscription() -> LiveSubscription {
  let observable = Observable<Int>.create { observer in
    observer.onNext(1)
    return Disposables.create()
  }
  return LiveSubscription(
    observable: observable, disposable: observable.subscribe(onNext: { _ in }))
}

private let liveSubject = PublishSubject<Int>()

/// One more subscription to the same subject.
func liveSubjectSubscription() -> LiveSubscription {
  LiveSubscription(
    observable: liveSubject, disposable: liveSubject.subscribe(onNext: { _ in }))
}

import Streams

/// The objects that keep one subscription running.
struct LiveSubscription {
  let observable: Observable<Int>
  let disposable: any Disposable
}

/// Returns a subscription to a sequence that `Observable.create` made. The sequence never ends.
func liveCreateSubscription() -> LiveSubscription {
  let observable = Observable<Int>.create { observer in
    observer.onNext(1)
    return Disposables.create()
  }
  return LiveSubscription(
    observable: observable, disposable: observable.subscribe(onNext: { _ in }))
}

private let liveSubject = PublishSubject<Int>()

/// Returns a new subscription to a subject that all calls of this function share.
func liveSubjectSubscription() -> LiveSubscription {
  LiveSubscription(
    observable: liveSubject, disposable: liveSubject.subscribe(onNext: { _ in }))
}

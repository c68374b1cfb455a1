import Dispatch
import Foundation
import Streams
import TestSupport
import Testing

/// Tests of programs that were written for RxSwift. Only the import line was changed. The programs
/// must also compile.
@Suite(.countsResources) struct SourceCompatibilityTests {
  private final class ViewModel {
    let query = BehaviorRelay<String>(value: "")
    let taps = PublishRelay<Void>()
    let results: Observable<[String]>
    let bag = DisposeBag()
    private(set) var shown: [[String]] = []

    init(search: @escaping (String) -> Single<[String]>, scheduler: any SchedulerType) {
      results =
        query
        .asObservable()
        .map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }
        .debounce(.milliseconds(300), scheduler: scheduler)
        .distinctUntilChanged()
        .flatMapLatest { query in
          search(query).asObservable().catchAndReturn([])
        }
        .share(replay: 1, scope: .whileConnected)
      results
        .subscribe(with: self, onNext: { owner, result in owner.shown.append(result) })
        .disposed(by: bag)
      taps.withLatestFrom(query).bind(onNext: { [weak self] in self?.shown.append([$0]) })
        .disposed(by: bag)
    }
  }

  @Test func aViewModelWorksInVirtualTime() {
    let scheduler = TestScheduler(initialClock: 0, resolution: 0.1)
    let model = ViewModel(
      search: { query in
        Single.create { single in
          single(.success(["\(query)1", "\(query)2"]))
          return Disposables.create()
        }
      }, scheduler: scheduler)
    scheduler.scheduleAt(10) { model.query.accept("a") }
    scheduler.scheduleAt(11) { model.query.accept("ab ") }
    scheduler.scheduleAt(20) { model.query.accept("ab") }
    scheduler.scheduleAt(30) { model.taps.accept(()) }
    scheduler.start()
    #expect(model.shown == [["ab1", "ab2"], ["ab"]])
    #expect(model.query.value == "ab")
  }

  private enum Failure: Error { case bad }

  @Test func operatorChainsBehaveAsInRxSwift() {
    let bag = DisposeBag()
    var log: [String] = []
    Observable.of(1, 2, 3)
      .scan(into: [Int]()) { $0.append($1) }
      .map(\.count)
      .withUnretained(bag) { _, count in count }
      .reduce(0, accumulator: +)
      .do(onNext: { log.append("next \($0)") }, onDispose: { log.append("disposed") })
      .subscribe { event in
        switch event {
        case .next(let element): log.append("\(element)")
        case .error: log.append("error")
        case .completed: log.append("completed")
        }
      }
      .disposed(by: bag)
    #expect(log == ["next 6", "6", "completed", "disposed"])

    let (first, second) = (BehaviorSubject(value: 1), ReplaySubject<String>.create(bufferSize: 2))
    var pairs: [String] = []
    let pairing = Observable.combineLatest(first, second)
      .subscribe(onNext: { number, text in pairs.append("\(number)\(text)") })
    let triples = Observable.zip(first, second, Observable.of(true, false)) { "\($0)\($1)\($2)" }
      .subscribe(onNext: { pairs.append($0) })
    second.onNext("a")
    first.on(.next(2))
    second.onNext("b")
    pairing.dispose()
    triples.dispose()
    #expect(pairs == ["1a", "1atrue", "2a", "2b", "2bfalse"])

    var recovered: [Int] = []
    Observable<Int>.create { observer in
      observer.onNext(1)
      observer.onError(Failure.bad)
      return Disposables.create { recovered.append(-1) }
    }
    .retry(2)
    .catch { _ in .from([8, 9]) }
    .startWith(0)
    .subscribe(onNext: { recovered.append($0) })
    .disposed(by: bag)
    #expect(recovered == [0, 1, -1, 1, -1, 8, 9])
  }

  @Test func traitsBehaveAsInRxSwift() {
    let bag = DisposeBag()
    var log: [String] = []
    Single<Int>.just(1).map { $0 + 1 }.flatMap { Single.just("\($0)") }
      .subscribe(onSuccess: { log.append($0) }, onFailure: { _ in }).disposed(by: bag)
    Maybe<Int>.create { maybe in
      maybe(.completed)
      return Disposables.create()
    }
    .ifEmpty(default: 7)
    .subscribe { result in
      if case .success(let element) = result { log.append("\(element)") }
    }
    .disposed(by: bag)
    Completable.create { completable in
      completable(.completed)
      return Disposables.create {}
    }
    .andThen(Single.just("then"))
    .subscribe(onSuccess: { log.append($0) }).disposed(by: bag)
    Completable.zip(.empty(), .empty()).subscribe(onCompleted: { log.append("both") })
      .disposed(by: bag)
    Observable.of(1, 2).asSingle()
      .subscribe(onFailure: { log.append("\($0)") }).disposed(by: bag)
    Observable<Int>.empty().asMaybe()
      .subscribe(onCompleted: { log.append("none") }).disposed(by: bag)
    Observable.of(1).ignoreElements().asCompletable()
      .subscribe(onCompleted: { log.append("ignored") }).disposed(by: bag)
    Observable<Int>.error(Failure.bad).asInfallible(onErrorJustReturn: 5)
      .subscribe(onNext: { log.append("\($0)") }).disposed(by: bag)
    #expect(
      log == [
        "2", "7", "then", "both", "Sequence contains more than one element.", "none", "ignored",
        "5",
      ])
  }

  @Test func sequencesConvertToAndFromAsyncSequences() async throws {
    var received: [Int] = []
    for try await element in Observable.of(1, 2, 3).values { received.append(element) }
    #expect(received == [1, 2, 3])
    #expect(try await Single.just(4).value == 4)
    #expect(try await Maybe<Int>.empty().value == nil)
    try await Completable.empty().value
    await #expect(throws: Failure.self) { try await Single<Int>.error(Failure.bad).value }

    let stream = AsyncStream<Int> { continuation in
      for element in 1...3 { continuation.yield(element) }
      continuation.finish()
    }
    received = []
    for try await element in stream.asObservable().map({ $0 * 10 }).values {
      received.append(element)
    }
    #expect(received == [10, 20, 30])
  }

  /// The subscription must be disposed when the loop ends or when its task is cancelled.
  @Test func endingAnAsyncIterationDisposesTheSubscription() async throws {
    let disposals = Counter()
    let subject = ReplaySubject<Int>.createUnbounded()
    subject.onNext(1)
    let source = subject.do(onDispose: { disposals.increment() })
    for try await _ in source.values { break }
    for _ in 0..<1000 where disposals.value == 0 { await Task.yield() }
    #expect(disposals.value == 1)

    let task = Task {
      for try await element in source.values where element == 2 {}
    }
    while !subject.hasObservers { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    for _ in 0..<1000 where disposals.value == 1 { await Task.yield() }
    #expect(disposals.value == 2)
    #expect(!subject.hasObservers)
  }

  private enum Location { @TaskLocal static var name = "nowhere" }

  /// A detached task must not inherit the context of the code that subscribes.
  @Test(arguments: [false, true])
  func anIterationInheritsTaskLocalValuesUnlessDetached(detached: Bool) async throws {
    let locations = AsyncStream { Location.name }
    let observable = locations.asObservable(detached: detached).take(1)
    let values = Location.$name.withValue("here") { observable.values }
    var received: [String] = []
    for try await location in values { received.append(location) }
    #expect(received == [detached ? "nowhere" : "here"])
  }

  @Test func aStreamThatThrowsACancellationErrorCompletes() async throws {
    let stream = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(1)
      continuation.finish(throwing: CancellationError())
    }
    var received: [Int] = []
    for try await element in stream.asObservable().values { received.append(element) }
    #expect(received == [1])
  }

  @Test func dispatchQueueSchedulersDeliverAllEvents() {
    let background = ConcurrentDispatchQueueScheduler(qos: .background)
    let serial = SerialDispatchQueueScheduler(qos: .userInitiated)
    let finished = DispatchSemaphore(value: 0)
    let recorder = Recorder()
    let subscription = Observable<Int>.interval(.milliseconds(2), scheduler: serial)
      .take(3)
      .observe(on: background)
      .subscribe(on: background)
      .subscribe { event in
        recorder.observe(event)
        if event.isCompleted { finished.signal() }
      }
    #expect(finished.wait(timeout: .now() + .seconds(10)) == .success)
    #expect(recorder.events == ["next(0)", "next(1)", "next(2)", "completed"])
    subscription.dispose()
  }
}

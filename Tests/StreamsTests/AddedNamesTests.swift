import Dispatch
import Foundation
import Streams
import TestSupport
import Testing

/// Tests of names that occur in programs written for RxSwift. The programs must also compile.
@Suite(.countsResources) struct AddedNamesTests {
  @Test func asObservableWithAPriorityUsesADetachedTask() async throws {
    let numbers = AsyncStream { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
    var received: [Int] = []
    for try await number in numbers.asObservable(priority: .high).values {
      received.append(number)
    }
    #expect(received == [1, 2, 3])

    let locations = AsyncStream { Location.name }
    let values = Location.$name.withValue("here") {
      locations.asObservable(priority: nil).take(1).values
    }
    for try await location in values { #expect(location == "nowhere") }

    let priorities = AsyncStream { Task.currentPriority }
    for try await priority in priorities.asObservable(priority: .utility).take(1).values {
      #expect(priority == .utility)
    }
  }

  private enum Location { @TaskLocal static var name = "nowhere" }

  @Test func anInfallibleDeliversInfallibleEvents() {
    var received: [String] = []
    let subscription = Infallible.of(1, 2).subscribe { event in
      switch event {
      case .next(let element): received.append("\(element)")
      case .completed: received.append("completed")
      }
    }
    subscription.dispose()
    #expect(received == ["1", "2", "completed"])
    #expect(InfallibleEvent.next(1).event == .next(1))
    #expect(InfallibleEvent<Int>.completed.event == .completed)
  }

  @Test func anInfallibleAcceptsAClosureThatTakesAnEvent() {
    var received: [Event<Int>] = []
    _ = Infallible.just(1).subscribe { (event: Event<Int>) in received.append(event) }
    #expect(received == [.next(1), .completed])
    let subject = PublishSubject<Int>()
    _ = subject.subscribe { received.append($0) }
    _ = Infallible.just(2).subscribe { event in subject.on(event.event) }
    #expect(received == [.next(1), .completed, .next(2), .completed])
  }

  @Test func flatMapLatestReturnsAnInfallibleIfItsClosureDoes() {
    let source = PublishSubject<Int>()
    let result: Infallible<Int> = source.flatMapLatest { Infallible.of($0, $0 * 10) }
    var received: [Int] = []
    let subscription = result.subscribe(onNext: { received.append($0) })
    source.onNext(1)
    source.onNext(2)
    subscription.dispose()
    #expect(received == [1, 10, 2, 20])
    #expect(!source.hasObservers)
  }

  @Test func sequencesOfAnyInfallibleTypeAreCombined() {
    let (first, second) = (Just(1), Infallible.just("a"))
    var received: [String] = []
    _ = Infallible.combineLatest(first, second) { "\($0)\($1)" }
      .subscribe(onNext: { received.append($0) })
    _ = Infallible.combineLatest(first, second, first) { "\($0)\($1)\($2)" }
      .subscribe(onNext: { received.append($0) })
    _ = Infallible.combineLatest(first, second).subscribe(onNext: { received.append("\($0)") })
    #expect(received == ["1a", "1a1", #"(1, "a")"#])
  }

  private struct Just: InfallibleType {
    private let element: Int

    init(_ element: Int) { self.element = element }

    func asObservable() -> Observable<Int> { .just(element) }
  }

  @Test func schedulersDeclareTheirTimeTypes() {
    let seconds: [Double] = [
      SerialDispatchQueueScheduler.TimeInterval(1),
      ConcurrentDispatchQueueScheduler.TimeInterval(1), ConcurrentMainScheduler.TimeInterval(1),
    ]
    let start = SerialDispatchQueueScheduler.Time()
    let later: ConcurrentDispatchQueueScheduler.Time = start.addingTimeInterval(seconds[0])
    let last: ConcurrentMainScheduler.Time = later.addingTimeInterval(seconds[1])
    #expect(last.timeIntervalSince(start) == 2)
  }

  @Test func rxObservableAndDisposeBaseAreAvailable() {
    let before = Resources.total
    do {
      let observable: RxObservable<Int> = Observable.just(1)
      let disposables: [DisposeBase] = [DisposeBag(), CompositeDisposable(), SerialDisposable()]
      #expect(disposables.count == 3)
      _ = observable.subscribe()
    }
    #expect(Resources.total == before)
  }

  @Test func concatRecordsItsNestingDepth() {
    maxTailRecursiveSinkStackSize = 0
    #expect(Observable.just(1).concat(Observable.just(2)).events().count == 3)
    #expect(maxTailRecursiveSinkStackSize == 1)
    var nested = Observable.just(0)
    for number in 1...9 { nested = Observable.just(number).concat(nested) }
    #expect(nested.events().count == 11)
    #expect(maxTailRecursiveSinkStackSize == 9)
  }
}

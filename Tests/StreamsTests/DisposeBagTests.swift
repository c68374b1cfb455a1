import ResourceRegistry
import Streams
import TestSupport
import Testing

@Suite(.countsResources) struct DisposeBagTests {
  @Test func disposesItsMembersWhenItIsFreed() {
    let before = Resources.total
    let actions = Counter()
    do {
      let bag = DisposeBag()
      action(actions).disposed(by: bag)
      bag.insert(action(actions))
      bag.insert(action(actions), action(actions))
      bag.insert([action(actions)])
      bag.insert {
        action(actions)
        action(actions)
      }
      #expect(actions.value == 0)
      withExtendedLifetime(bag) {}
    }
    #expect(actions.value == 7)
    #expect(Resources.total == before)
  }

  @Test func disposesTheDisposablesOfItsInitializers() {
    let actions = Counter()
    do {
      let bags = [
        DisposeBag(disposing: action(actions), action(actions)),
        DisposeBag(disposing: [action(actions)]),
        DisposeBag {
          action(actions)
          action(actions)
        },
      ]
      #expect(actions.value == 0)
      withExtendedLifetime(bags) {}
    }
    #expect(actions.value == 5)
  }

  @Test func disposesInOrderOfInsertion() {
    let recorder = Recorder()
    do {
      let bag = DisposeBag()
      for index in 0..<100 { Disposables.create { recorder.note("\(index)") }.disposed(by: bag) }
      withExtendedLifetime(bag) {}
    }
    #expect(recorder.events == (0..<100).map(String.init))
  }

  /// A bag that is being released disposes its members one after the other. The action of the first
  /// one disposes the second one itself.
  @Test func aMemberMayDisposeAnotherMember() {
    let actions = Counter()
    let second = action(actions)
    var bag: DisposeBag? = DisposeBag()
    bag?.insert(Disposables.create { second.dispose() })
    bag?.insert(second)
    #expect(actions.value == 0)
    bag = nil
    #expect(actions.value == 1)
  }

  enum Finish: CaseIterable { case completed, disposed, subjectCompleted }

  /// Finished subscriptions must not accumulate, however they ended.
  @Test(arguments: Finish.allCases)
  func removesFinishedMembersWhenItGrows(finish: Finish) {
    let mark = Resources.mark()
    do {
      let bag = DisposeBag()
      let running = Counter()
      action(running).disposed(by: bag)
      for _ in 0..<10_000 { subscribeAndFinish(finish, in: bag) }
      let survivors = Resources.probes(since: mark).count
      #expect(survivors < 500, "\(Resources.totalsByType)")
      #expect(running.value == 0, "What is not finished stays.")
    }
    #expect(Resources.probes(since: mark).map(\.typeName) == [])
  }

  @Test func keepsFinishedMembersWhileNothingIsAdded() {
    let mark = Resources.mark()
    let bag = DisposeBag()
    subscribeAndFinish(.completed, in: bag)
    #expect(
      Resources.probes(since: mark).map(\.typeName).sorted() == [
        "BinaryDisposable", "DisposeBag", "SinkDisposer",
      ])
    withExtendedLifetime(bag) {}
  }

  @Test func disposesAllConcurrentlyInsertedMembers() {
    let before = Resources.total
    race(
      runs: 500, prepare: { (Box(DisposeBag()), Counter()) },
      { box, actions in for _ in 0..<100 { box.bag?.insert(action(actions)) } },
      { box, actions in for _ in 0..<100 { box.bag?.insert(action(actions)) } },
      check: { box, actions in
        if actions.value != 0 { Issue.record("disposed too early") }
        box.bag = nil
        if actions.value != 200 { Issue.record("\(actions.value) of 200 disposed") }
      })
    #expect(Resources.total == before)
  }

  private func subscribeAndFinish(_ finish: Finish, in bag: DisposeBag) {
    switch finish {
    case .completed:
      Observable.of(1).subscribe(onNext: { _ in }).disposed(by: bag)
    case .disposed:
      let subscription = Observable<Int>.never().subscribe(onNext: { _ in })
      subscription.disposed(by: bag)
      subscription.dispose()
    case .subjectCompleted:
      let subject = PublishSubject<Int>()
      subject.map { $0 }.subscribe(onNext: { _ in }).disposed(by: bag)
      subject.subscribe(onNext: { _ in }).disposed(by: bag)
      subject.onCompleted()
    }
  }

  private final class Box: @unchecked Sendable {
    var bag: DisposeBag?
    init(_ bag: DisposeBag) { self.bag = bag }
  }
}

private func action(_ counter: Counter) -> any Disposable {
  Disposables.create { counter.increment() }
}

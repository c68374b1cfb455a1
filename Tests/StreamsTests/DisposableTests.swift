import ResourceRegistry
import Streams
import TestSupport
import Testing

@Suite(.countsResources) struct DisposableTests {
  /// All forms of disposables with actions. ``sizes`` contains the number of actions of each form.
  static let forms: [@Sendable (Counter) -> any Cancelable] = [
    { c in Disposables.create { c.increment() } },
    { c in Disposables.create(action(c), action(c)) },
    { c in Disposables.create(action(c), action(c), action(c)) },
    { c in Disposables.create(action(c), action(c), action(c), action(c), action(c)) },
    { c in Disposables.create([action(c)]) },
    { c in Disposables.create([action(c), action(c)]) },
    { c in Disposables.create([action(c), action(c), action(c)]) },
    { c in CompositeDisposable(action(c), action(c), action(c), action(c), action(c)) },
    { c in
      let single = SingleAssignmentDisposable()
      single.setDisposable(action(c))
      return single
    },
    { c in
      let serial = SerialDisposable()
      serial.disposable = action(c)
      return serial
    },
    { c in RefCountDisposable(disposable: action(c)) },
    { c in
      ScheduledDisposable(scheduler: CurrentThreadScheduler.instance, disposable: action(c))
    },
  ]
  static let sizes = [1, 2, 3, 5, 1, 2, 3, 5, 1, 1, 1, 1]

  @Test(arguments: zip(forms.indices, sizes))
  func runsItsActionsOnceAndReleasesThem(form: Int, size: Int) {
    let mark = Resources.mark()
    do {
      let actions = Counter()
      let disposable = Self.forms[form](actions)
      #expect(!disposable.isDisposed)
      #expect(actions.value == 0)
      disposable.dispose()
      disposable.dispose()
      #expect(actions.value == size)
      #expect(disposable.isDisposed)
      #expect(Resources.probes(since: mark).count == 1, "Only itself is left.")
      withExtendedLifetime(disposable) {}
    }
    #expect(Resources.probes(since: mark).map(\.typeName) == [])
  }

  @Test(arguments: forms.indices)
  func runsItsActionsOnceInARace(form: Int) {
    let before = Resources.total
    race(
      runs: 5_000,
      prepare: {
        let actions = Counter()
        return Shared(disposable: Self.forms[form](actions), actions: actions)
      }, { $0.disposable.dispose() }, { $0.disposable.dispose() },
      check: { shared in
        if shared.actions.value != Self.sizes[form] {
          Issue.record("\(shared.actions.value) actions ran")
        }
      })
    #expect(Resources.total == before)
  }

  /// If an action captures the owner of its disposable, there is a cycle. Running the action must
  /// break the cycle.
  @Test func anonymousDisposableReleasesItsActionOnDispose() {
    final class Owner: @unchecked Sendable { var disposable: (any Disposable)? }
    let before = Resources.total
    weak var watched: Owner?
    do {
      let owner = Owner()
      watched = owner
      owner.disposable = Disposables.create { owner.disposable?.dispose() }
    }
    #expect(watched != nil)
    #expect(Resources.total == before + 1)
    watched?.disposable?.dispose()
    #expect(watched == nil)
    #expect(Resources.total == before)
  }

  @Test func insertingIntoADisposedCompositeDisposesImmediately() {
    let actions = Counter()
    let composite = CompositeDisposable()
    let kept = composite.insert(action(actions))
    #expect(composite.count == 1)
    #expect(kept != nil)
    composite.dispose()
    #expect(composite.insert(action(actions)) == nil)
    #expect(actions.value == 2)
    #expect(composite.count == 0)
  }

  @Test func removingFromACompositeDisposesTheMemberOnce() throws {
    let actions = Counter()
    let composite = CompositeDisposable()
    let keys = (0..<40).map { _ in composite.insert(action(actions)) }
    for (index, key) in keys.enumerated() {
      composite.remove(for: try #require(key))
      #expect(actions.value == index + 1)
      #expect(composite.count == 39 - index)
    }
    composite.remove(for: try #require(keys[0]))
    composite.dispose()
    #expect(actions.value == 40)
  }

  /// A member that is inserted while another thread disposes the composite must not be lost.
  @Test func compositeDisposesMembersInsertedDuringDispose() {
    race(
      runs: 20_000, prepare: { (CompositeDisposable(), Counter()) },
      { $0.0.dispose() },
      { composite, actions in composite.insert(action(actions)) },
      check: { _, actions in
        if actions.value != 1 { Issue.record("\(actions.value) actions ran") }
      })
  }

  @Test func serialDisposesTheReplacedDisposable() {
    let (old, new, late) = (Counter(), Counter(), Counter())
    let serial = SerialDisposable()
    serial.disposable = action(old)
    serial.disposable = action(new)
    #expect(old.value == 1)
    #expect(new.value == 0)
    serial.dispose()
    #expect(new.value == 1)
    serial.disposable = action(late)
    #expect(late.value == 1)
  }

  @Test func serialDisposesOldAndNewIfReplacedDuringDispose() {
    race(
      runs: 20_000,
      prepare: {
        let actions = Counter()
        let serial = SerialDisposable()
        serial.disposable = action(actions)
        return (serial, actions)
      },
      { $0.0.dispose() },
      { serial, actions in serial.disposable = action(actions) },
      check: { _, actions in
        if actions.value != 2 { Issue.record("\(actions.value) of 2 actions ran") }
      })
  }

  @Test func assigningToADisposedSingleAssignmentDisposesImmediately() {
    let actions = Counter()
    let single = SingleAssignmentDisposable()
    single.dispose()
    single.disposable = action(actions)
    #expect(actions.value == 1)
  }

  @Test func refCountDisposesAfterAllRetainsAreDisposed() {
    let actions = Counter()
    let refCount = RefCountDisposable(disposable: action(actions))
    let (first, second) = (refCount.retain(), refCount.retain())
    refCount.dispose()
    #expect(refCount.isDisposed)
    first.dispose()
    first.dispose()
    #expect(actions.value == 0)
    second.dispose()
    #expect(actions.value == 1)
    refCount.retain().dispose()
    #expect(actions.value == 1)
  }

  @Test func booleanDisposableRecordsItsDisposal() {
    let disposable = BooleanDisposable()
    #expect(!disposable.isDisposed)
    disposable.dispose()
    #expect(disposable.isDisposed)
    #expect(BooleanDisposable(isDisposed: true).isDisposed)
  }

  /// User-defined disposables may be structs. They must be returned unchanged.
  @Test func userDefinedDisposablesAreReturnedUnchanged() {
    let actions = Counter()
    let serial = SerialDisposable()
    serial.disposable = Foreign(actions: actions)
    #expect(serial.disposable is Foreign)
    Disposables.create(Foreign(actions: actions), Disposables.create()).dispose()
    #expect(actions.value == 1)
    serial.dispose()
    #expect(actions.value == 2)
  }

  /// A long-lived composite must not accumulate members that ended by themselves.
  @Test func compositeRemovesFinishedMembers() {
    let composite = CompositeDisposable()
    let kept = BooleanDisposable()
    composite.insert(kept)
    for _ in 0..<10_000 {
      composite.insert(Observable.of(1).subscribe(onNext: { _ in }))
    }
    #expect(composite.count < 100)
    composite.dispose()
    #expect(kept.isDisposed)
  }

  private struct Shared: @unchecked Sendable {
    let disposable: any Cancelable
    let actions: Counter
  }

  private struct Foreign: Disposable {
    let actions: Counter
    func dispose() { actions.increment() }
  }
}

private func action(_ counter: Counter) -> any Disposable {
  Disposables.create { counter.increment() }
}

import ResourceRegistry
import TestSupport
import Testing

@testable import RACDisposables

final class Person: RACObservableObject, @unchecked Sendable {
  var name = "" {
    willSet { willChange(\Person.name, from: name) }
    didSet { didChange(\Person.name, from: oldValue, to: name) }
  }

  var age = 0 {
    didSet { didChange(\Person.age, from: oldValue, to: age) }
  }
}

@Suite(.countsResources) struct RACKVOTrampolineTests {
  private final class Log: @unchecked Sendable {
    var lines: [String] = []
  }

  private func observe(
    _ target: Person, for observer: Person?, _ log: Log,
    _ options: RACKeyValueObservingOptions = [.old, .new]
  ) -> RACKVOTrampoline {
    RACKVOTrampoline(target: target, observer: observer, keyPath: \Person.name, options: options) {
      _, _, change in
      log.lines.append(
        "\(change.isPrior ? "prior " : "")\(change.old ?? "-") \(change.new ?? "-")")
    }
  }

  @Test func reportsChangesUntilItIsDisposed() {
    let contexts = RACKVOProxy.shared.count
    let mark = Resources.mark()
    do {
      let (target, observer, log) = (Person(), Person(), Log())
      let trampoline = observe(target, for: observer, log)
      target.name = "Ada"
      target.age = 36
      target.name = "Grace"
      #expect(log.lines == [" Ada", "Ada Grace"])
      trampoline.dispose()
      trampoline.dispose()
      target.name = "Mary"
      #expect(log.lines.count == 2)
    }
    #expect(Resources.probes(since: mark).map(\.typeName) == [])
    #expect(RACKVOProxy.shared.count == contexts)
  }

  @Test func appliesItsObservingOptions() {
    let (target, log) = (Person(), Log())
    target.name = "Ada"
    let trampoline = observe(target, for: nil, log, [.initial, .new, .prior])
    target.name = "Grace"
    #expect(log.lines == ["- Ada", "prior - -", "- Grace"])
    trampoline.dispose()
  }

  enum Deallocated: CaseIterable { case target, observer }

  /// Only the target and the observer own the trampoline. If either of them is deallocated, the
  /// trampoline must be disposed and removed from the other.
  @Test(arguments: Deallocated.allCases)
  func endsWhenTheTargetOrTheObserverIsDeallocated(deallocated: Deallocated) {
    let contexts = RACKVOProxy.shared.count
    let mark = Resources.mark()
    do {
      var (target, observer): (Person?, Person?) = (Person(), Person())
      let log = Log()
      weak var trampoline: RACKVOTrampoline?
      if let target { trampoline = observe(target, for: observer, log) }
      #expect(trampoline != nil)
      switch deallocated {
      case .target: target = nil
      case .observer: observer = nil
      }
      #expect(trampoline == nil)
      target?.name = "Ada"
      #expect(log.lines == [])
      #expect(RACKVOProxy.shared.count == contexts)
      withExtendedLifetime(observer) {}
    }
    #expect(Resources.probes(since: mark).map(\.typeName) == [])
  }

  @Test func doesNotRetainItsTarget() {
    let log = Log()
    var target: Person? = Person()
    weak let watched = target
    let trampoline = target.map { observe($0, for: nil, log) }
    target = nil
    #expect(watched == nil)
    #expect(trampoline?.isDisposed == true)
  }

  @Test func blockMayDisposeItsTrampoline() {
    let target = Person()
    let calls = Counter()
    var trampoline: RACKVOTrampoline?
    trampoline = RACKVOTrampoline(
      target: target, observer: nil, keyPath: \Person.name, options: []
    ) { _, _, _ in
      calls.increment()
      trampoline?.dispose()
    }
    target.name = "Ada"
    target.name = "Grace"
    #expect(calls.value == 1)
    trampoline = nil
  }

  @Test func canBeDisposedDuringAChange() {
    let before = Resources.total
    race(
      runs: 5_000,
      prepare: {
        let person = Person()
        return (person, observe(person, for: nil, Log()))
      },
      { $0.0.name = "Ada" }, { $0.1.dispose() },
      check: { if !$0.1.isDisposed { Issue.record("not disposed") } })
    #expect(Resources.total == before)
  }
}

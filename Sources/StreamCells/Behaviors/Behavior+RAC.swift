import RACDisposables
import Streams

extension Behavior {
  static let racDisposables = [
    Behavior("containers", "that are kept release the members that they disposed") { check in
      for (name, make) in containers {
        for count in 1...4 {
          let (end, container) = filled(make, count, check)
          check.expect(check.census.living, is: count, "members that \(name) retains")
          end()
          check.expect(check.census.living, is: 0, "members that \(name) retains when disposed")
          withExtendedLifetime(container) {}
        }
      }
    },
    Behavior("RACDisposable", "once") { check in
      var runs = 0
      let held = check.census.make()
      let disposable = RACDisposable { [held] in withExtendedLifetime(held) { runs += 1 } }
      check.expect(!disposable.isDisposed, "the disposable is disposed")
      disposable.dispose()
      disposable.dispose()
      check.expect(runs, is: 1, "runs")
      check.expect(disposable.isDisposed, "the disposable is not disposed")
      let plain = RACDisposable()
      check.expect(!plain.isDisposed, "a disposable without a block is disposed")
      plain.dispose()
      check.expect(plain.isDisposed, "a disposable without a block is not disposed")
    },
    Behavior("RACCompoundDisposable", "members") { check in
      for count in 0...5 {
        let probes = (0..<count).map { _ in RACProbe(check) }
        let compound = RACCompoundDisposable(disposables: probes.map(\.disposable))
        check.expect(probes.allSatisfy { $0.runs == 0 }, "disposed at once")
        compound.dispose()
        compound.dispose()
        check.expect(probes.allSatisfy { $0.runs == 1 }, "not all of \(count) disposed once")
        check.expect(compound.isDisposed, "the compound disposable is not disposed")
        let late = RACProbe(check)
        compound.addDisposable(late.disposable)
        check.expect(late.runs, is: 1, "disposals of a late member")
      }
    },
    Behavior("RACCompoundDisposable", "removal") { check in
      for removed in 0..<4 {
        let probes = (0..<4).map { _ in RACProbe(check) }
        let compound = RACCompoundDisposable(disposables: probes.map(\.disposable))
        compound.removeDisposable(probes[removed].disposable)
        compound.removeDisposable(RACDisposable())
        check.expect(probes[removed].runs, is: 0, "disposals of the removed member")
        // The slot of the removed member is reused.
        let added = RACProbe(check)
        compound.addDisposable(added.disposable)
        compound.dispose()
        check.expect(probes[removed].runs, is: 0, "disposals of the removed member")
        check.expect(
          probes.indices.filter { probes[$0].runs == 1 }, is: (0..<4).filter { $0 != removed },
          "those disposed")
        check.expect(added.runs, is: 1, "disposals of the added member")
      }
    },
    Behavior("RACCompoundDisposable", "releases members") { check in
      let compound = RACCompoundDisposable()
      for _ in 0..<4 { compound.addDisposable(holder(check)) }
      let removed = (0..<4).map { _ in holder(check) }
      for disposable in removed { compound.addDisposable(disposable) }
      for disposable in removed { compound.removeDisposable(disposable) }
      for disposable in removed { disposable.dispose() }
      check.expect(check.census.living, is: 4, "values of the members")
      let ended = RACDisposable()
      ended.dispose()
      let before = Resources.total
      for _ in 0..<40 {
        let ended = RACDisposable()
        ended.dispose()
        compound.addDisposable(ended)
      }
      check.expect(Resources.total, is: before, "objects after the members ended")
      compound.dispose()
      check.expect(check.census.living, is: 0, "values after disposal")
      compound.addDisposable(holder(check))
      check.expect(check.census.living, is: 0, "values of a late member")
    },
    Behavior("RACSerialDisposable", "swaps") { check in
      let (first, second, third) = (RACProbe(check), RACProbe(check), RACProbe(check))
      let serial = RACSerialDisposable(disposable: first.disposable)
      check.expect(
        serial.disposable === first.disposable,
        "the serial disposable does not contain the assigned disposable")
      let old = serial.swapInDisposable(second.disposable)
      check.expect(
        old === first.disposable, "swapInDisposable(_:) did not return the previous disposable")
      check.expect(
        serial.disposable === second.disposable,
        "the serial disposable does not contain the disposable that was swapped in")
      check.expect([first.runs, second.runs], is: [0, 0], "disposals before")
      serial.dispose()
      serial.dispose()
      check.expect([first.runs, second.runs], is: [0, 1], "disposals")
      check.expect(serial.isDisposed, "the serial disposable is not disposed")
      check.expect(
        serial.disposable == nil,
        "the serial disposable still retains the disposable that it disposed")
      check.expect(
        serial.swapInDisposable(third.disposable) == nil,
        "swapInDisposable(_:) returned a disposable after disposal")
      check.expect(third.runs, is: 1, "disposals of the late disposable")
      check.expect(
        serial.disposable == nil,
        "the serial disposable retains a disposable assigned after its disposal")
    },
    Behavior("RACSerialDisposable", "does not dispose what its setter replaces") { check in
      let serial = RACSerialDisposable()
      let probes = (0..<3).map { _ in RACProbe(check) }
      serial.disposable = probes[0].disposable
      serial.disposable = probes[1].disposable
      serial.disposable = nil
      serial.disposable = probes[2].disposable
      check.expect(probes.map(\.runs), is: [0, 0, 0], "disposals by the setter")
      serial.dispose()
      check.expect(probes.map(\.runs), is: [0, 0, 1], "disposals")
      serial.disposable = probes[1].disposable
      check.expect(probes.map(\.runs), is: [0, 1, 1], "disposals after a late assignment")
    },
    Behavior("RACScopedDisposable", "ends with its scope") { check in
      let probe = RACProbe(check)
      scope(probe, check)
      check.expect(probe.runs, is: 1, "disposals at the end of the scope")
      let other = RACProbe(check)
      let scoped = other.disposable.asScopedDisposable()
      check.expect(scoped.asScopedDisposable() === scoped, "a scoped disposable was wrapped again")
      scoped.dispose()
      check.expect(other.runs, is: 1, "disposals")
    },
    Behavior("RACKVOTrampoline", "observes until disposed") { check in
      let (target, observer) = (Gauge(), RACObservableObject())
      let first = target.observe(check, "a", observer)
      let second = target.observe(check, "b", nil)
      target.level = 1
      first.dispose()
      target.level = 2
      check.expect(first.isDisposed, "the observation is not disposed")
      second.dispose()
      target.level = 3
      check.expectLog("a1 b1 b2")
      check.expect(check.census.living, is: 0, "values of blocks that were disposed")
    },
    Behavior("RACKVOTrampoline", "changes, begins and ends observations in its block") { check in
      let (first, second) = (Gauge(), Gauge())
      let other = second.observe(check, "b", nil)
      let begun = RACSerialDisposable()
      let own = RACSerialDisposable()
      own.disposable = RACKVOTrampoline(
        target: first, observer: nil, keyPath: \Gauge.level, options: .new
      ) { [unowned own, weak check] _, _, change in
        check?.log.append("a\(change.new ?? "")")
        second.level = 5
        if let check { begun.disposable = second.observe(check, "c", nil) }
        other.dispose()
        second.level = 6
        own.dispose()
      }
      first.level = 1
      first.level = 2
      second.level = 7
      begun.dispose()
      second.level = 8
      check.expectLog("a1 b5 c6 c7")
      check.expect(check.census.living, is: 0, "values of observations that ended")
    },
    Behavior("RACKVOTrampoline", "ends with target and observer") { check in
      for endsTarget in [true, false] {
        var target: Gauge? = Gauge()
        var observer: RACObservableObject? = RACObservableObject()
        let trampoline = target?.observe(check, "a", observer)
        target?.level = 1
        if endsTarget { target = nil } else { observer = nil }
        check.expect(
          trampoline?.isDisposed ?? false, "the observation outlives its target or observer")
        check.expect(check.census.living, is: 0, "values of its block")
        target?.level = 2
        (target, observer) = (nil, nil)
      }
      check.expectLog("a1 a1")
    },
    Behavior("RACKVOTrampoline", "ends with itself") { check in
      let target = Gauge()
      let observer = RACObservableObject()
      let before = Resources.total
      for _ in 0..<40 { target.observe(check, "a", observer).dispose() }
      target.level = 1
      check.expect(Resources.total, is: before, "objects of observations that ended")
      check.expectLog("")
    },
  ]

  private typealias Container = (AnyObject, dispose: () -> Void)

  /// Functions that make a container with a given number of members.
  private static var containers: [(String, (Int, () -> RACDisposable) -> Container)] {
    [
      (
        "a compound disposable",
        { count, member in
          let compound = RACCompoundDisposable(disposables: (0..<count).map { _ in member() })
          return (compound, { [unowned compound] in compound.dispose() })
        }
      ),
      (
        "serial disposables",
        { count, member in
          let all = (0..<count).map { _ in RACSerialDisposable(disposable: member()) }
          let outer = RACCompoundDisposable()
          let kept = Kept(all)
          for serial in all { outer.addDisposable(serial) }
          return (kept, { outer.dispose() })
        }
      ),
      (
        "scoped disposables",
        { count, member in
          let all = (0..<count).map { _ in RACScopedDisposable(disposable: member()) }
          return (Kept(all), { for scoped in all { scoped.dispose() } })
        }
      ),
    ]
  }

  /// Creates a container. This is a separate function so that only the container retains its
  /// members.
  @inline(never)
  private static func filled(
    _ make: (Int, () -> RACDisposable) -> Container, _ count: Int, _ check: Check
  ) -> (end: () -> Void, container: AnyObject) {
    let (container, dispose) = make(count) { RACToken(check.census.make()) }
    return (dispose, container)
  }

  private static func holder(_ check: Check) -> RACDisposable {
    let held = check.census.make()
    return RACDisposable { withExtendedLifetime(held) {} }
  }

  @inline(never)
  private static func scope(_ probe: RACProbe, _ check: Check) {
    let scoped = probe.disposable.asScopedDisposable()
    check.expect(probe.runs, is: 0, "disposals within the scope")
    withExtendedLifetime(scoped) {}
  }
}

/// An object that counts the runs of a disposable. The disposable retains a value until it runs.
private final class RACProbe {
  private(set) var runs = 0
  private(set) var disposable = RACDisposable()

  init(_ check: Check) {
    let held = check.census.make()
    disposable = RACDisposable { [weak self] in withExtendedLifetime(held) { self?.runs += 1 } }
  }
}

/// An object with a property to observe.
private final class Gauge: RACObservableObject, @unchecked Sendable {
  var level = 0 {
    willSet { willChange(\Gauge.level, from: level) }
    didSet { didChange(\Gauge.level, from: oldValue, to: level) }
  }

  func observe(_ check: Check, _ name: String, _ observer: RACObservableObject?) -> RACKVOTrampoline
  {
    let held = check.census.make()
    return RACKVOTrampoline(target: self, observer: observer, keyPath: \Gauge.level, options: .new)
    {
      [weak check] _, _, change in
      withExtendedLifetime(held) { check?.log.append("\(name)\(change.new ?? "")") }
    }
  }
}

/// A disposable that retains a value until the disposable is deallocated.
private final class RACToken: RACDisposable, @unchecked Sendable {
  private let token: Token

  init(_ token: Token) {
    self.token = token
    super.init()
  }
}

/// An object that retains others.
private final class Kept {
  private let objects: [RACDisposable]

  init(_ objects: [RACDisposable]) { self.objects = objects }
}

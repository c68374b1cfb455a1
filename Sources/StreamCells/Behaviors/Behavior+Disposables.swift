import Streams

extension Behavior {
  static let disposables = [
    Behavior("SerialDisposable", "replaces") { check in
      let (serial, first, second, third) = (
        SerialDisposable(), check.probe(), check.probe(), check.probe()
      )
      serial.disposable = first
      serial.disposable = second
      check.expect(first.disposals, is: 1, "disposals of the replaced disposable")
      check.expect(second.disposals, is: 0, "disposals of the current disposable")
      serial.dispose()
      serial.dispose()
      check.expect(second.disposals, is: 1, "disposals of the current disposable")
      check.expect(serial.isDisposed, "the serial disposable is not disposed")
      serial.disposable = third
      check.expect(third.disposals, is: 1, "disposals of the late disposable")
      check.expect(first.disposals, is: 1, "disposals of the first disposable")
    },
    Behavior("SerialDisposable", "releases") { check in
      let serial = SerialDisposable()
      serial.disposable = check.probe()
      let held = check.census.make()
      serial.disposable = Disposables.create { withExtendedLifetime(held) {} }
      serial.dispose()
      check.expect(
        !(serial.disposable is DisposalProbe),
        "the serial disposable still retains the disposable that it disposed")
    },
    Behavior("SingleAssignmentDisposable", "set before") { check in
      let (single, probe) = (SingleAssignmentDisposable(), check.probe())
      single.disposable = probe
      check.expect(probe.disposals, is: 0, "disposals before")
      single.dispose()
      single.dispose()
      check.expect(probe.disposals, is: 1, "disposals")
      check.expect(
        !(single.disposable is DisposalProbe),
        "the disposable still retains the disposable that it disposed")
    },
    Behavior("SingleAssignmentDisposable", "set after") { check in
      let (single, probe) = (SingleAssignmentDisposable(), check.probe())
      single.dispose()
      check.expect(single.isDisposed, "the disposable is not disposed")
      single.setDisposable(probe)
      check.expect(probe.disposals, is: 1, "disposals of the late disposable")
      check.expect(
        !(single.disposable is DisposalProbe),
        "the disposable retains a disposable that was assigned after its disposal")
    },
    Behavior("SingleAssignmentDisposable", "unset") { check in
      let single = SingleAssignmentDisposable()
      check.expect(!single.isDisposed, "the disposable is disposed")
      let probe = check.probe()
      single.setDisposable(probe)
      check.expect(probe.disposals, is: 0, "disposals")
      check.expect(
        single.disposable is DisposalProbe,
        "the disposable does not contain the assigned disposable")
      single.dispose()
    },
    Behavior("BinaryDisposable", "both halves") { check in
      let (first, second) = (check.probe(), check.probe())
      let binary = Disposables.create(first, second)
      check.expect(!binary.isDisposed, "the binary disposable is disposed")
      binary.dispose()
      binary.dispose()
      check.expect(binary.isDisposed, "the binary disposable is not disposed")
      check.expect([first.disposals, second.disposals], is: [1, 1], "disposals")
    },
    Behavior("Disposables", "of lists") { check in
      for count in 0...5 {
        let probes = (0..<count).map { _ in check.probe() }
        let all = Disposables.create(probes)
        check.expect(probes.allSatisfy { $0.disposals == 0 }, "disposed at once")
        all.dispose()
        check.expect(probes.allSatisfy { $0.disposals == 1 }, "not all of \(count) disposed")
      }
      let probes = (0..<5).map { _ in check.probe() }
      Disposables.create(probes[0], probes[1], probes[2]).dispose()
      Disposables.create(probes[3], probes[4], probes[3], probes[4]).dispose()
      check.expect(probes.map(\.disposals), is: [1, 1, 1, 2, 2], "disposals")
    },
    Behavior("AnonymousDisposable", "once") { check in
      let held = check.census.make()
      var runs = 0
      let disposable = Disposables.create { [held] in
        withExtendedLifetime(held) {}
        runs += 1
      }
      disposable.dispose()
      disposable.dispose()
      check.expect(runs, is: 1, "runs")
      check.expect(disposable.isDisposed, "the anonymous disposable is not disposed")
    },
    Behavior("BooleanDisposable", "states") { check in
      let boolean = BooleanDisposable()
      check.expect(!boolean.isDisposed, "the Boolean disposable is disposed")
      boolean.dispose()
      check.expect(boolean.isDisposed, "the Boolean disposable is not disposed")
    },
    Behavior("CompositeDisposable", "members") { check in
      for count in [0, 1, 2, 30, 31, 32, 33, 34, 70] {
        let probes = (0..<count).map { _ in check.probe() }
        let composite = CompositeDisposable()
        let keys = probes.map { composite.insert($0) }
        check.expect(composite.count, is: count, "members")
        if let key = keys.last ?? nil {
          composite.remove(for: key)
          check.expect(probes.last?.disposals ?? 0, is: 1, "disposals of the removed member")
          check.expect(composite.count, is: count - 1, "members after removal")
        }
        if let key = keys.first ?? nil, count > 1 {
          composite.remove(for: key)
          check.expect(probes[0].disposals, is: 1, "disposals of the first disposable")
        }
        composite.dispose()
        composite.dispose()
        check.expect(probes.allSatisfy { $0.disposals == 1 }, "not all of \(count) disposed once")
        let late = check.probe()
        check.expect(composite.insert(late) == nil, "a late member has a key")
        check.expect(late.disposals, is: 1, "disposals of the late disposable")
        check.expect(composite.count, is: 0, "members after disposal")
      }
    },
    Behavior("CompositeDisposable", "of a list") { check in
      let probes = (0..<3).map { _ in check.probe() }
      let composite = CompositeDisposable(disposables: probes)
      check.expect(composite.count, is: 3, "members")
      let pair = CompositeDisposable(probes[0], probes[1])
      check.expect(pair.count, is: 2, "members of two")
      composite.dispose()
      check.expect(probes.map(\.disposals), is: [1, 1, 1], "disposals")
    },
    Behavior("CompositeDisposable", "sweeps") { check in
      let composite = CompositeDisposable()
      let living = (0..<10).map { _ in check.probe() }
      for probe in living { _ = composite.insert(probe) }
      for _ in 0..<1_000 {
        let ended = check.probe()
        ended.dispose()
        _ = composite.insert(ended)
      }
      check.expect(
        composite.count < 150,
        "\(composite.count) members are still retained, of which 10 are not finished")
      composite.dispose()
      check.expect(
        living.allSatisfy { $0.disposals == 1 }, "a member that is not finished was removed")
    },
    Behavior("RefCountDisposable", "shares") { check in
      let probe = check.probe()
      let counted = RefCountDisposable(disposable: probe)
      let shares = [counted.retain(), counted.retain()]
      counted.dispose()
      counted.dispose()
      check.expect(counted.isDisposed, "the counted disposable is not disposed")
      check.expect(probe.disposals, is: 0, "disposals while shared")
      shares[0].dispose()
      shares[0].dispose()
      check.expect(probe.disposals, is: 0, "disposals while one share exists")
      shares[1].dispose()
      check.expect(probe.disposals, is: 1, "disposals without shares")
      counted.retain().dispose()
      counted.dispose()
      check.expect(probe.disposals, is: 1, "disposals afterwards")
    },
    Behavior("RefCountDisposable", "unshared") { check in
      let probe = check.probe()
      let counted = RefCountDisposable(disposable: probe)
      let share = counted.retain()
      share.dispose()
      check.expect(probe.disposals, is: 0, "disposals without shares and undisposed")
      counted.dispose()
      check.expect(probe.disposals, is: 1, "disposals")
      check.expect(counted.isDisposed, "the counted disposable is not disposed")
    },
    Behavior("RefCountDisposable", "shared again after its disposal") { check in
      for count in 1...3 {
        let probe = check.probe()
        let counted = RefCountDisposable(disposable: probe)
        let first = counted.retain()
        counted.dispose()
        let later = (0..<count).map { _ in counted.retain() }
        first.dispose()
        for share in later {
          check.expect(probe.disposals, is: 0, "disposals while one of \(count) shares exists")
          share.dispose()
        }
        check.expect(probe.disposals, is: 1, "disposals without shares")
      }
    },
    Behavior("ScheduledDisposable", "on a scheduler") { check in
      let (clock, probe) = (TestScheduler(initialClock: 0), check.probe())
      let scheduled = ScheduledDisposable(scheduler: clock, disposable: probe)
      scheduled.dispose()
      check.expect(probe.disposals, is: 0, "disposals before the step")
      check.expect(!scheduled.isDisposed, "the scheduled disposable is disposed before the step")
      scheduled.dispose()
      clock.start()
      check.expect(probe.disposals, is: 1, "disposals")
      check.expect(scheduled.isDisposed, "the scheduled disposable is not disposed")
    },
  ]
}

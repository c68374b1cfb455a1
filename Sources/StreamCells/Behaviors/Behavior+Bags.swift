import Streams

extension Behavior {
  static let bags = [
    Behavior("DisposeBag", "thresholds") { check in
      for count in [1, 31, 32, 33, 34, 66, 200] {
        for ended in [0, 1, count / 2, count] {
          let probes = (0..<count).map { _ in check.probe() }
          for probe in probes.prefix(ended) { probe.dispose() }
          var bag: DisposeBag? = DisposeBag()
          for probe in probes { bag?.insert(probe) }
          check.expect(
            probes.dropFirst(ended).allSatisfy { $0.disposals == 0 },
            "the sweep of the bag disposed a member")
          bag = nil
          check.expect(
            probes.dropFirst(ended).allSatisfy { $0.disposals == 1 },
            "a member that is not finished was removed from a bag of \(count)")
        }
      }
    },
    Behavior("DisposeBag", "bounded") { check in
      let bag = DisposeBag()
      let before = Resources.total
      var largest = 0
      for _ in 0..<1_000 {
        Disposables.create {}.disposedNow(into: bag)
        largest = max(largest, Int(Resources.total - before))
      }
      check.expect(largest < 100, "\(largest) ended members are still retained")
    },
    Behavior("DisposeBag", "forms") { check in
      let probes = (0..<9).map { _ in check.probe() }
      do {
        let bag = DisposeBag(disposing: probes[0], probes[1])
        bag.insert(probes[2], probes[3])
        bag.insert([probes[4]])
        bag.insert {
          probes[5]
          probes[6]
        }
        probes[7].disposed(by: bag)
        _ = DisposeBag { probes[8] }
        check.expect(
          probes.prefix(8).allSatisfy { $0.disposals == 0 },
          "inserting into the bag disposed a member")
      }
      check.expect(probes.map(\.disposals), is: Array(repeating: 1, count: 9), "disposals")
    },
    Behavior("DisposeBag", "late") { check in
      let (late, other) = (check.probe(), check.probe())
      do {
        let bag = DisposeBag()
        // The closure runs while the bag is being deallocated, and inserts into the bag.
        bag.insert(
          Disposables.create { [unowned(unsafe) bag] in
            unsafe bag.insert(late)
            check.log.append("\(late.disposals)")
          })
        bag.insert(other)
      }
      check.expectLog("1")
      check.expect(late.disposals, is: 1, "disposals of the late member")
      check.expect(other.disposals, is: 1, "disposals of the other member")
    },
    Behavior("Bag", "hot observers") { check in
      for count in [1, 2, 30, 31, 32, 40] {
        let clock = TestScheduler(initialClock: 0)
        let hot = clock.createHotObservable([.next(1, 1), .next(2, 2), .completed(3)])
        var received = 0
        let subscriptions = (0..<count).map { _ in
          hot.subscribe { event in if !event.isStopEvent { received += 1 } }
        }
        clock.advanceTo(1)
        check.expect(received, is: count, "deliveries to \(count) observers")
        subscriptions.last?.dispose()
        subscriptions.first?.dispose()
        received = 0
        clock.advanceTo(2)
        check.expect(received, is: max(0, count - 2), "deliveries after two observers unsubscribed")
        for subscription in subscriptions { subscription.dispose() }
      }
    },
  ]
}

extension Disposable {
  /// Inserts the disposable into a bag, then disposes the disposable.
  fileprivate func disposedNow(into bag: DisposeBag) {
    disposed(by: bag)
    dispose()
  }
}

import Streams

extension Behavior {
  /// The number of searches of containers for members that have ended, and the objects that the
  /// containers retain between two searches.
  static let sweeps = [
    Behavior("sweeps", "read isDisposed of each member a bounded number of times") { check in
      for (name, make) in sweepers {
        let reads = Counter()
        let insert = make()
        for _ in 0..<400 { insert(IsDisposedProbe { reads.count += 1 }) }
        check.expect(
          reads.count <= 800, "\(name) of 400 members reads `isDisposed` \(reads.count) times")
        check.expect(
          reads.count >= 33, "\(name) of 400 members reads `isDisposed` only \(reads.count) times")
      }
    },
    Behavior("sweeps", "during which members are added") { check in
      for (name, make) in sweepers {
        for added in [1, 40] {
          let (reads, late) = (Counter(), Counter())
          let insert = make()
          let member = IsDisposedProbe {
            reads.count += 1
            guard reads.count < 50 else { return }
            for _ in 0..<added { insert(IsDisposedProbe { late.count += 1 }) }
          }
          insert(member)
          for _ in 0..<32 { insert(IsDisposedProbe {}) }
          check.expect(
            reads.count, is: 1, "reads of `isDisposed` by \(name) while \(added) members are added")
          check.expect(
            late.count, is: 0,
            "reads of `isDisposed` of \(added) members added to \(name) meanwhile")
          // The member and the container retain each other until the closure is replaced.
          member.onRead = {}
        }
      }
    },
    Behavior("sweeps", "that find nothing are followed by others") { check in
      for live in [0, 1, 31, 33, 40, 70] {
        for count in [500, 2_000] {
          let (bag, composite) = (DisposeBag(), CompositeDisposable())
          for _ in 0..<live {
            bag.insert(BooleanDisposable())
            composite.insert(BooleanDisposable())
          }
          let before = Resources.total
          for _ in 0..<count { bag.insert(BooleanDisposable(isDisposed: true)) }
          let inBag = Int(Resources.total - before)
          for _ in 0..<count { composite.insert(BooleanDisposable(isDisposed: true)) }
          let limit = max(34, 2 * live)
          check.expect(
            inBag <= limit,
            "a bag with \(live) live members retains \(inBag) of \(count) finished ones")
          check.expect(
            composite.count - live <= limit,
            "a composite with \(live) live members retains \(composite.count - live) of \(count)"
              + " finished ones")
          composite.dispose()
        }
      }
    },
    Behavior("subjects", "bounded while observers come and go in any order") { check in
      for (name, make) in subjectMakers {
        for staying in [0, 1, 3, 20] {
          for order in [Order.first, .last, .middle] {
            let feed = make()
            let others = (0..<staying).map { _ in feed.subscribe() }
            let few = objects(after: 60, feed, order)
            let many = objects(after: 600, feed, order)
            check.expect(
              many - few <= staying + 8,
              "\(many - few) more objects after 540 observers of \(name), removed: \(order)"
            )
            for subscription in others { subscription.dispose() }
          }
        }
      }
    },
    Behavior("SerialDisposable", "disposed by the member that it replaces") { check in
      for replacements in 1...3 {
        let serial = SerialDisposable()
        let last = check.probe()
        for number in 0..<replacements {
          let isLast = number == replacements - 1
          serial.disposable = Disposables.create { [unowned serial] in
            if isLast { serial.dispose() }
          }
        }
        serial.disposable = last
        check.expect(last.disposals, is: 1, "disposals of a late member of \(replacements)")
        let next = check.probe()
        let other = SerialDisposable()
        other.disposable = Disposables.create { [unowned other] in other.disposable = next }
        let outer = check.probe()
        other.disposable = outer
        other.dispose()
        check.expect(outer.disposals, is: 1, "disposals of a member whose predecessor replaced it")
        check.expect(next.disposals, is: 1, "disposals of what the predecessor assigned")
      }
    },
  ]

  private enum Order { case first, last, middle }

  private static var sweepers: [(String, () -> (any Disposable) -> Void)] {
    [
      (
        "a bag",
        {
          let bag = DisposeBag()
          return { bag.insert($0) }
        }
      ),
      (
        "a composite",
        {
          let composite = CompositeDisposable()
          return { composite.insert($0) }
        }
      ),
    ]
  }

  static var subjectMakers: [(String, () -> Observable<Int>)] {
    [
      ("PublishSubject", { PublishSubject<Int>() }),
      ("BehaviorSubject", { BehaviorSubject<Int>(value: 0) }),
      ("ReplaySubject", { ReplaySubject<Int>.create(bufferSize: 1) }),
      ("AsyncSubject", { AsyncSubject<Int>() }),
    ]
  }

  /// Subscribes and disposes many observers. At least three observers are always subscribed.
  /// Returns the number of objects that were added.
  private static func objects(after count: Int, _ feed: Observable<Int>, _ order: Order) -> Int {
    let before = Resources.total
    var present = (0..<3).map { _ in feed.subscribe() }
    for _ in 0..<count {
      present.append(feed.subscribe())
      switch order {
      case .first: present.removeFirst().dispose()
      case .last: present.removeLast().dispose()
      case .middle: present.remove(at: 1).dispose()
      }
    }
    defer { for subscription in present { subscription.dispose() } }
    return Int(Resources.total - before)
  }
}

private final class Counter {
  var count = 0
}

/// A user-defined disposable whose property `isDisposed` is always `false`. It runs a closure
/// whenever the property is read.
private final class IsDisposedProbe: Cancelable {
  var onRead: () -> Void

  init(_ onRead: @escaping () -> Void) { self.onRead = onRead }

  var isDisposed: Bool {
    onRead()
    return false
  }

  func dispose() {}
}

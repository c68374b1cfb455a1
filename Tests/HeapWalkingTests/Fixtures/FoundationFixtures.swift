import Dispatch
import Foundation
import HeapWalking
import OwnershipGraph
import Testing

private final class Sub: NSObject {
  var f: Target
  init(_ f: Target) { self.f = f }
}
private final class Values {
  var data = Data(repeating: 3, count: 100)
  var small = Data([1, 2])
  var date = Date()
  var uuid = UUID()
  var url = URL(string: "https://example.com/a/b/c/d/e")
  var decimal = Decimal(3)
  var index = IndexPath(indexes: [1, 2, 3, 4])
  var set = IndexSet([1, 5, 9])
  var components = DateComponents()
  var locale = Locale(identifier: "en_US")
  var t: Target
  init(_ t: Target) { self.t = t }
}
private final class Locks {
  let lock = NSLock()
  let condition = NSCondition()
  var t: Target
  init(_ t: Target) { self.t = t }
}
/// A timer and its storage retain each other until the timer is invalidated.
private final class RunningTimer: SelfReferring {
  let timer: Timer
  init(_ timer: Timer) { self.timer = timer }
  func releaseSelf() { timer.invalidate() }
}
private final class Blocks {
  let f: @convention(block) () -> Void
  var optional: (@convention(block) () -> Void)?
  var none: (@convention(block) () -> Void)?
  init(_ f: @escaping @convention(block) () -> Void) {
    self.f = f
    optional = f
  }
}

enum FoundationFixtures {
  @FixtureList static var all: [Fixture] {
    Fixture("subclass of NSObject") { t in Sample(Sub(t.a), "f → a") }
    Fixture("NSArray") { t in
      Sample(
        NSArray(array: [t.a, t.b]), "_storage/[*] → __SwiftValue", "_storage/[*] → __SwiftValue")
    }
    Fixture("many values of Foundation beside a reference") { t in
      Sample(
        Values(t.a), "data → __DataStorage", "url → _SwiftURL", "set → _MutablePairHandle",
        "locale → _LocaleICU", "t → a", sharesObjects: true)
    }
    Fixture("NSMutableArray") { t in
      let array = NSMutableArray()
      array.add(t.a)
      return Sample(array, "_storage/[*] → __SwiftValue")
    }
    Fixture("NSDictionary") { t in
      Sample(
        NSDictionary(object: t.a, forKey: "key" as NSString), "_storage/[*].key → NSString",
        "_storage/[*] → __SwiftValue")
    }
    Fixture("locks beside a reference") { t in
      Sample(Locks(t.a), "lock → NSLock", "condition → NSCondition", "t → a")
    }
    Fixture("NSError's user info") { t in
      Sample(
        NSError(domain: "d", code: 1, userInfo: ["target": t.a]), "_userInfo/[*] → a")
    }
    Fixture("cache") { t in
      let cache = NSCache<NSString, Target>()
      cache.setObject(t.a, forKey: "key")
      return Sample(Holder(cache), "value → NSCache")
    }
    Fixture("notification") { t in
      Sample(
        Holder(Notification(name: Notification.Name("n"), object: t.a, userInfo: ["k": t.b])),
        "value → a", "value/[*] → b")
    }
    Fixture("timer") { t in
      let (a, c) = (t.a, t.c)
      let timer = Timer(timeInterval: 60, repeats: true) { _ in
        use(a)
        use(c)
      }
      return Sample(
        RunningTimer(timer), "timer → Timer", sharesObjects: true)
    }
    Fixture("notification center and an observer's token") { t in
      let (a, c) = (t.a, t.c)
      let center = NotificationCenter()
      let name = Notification.Name("n")
      let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in
        use(a)
        use(c)
      }
      return Sample(
        Holder((center, token)), "value.0 → NotificationCenter",
        "value.1 → NotificationCenter._NSNotificationObserverToken")
    }
    Fixture("operation block") { t in
      let (a, c) = (t.a, t.c)
      return Sample(
        Holder(
          BlockOperation {
            use(a)
            use(c)
          }), "value → BlockOperation")
    }
  }

  @FixtureList static var dispatch: [Fixture] {
    Fixture("block of two objects") { t in
      let (a, c) = (t.a, t.c)
      let block: @convention(block) () -> Void = {
        use(a)
        use(c)
      }
      return Sample(
        Blocks(block), "f/closure/capture #1 → a", "f/closure/capture #2 → c",
        "optional/closure/capture #1 → a",
        "optional/closure/capture #2 → c")
    }
    Fixture("work item") { t in
      let (a, c) = (t.a, t.c)
      return Sample(
        DispatchWorkItem {
          use(a)
          use(c)
        }, "_block/work/closure/capture #1 → a", "_block/work/closure/capture #2 → c")
    }
  }
}

@Suite struct FoundationFixtureTests {
  /// The cycle includes Core Foundation's reference to the timer, which is found by scanning.
  @Test func aTimerIsInACycleWithItsStorage() throws {
    let record = try #require(AllocationRecord.installed)
    let target = Target()
    let timer = Timer(timeInterval: 60, repeats: true) { _ in use(target) }
    let snapshot = HeapWalker(live: record).walk(from: [Address(of: timer)])
    let node = try #require(snapshot.node(at: Address(of: timer).bits))
    #expect(RetainCycles(of: snapshot.references).isMember(node.index))
    #expect(!snapshot.coverage.isFull)
    timer.invalidate()
  }

  @Test func objectsOfANotificationCentersObserversAreFound() throws {
    let record = try #require(AllocationRecord.installed)
    let target = Target()
    let center = NotificationCenter()
    let name = Notification.Name("n")
    let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in use(target) }
    let snapshot = HeapWalker(live: record).walk(from: [Address(of: center)])
    #expect(snapshot.node(at: Address(of: target).bits) != nil)
    center.removeObserver(token)
  }

  @Test(arguments: FoundationFixtures.all)
  func everyReferenceIsFound(_ fixture: Fixture) { fixture.check() }

  @Test(arguments: FoundationFixtures.dispatch)
  func referencesInBlocksAreFound(_ fixture: Fixture) { fixture.check() }
}

import Foundation
import Streams
import TestSupport
import Testing

/// Tests of the members of `rx`.
@Suite(.countsResources) struct ReactiveTests {
  private final class Lamp: NSObject {
    var level = 0
  }

  private struct Gauge: ReactiveCompatible {
    let scale: Int
  }

  fileprivate final class Door {
    var isOpen = false
  }

  /// The main queue may run on a thread other than the main thread, so the value may arrive later.
  @MainActor @Test func everySettablePropertyHasABinder() async {
    let before = Resources.total
    let lamp = Lamp()
    Observable.of(1, 2).bind(to: lamp.rx.level).dispose()
    await wait { lamp.level == 2 }
    #expect(lamp.level == 2)
    await wait { Resources.total == before }
    #expect(Resources.total == before)
  }

  @MainActor @Test func aBinderDoesNotRetainItsObject() {
    weak var weakLamp: Lamp?
    let binder: Binder<Int>
    do {
      let lamp = Lamp()
      weakLamp = lamp
      binder = lamp.rx.level
    }
    #expect(weakLamp == nil)
    binder.onNext(1)
  }

  @Test func customMembersCanBeReadAndSet() {
    var door = Door()
    door.rx.stands = true
    #expect(door.isOpen)
    #expect(door.rx.stands)
    #expect(Gauge(scale: 3).rx.base.scale == 3)
  }
}

extension ReactiveTests.Door: ReactiveCompatible {}

extension Reactive where Base == ReactiveTests.Door {
  fileprivate var stands: Bool {
    get { base.isOpen }
    set { base.isOpen = newValue }
  }
}

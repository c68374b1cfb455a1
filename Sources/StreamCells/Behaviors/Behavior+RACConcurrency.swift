import RACDisposables
import Streams

extension Behavior {
  /// Calls that two threads make on ReactiveCocoa's disposables at the same time, in every order of
  /// ``Interleaving``.
  static let racConcurrency = [
    Behavior("RACDisposable", "runs its block once if two threads dispose it") { check in
      runsOnce(check) { action in RACDisposable(block: action).dispose }
    },
    Behavior("RACScopedDisposable", "runs its block once if two threads dispose it") { check in
      runsOnce(check) { action in RACDisposable(block: action).asScopedDisposable().dispose }
    },
    Behavior("RACCompoundDisposable", "disposes each member if two threads use it") { check in
      explore(check) { probe in
        let compound = RACCompoundDisposable()
        let members = (0..<3).map { _ in disposable(probe()) }
        for member in members { compound.addDisposable(member) }
        return SharedObject(
          calls: [
            ("addDisposable", { compound.addDisposable(disposable(probe())) }),
            (
              "removeDisposable",
              {
                compound.removeDisposable(members[1])
                members[1].dispose()
              }
            ),
          ],
          end: ("dispose", compound.dispose))
      }
    },
    Behavior("RACSerialDisposable", "loses no disposable if two threads use it") { check in
      explore(check) { probe in
        let serial = RACSerialDisposable(disposable: disposable(probe()))
        return SharedObject(
          calls: [
            ("swapInDisposable", { serial.swapInDisposable(disposable(probe()))?.dispose() })
          ],
          end: ("dispose", serial.dispose))
      }
    },
    Behavior("RACKVOTrampoline", "releases its block if two threads use it") { check in
      explore(check) { probe in
        let target = ObservedValue()
        let held = probe()
        let trampoline = RACKVOTrampoline(
          target: target, observer: nil, keyPath: \ObservedValue.value, options: .new
        ) { _, _, _ in withExtendedLifetime(held) {} }
        let end = RACDisposable { held.dispose() }
        return SharedObject(
          calls: [
            ("a change", { target.value += 1 }),
            (
              "a further observation",
              {
                let held = probe()
                RACKVOTrampoline(
                  target: target, observer: nil, keyPath: \ObservedValue.value, options: .new,
                  block: { _, _, _ in withExtendedLifetime(held) {} }
                ).dispose()
                held.dispose()
              }
            ),
          ],
          end: (
            "dispose",
            {
              trampoline.dispose()
              end.dispose()
            }
          ))
      }
    },
  ]

  private static func disposable(_ probe: Probe) -> RACDisposable {
    RACDisposable { probe.dispose() }
  }
}

/// An object with a property to observe.
private final class ObservedValue: RACObservableObject, @unchecked Sendable {
  var value = 0 {
    didSet { didChange(\ObservedValue.value, from: oldValue, to: value) }
  }
}

// Arguments that key paths capture. With `-O`, the functions that compare the arguments share the
// code of other functions, and few of the comparing functions have a symbol.

struct Key<Value>: Hashable {
  var id: Int
  var value: Value
  static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

final class Subscripted { subscript<Value>(key key: Key<Value>) -> Int { key.id } }

private protocol Marked: AnyObject {}

private final class Pathed: Marked {
  var path: AnyKeyPath?
  var other: Pathed?
}

private struct Unretained { unowned var object: Pathed }

private struct Weak { weak var object: Pathed? }

private func longText() -> String { String(repeating: "text ", count: 9) }

private final class Watcher { var watched: Unmanaged<Pathed>? }

/// Creates a cycle through a key path. A reachable object contains the address of a member.
@inline(never) private func watch(_ path: (Pathed) -> AnyKeyPath) {
  onCleanStack {
    let (owner, target, watcher) = (Pathed(), Pathed(), Watcher())
    owner.path = path(target)
    target.other = owner
    watcher.watched = .passUnretained(target)
    Roots.any.append(watcher)
  }
}

let keyPathCases: [Case] = [
  Case("a key path with an object", .provenCycle(["Pathed"])) {
    watch { \Subscripted.[key: Key<Pathed>(id: 1, value: $0)] }
  },
  Case("a key path with an optional", .provenCycle(["Pathed"])) {
    watch { \Subscripted.[key: Key<Pathed?>(id: 1, value: $0)] }
  },
  Case("a key path with a tuple", .provenCycle(["Pathed"])) {
    watch { \Subscripted.[key: Key<(AnyObject, Int)>(id: 1, value: ($0, -1))] }
  },
  Case("a key path with an optional existential", .provenCycle(["Pathed"])) {
    watch { \Subscripted.[key: Key<((any Marked)?, Int)>(id: 1, value: ($0, -1))] }
  },
  Case("a key path with a string and an array", .provenCycle(["Pathed"])) {
    watch { \Subscripted.[key: Key<(String, [Pathed])>(id: 1, value: (longText(), [$0]))] }
  },
  Case("a key path with an unowned reference", .overRetained(["Pathed"])) {
    onCleanStack {
      let (owner, target) = (Pathed(), Pathed())
      owner.path = \Subscripted.[key: Key<Unretained>(id: 1, value: Unretained(object: target))]
      target.other = owner
      _ = Unmanaged.passRetained(target)
    }
  },
  Case("a key path with a weak reference", .provenCycle(["Pathed"])) {
    let target = Pathed()
    Roots.any.append(target)
    for id in 0..<64 {
      Roots.any.append(\Subscripted.[key: Key<Weak>(id: id, value: Weak(object: target))])
    }
    watch { \Subscripted.[key: Key<(Pathed, Weak)>(id: 1, value: ($0, Weak(object: $0)))] }
  },
  Case("a key path with any value", .provenCycle(["Pathed"])) {
    watch { \Subscripted.[key: Key<Any>(id: 1, value: $0)] }
  },
]

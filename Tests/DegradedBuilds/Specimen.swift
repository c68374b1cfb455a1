// Walks one object of each kind, and prints the quality of the walk:
//
// - `exact`: all references are correct and were read by type;
// - `scanned`: all references are correct, but some were found by scanning;
// - `partial`: some references are missing, and the coverage shows this;
// - `wrong`: anything else.

import HeapWalking
import OwnershipGraph
import Resilient
import Synchronization

final class Target: @unchecked Sendable { var id = 7 }

@inline(never) @_optimize(none) func use<Value>(_ value: Value) {}

class Base {
  var first: Target
  init(_ target: Target) { first = target }
}
final class Derived: Base {
  var flag = true
  var second: Target?
}
final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}
final class Locked: Sendable {
  let mutex: Mutex<[Target]>
  init(_ target: Target) { mutex = Mutex([target]) }
}
struct Pair {
  var number = 1
  var target: Target
}
enum Choice {
  case one(Target)
  case two(Int, Target)
  case none
}
final class Weak {
  weak var target: Target?
  init(_ target: Target) { self.target = target }
}
final class Callback {
  let call: () -> Void
  init(_ call: @escaping () -> Void) { self.call = call }
}
final class FromResilient: ResilientBase {
  var own: Target?
  var value: ResilientValue
  init(_ target: Target) {
    own = target
    value = ResilientValue(target)
    super.init(target)
  }
}
final class FromResilientGeneric: ResilientGeneric<Target> { var own: Target? }

@inline(never) func closure(_ target: Target, _ number: Int) -> () -> Void {
  {
    use(number)
    use(target)
  }
}
@inline(never) func weakClosure(_ target: Target, _ number: Int) -> () -> Void {
  { [weak target] in
    use(number)
    use(target)
  }
}
@inline(never) func generic<Value>(_ value: Value, _ number: Int) -> () -> Void {
  {
    use(number)
    use(value)
  }
}

/// Walks from objects that refer to a common target, and checks the references that are found.
struct Check {
  let live: any LiveObjects = AllocationRecord.installed ?? NoLiveObjects()
  let target = Target()

  /// Walks from `object` and compares the references to the target with `expected`.
  @inline(never)
  func callAsFunction(_ name: String, _ object: AnyObject, _ expected: Int) {
    let snapshot = HeapWalker(live: live).walk(from: [Address(of: object)])
    let node = snapshot.node(at: Address(of: target).bits).map { UInt32($0.index) }
    let found = snapshot.references.targets.count { $0 == node }
    let verdict =
      snapshot.coverage.isFull
      ? (found == expected ? "exact" : "wrong")
      : found == expected ? "scanned" : found < expected ? "partial" : "wrong"
    print(name, verdict)
    withExtendedLifetime(object) {}
  }

  func values() {
    let derived = Derived(target)
    derived.second = target
    self("class", derived, 2)
    self("generic", Box(Pair(target: target)), 1)
    self("optional", Box<Target?>(target), 1)
    self("enum", Box([Choice.one(target), .two(1, target), .none]), 2)
    self("dictionary", Box(["a": [target], "b": []]), 1)
    self("existential", Box<Any>(Pair(target: target)), 1)
    self("mutex", Locked(target), 1)
    self("weak", Weak(target), 0)
  }

  func closures() {
    self("closure", Callback(closure(target, 3)), 1)
    self("weak closure", Callback(weakClosure(target, 3)), 0)
    self("generic closure", Callback(generic((1, target), 3)), 1)
  }

  func resilientClasses() {
    let derived = FromResilient(target)
    self("resilient superclass", derived, 4)
    let generic = FromResilientGeneric(target, value: target)
    generic.own = target
    self("resilient generic superclass", generic, 4)
  }

  func closureName() -> String {
    let walker = HeapWalker(live: live)
    let callback = Callback(closure(target, 3))
    let walked = walker.walk(from: [Address(of: callback)])
    let graph = walker.describe(walked.addresses, names: ObjectNames()).graph
    withExtendedLifetime(callback) {}
    return graph.nodes.first(where: \.kind.isClosure)?.type ?? "no closure"
  }
}

@main enum Specimen {
  static func main() {
    let check = Check()
    check.values()
    check.closures()
    check.resilientClasses()
    print("name:", check.closureName())
  }
}

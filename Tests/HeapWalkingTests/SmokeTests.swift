import HeapWalking
import OwnershipGraph
import Synchronization
import Testing

final class Target: @unchecked Sendable { var id = 7 }
final class Other: @unchecked Sendable { var id = 8 }
struct Inner { var a = 1; var t: Target }
enum Mixed { case a(Target), b(Int, Int, Target), c(String), e }
struct Noncopyable: ~Copyable { let held: Target }
final class Everything {
  var pad: Int8 = 1
  var plain: Target
  var optional: Target?
  var inner: Inner
  var mixed: Mixed
  var any: Any
  var closure: () -> Void
  var array: [Target]
  var byKey: [String: Target]
  weak var weakly: Target?
  unowned var unownedly: Target
  let token: Noncopyable
  let mutex: Mutex<Target?>
  init(_ t: Target, _ o: Target) {
    plain = t; optional = o; inner = Inner(t: t); mixed = .b(1, 2, o); any = t
    closure = { t.id += o.id }
    array = [t, o]; byKey = ["a": t]; weakly = t; unownedly = o
    token = Noncopyable(held: t); mutex = Mutex(o)
  }
}
func generic<T>(_ x: T) -> () -> Void { { withExtendedLifetime(x) {} } }
final class Holder { var f: () -> Void; init(_ f: @escaping () -> Void) { self.f = f } }

@Test func readsEverything() {
  let t = Target(), o = Target()
  let walker = HeapWalker()
  let e = Everything(t, o)
  for r in walker.owned(by: e) { print(r, r.target == ObjectIdentifier(t) ? "t" : r.target == ObjectIdentifier(o) ? "o" : "?") }
  print(walker.reading(of: Address(of: e)).coverage)
  for r in walker.owned(by: Holder(generic(t))) { print("generic", r) }
  for r in walker.owned(by: Holder(generic(Inner(t: t)))) { print("generic struct", r) }
  for r in walker.owned(by: Holder(generic(3))) { print("generic int", r) }
  let snapshot = walker.walk(from: [Address(of: e)])
  print(snapshot.addresses.count, snapshot.strongCounts, snapshot.references.targets, snapshot.coverage)
  #expect(snapshot.isComplete)
}

@testable import HeapWalking
@Test func debugging() {
  let t = Target()
  for h in [Holder(generic(t)), Holder(generic(3)), Holder(generic(Inner(t: t)))] {
    let walker = HeapWalker()
    guard var ctx = walker.reading(of: Address(of: h)).references.first?.target else { print("no ref"); continue }
    for _ in 0..<2 {
    let object = Address(ctx)
    let md = Metadata(object.address())
    print(String(md.address.word(), radix: 16), md.address.uint32(8))
    if let d = CaptureDescriptor(md) {
      print("first", d.firstCapture, "n", d.captureCount, d.sourceCount, d.bindingCount)
      for i in 0..<d.captureCount { print("  cap", d.capture(i)!.operators) }
      for i in 0..<d.sourceCount { print("  src", d.source(i)!.parameter.operators, d.source(i)!.source) }
      for i in 2..<6 { print("  word", i*8, String(object.word(i*8), radix: 16)) }
      print(CaptureEnvironment(of: object, d).levels)
    }
    for r in walker.reading(of: object).references { print(r); ctx = r.target }
    }
  }
  let ev = Everything(t, t); let ds = Metadata(Address(of: ev).address()).descriptor!; defer { withExtendedLifetime(ev) {} }
  let f = ds.fields!
  for i in 0..<f.count { let n = f[i].typeName!; if n.isAccessor { print(f[i].name, HeapWalker().symbols.typeRecordName(at: n.address) as Any, HeapWalker().symbols.function(at: n.address) as Any) } }
}
@Test func debugging2() {
  for n in ["16HeapWalkingTests11NoncopyableV", "15Synchronization5MutexVy16HeapWalkingTests6TargetCSgG", "16HeapWalkingTests6TargetC"] {
    let m = MangledName.type(named: n, in: nil, arguments: Address(0))
    print(n, m as Any, m?.kind as Any, m?.size as Any)
  }
}

import HeapWalking
import OwnershipGraph
import Synchronization
import Testing

private struct Inner {
  var a = 1
  var t: Target
}
private enum Mixed {
  case a(Target)
  case b(Int, Int, Target)
  case c(String)
  case e
}
private struct Noncopyable: ~Copyable { let held: Target }

private final class Everything {
  var pad: Int8 = 1
  var plain: Target
  var optional: Other?
  var inner: Inner
  var mixed: Mixed
  var any: Any
  var closure: () -> Void
  var array: [AnyObject]
  var byKey: [String: Target]
  weak var weakly: Target?
  unowned var unownedly: Other
  let token: Noncopyable
  let mutex: Mutex<Other?>

  init(_ t: Target, _ o: Other) {
    plain = t
    optional = o
    inner = Inner(t: t)
    mixed = .b(1, 2, t)
    any = o
    closure = { t.id += o.id }
    array = [t, o]
    byKey = ["a": t]
    weakly = t
    unownedly = o
    token = Noncopyable(held: t)
    mutex = Mutex(o)
  }
}

@Suite struct WholeObjectTests {
  @Test func everyReferenceOfOneObjectIsFoundAndNamed() {
    let t = Target()
    let o = Other()
    let object = Everything(t, o)
    let walker = HeapWalker()
    let expected = [
      "plain → a", "optional → c", "inner.t → a", "mixed.b.2 → a", "any → c",
      "closure/capture #1 → a", "closure/capture #2 → c", "array/[*] → a", "array/[*] → c",
      "byKey/[*] → a", "weak weakly → a", "unowned unownedly → c", "token.held → a", "mutex → c",
    ]
    let names = [Address(of: t).bits: "a", Address(of: o).bits: "c"]
    let owned = walker.owned(by: object, names: names)
    #expect(owned.references.map(\.description) == expected)
    #expect(owned.coverage.isFull)
    withExtendedLifetime(object) {}
  }

  @Test func aWalkFindsAllStrongReferencesAndChangesNoCounts() throws {
    let t = Target()
    let o = Other()
    let object = Everything(t, o)
    let before = ReferenceCounts(of: Address(of: t))
    let snapshot = HeapWalker().walk(from: [Address(of: object)])
    let node = try #require(snapshot.node(at: Address(of: t).bits))
    let found = snapshot.references.targets.count { $0 == UInt32(node.index) }
    #expect(found == 7)
    #expect(ReferenceCounts(of: Address(of: t)) == before)
    #expect(snapshot.isComplete)
    withExtendedLifetime((object, t, o)) {}
  }
}

import HeapWalking
import Testing

private protocol Runs { func run() }
extension Target: Runs {}
private protocol Owner: AnyObject {
  associatedtype Item
  var item: Item { get }
}
private struct Value: Runs {
  var n = 1
  var t: Target
  func run() { t.run() }
}
private final class Box<Item>: Owner {
  var item: Item
  init(_ item: Item) { self.item = item }
  func closure() -> () -> Void { { use(self.item) } }
  func weakly() -> () -> Void { { [weak self] in use(self?.item) } }
  func with<Extra>(_ extra: Extra) -> () -> Void {
    {
      use(self.item)
      use(extra)
    }
  }
  func ofItem(_ other: Item) -> () -> Void { { use(other) } }
  func method() { use(item) }
}
private struct Wrapper<Item> {
  var item: Item
  func closure() -> () -> Void { { use(item) } }
  func method() { use(item) }
}
private class Base<Item> {
  var item: Item
  init(_ item: Item) { self.item = item }
  func closure(_ n: Int) -> () -> Void {
    {
      use(self.item)
      use(n)
    }
  }
}
private final class Sub: Base<Target> {}

/// The attribute prevents the optimizer from specializing the generic function.
@_semantics("optimize.sil.specialize.generic.never")
@inline(never) private func keptGeneric<T>(_ x: T, _ t: Target) -> () -> Void {
  {
    use(x)
    use(t)
  }
}
@_semantics("optimize.sil.specialize.generic.never")
@inline(never) private func keptPack<each T>(_ x: repeat each T) -> () -> Void {
  { repeat use(each x) }
}
@_semantics("optimize.sil.specialize.generic.never")
@inline(never) private func keptAssociated<C: Collection>(_ items: C, _ first: C.Element)
  -> () -> Void
{
  {
    use(items)
    use(first)
  }
}
@_semantics("optimize.sil.specialize.generic.never")
@inline(never) private func keptWeak<T: AnyObject>(_ x: T, _ t: Target) -> () -> Void {
  { [weak x] in
    use(x)
    use(t)
  }
}
@_semantics("optimize.sil.specialize.generic.never")
@inline(never) private func keptInline<let n: Int, T>(_ x: InlineArray<n, T>) -> () -> Void {
  { use(x) }
}

@inline(never) private func any<T>(_ x: T) -> () -> Void { { use(x) } }
@inline(never) private func anyAnd<T>(_ x: T, _ t: Target) -> () -> Void {
  {
    use(x)
    use(t)
  }
}
@inline(never) private func constrained<T: Runs>(_ x: T, _ t: Target) -> () -> Void {
  {
    x.run()
    t.run()
  }
}
@inline(never) private func object<T: AnyObject>(_ x: T, _ t: Target) -> () -> Void {
  {
    use(x)
    use(t)
  }
}
@inline(never) private func weakObject<T: AnyObject>(_ x: T, _ t: Target) -> () -> Void {
  { [weak x] in
    use(x)
    use(t)
  }
}
@inline(never) private func unownedObject<T: AnyObject>(_ x: T, _ t: Target) -> () -> Void {
  { [unowned x] in
    use(x)
    use(t)
  }
}
@inline(never) private func two<T, U>(_ x: T, _ y: U) -> () -> Void {
  {
    use(x)
    use(y)
  }
}
@inline(never) private func optional<T>(_ x: T?, _ y: [T]) -> () -> Void {
  {
    use(x)
    use(y)
  }
}
@inline(never) private func variable<T>(_ x: T) -> () -> Void {
  var v = x
  var count = 0
  return {
    count += 1
    if count == 0 { v = x }
    use(v)
  }
}
@inline(never) private func function<T>(_ f: @escaping (T) -> Void, _ x: T) -> () -> Void {
  { f(x) }
}
@inline(never) private func mapped<T, U>(_ f: @escaping (T) -> U) -> (T) -> U { { f($0) } }
@inline(never) private func metatype<T>(_ type: T.Type, _ t: Target) -> () -> Void {
  {
    use(type)
    use(t)
  }
}
@inline(never) private func associated<C: Collection>(_ items: C, _ first: C.Element) -> () -> Void
{
  {
    use(items)
    use(first)
  }
}
@inline(never) private func dependent<O: Owner>(_ owner: O) -> () -> Void {
  let item = owner.item
  return {
    use(owner)
    use(item)
  }
}
@inline(never) private func pack<each T>(_ x: repeat each T) -> () -> Void {
  { repeat use(each x) }
}
@inline(never) private func packAnd<each T>(_ t: Target, _ x: repeat each T) -> () -> Void {
  {
    use(t)
    repeat use(each x)
  }
}
@inline(never) private func inline<let n: Int, T, U>(_ x: InlineArray<n, T>, _ y: U)
  -> () -> Void
{
  {
    use(x)
    use(y)
  }
}
@inline(never) private func onlyType<T>(_ type: T.Type) -> () -> Void { { use(T.self) } }
@inline(never) private func generalized<T>(_ f: T) -> StoredOf<T> { StoredOf(f) }
@inline(never) private func nested<T>(_ x: T) -> () -> () -> Void {
  {
    {
      use(x)
    }
  }
}

enum GenericClosureFixtures {
  @FixtureList static var all: [Fixture] {
    Fixture("generic value, an object") { t in
      Sample(Stored(anyAnd(t.a, t.b)), "f/capture #1 → a", "f/capture #2 → b")
    }
    Fixture("generic value, a struct") { t in
      Sample(Stored(anyAnd(Value(t: t.a), t.b)), "f/capture #1.t → a", "f/capture #2 → b")
    }
    Fixture("generic value, a number") { t in
      Sample(Stored(anyAnd(1, t.b)), "f/capture #2 → b")
    }
    Fixture("only a generic value") { t in Sample(Stored(any((1, t.a))), "f/capture #1.1 → a") }
    Fixture("one closure with several types") { t in
      Sample(
        StoredOf([any(t.a), any(1), any((1, t.b)), any(t.c as Other?)]), "f/[*]/capture #1 → a",
        "f/[*]/capture #1.1 → b", "f/[*]/capture #1 → c",
        optimized: ["f/[*] → a", "f/[*]/capture #1.1 → b", "f/[*]/capture #1 → c"])
    }
    Fixture("constrained value") { t in
      Sample(Stored(constrained(Value(t: t.a), t.b)), "f/capture #1.t → a", "f/capture #2 → b")
    }
    Fixture("class-bound value") { t in
      Sample(Stored(object(t.a, t.b)), "f/capture #1 → a", "f/capture #2 → b")
    }
    Fixture("weak generic object") { t in
      Sample(Stored(weakObject(t.a, t.b)), "weak f/capture #1 → a", "f/capture #2 → b")
    }
    Fixture("unowned generic object") { t in
      Sample(Stored(unownedObject(t.a, t.b)), "unowned f/capture #1 → a", "f/capture #2 → b")
    }
    Fixture("two generic values") { t in
      Sample(
        Stored(two((1, t.a), [t.c])), "f/capture #1.1 → a", "f/capture #2/[*] → c")
    }
    Fixture("optional and array of a generic type") { t in
      Sample(Stored(optional(t.a, [t.b])), "f/capture #1 → a", "f/capture #2/[*] → b")
    }
    Fixture("generic function value") { t in
      let a = t.a
      return Sample(
        Stored(
          function(
            { (n: Target) in
              use(a)
              use(n)
            }, t.b)), "f/capture #1 → a", "f/capture #2 → b")
    }
    Fixture("closure through a generic function: reabstraction") { t in
      let (a, c) = (t.a, t.c)
      return Sample(
        StoredOf(
          mapped { (n: Int) -> Int in
            use(a)
            use(c)
            return n
          }), "f/capture #1 → a", "f/capture #2 → c")
    }
    Fixture("generic variable in a box") { t in
      Sample(
        Stored(variable(t.a)), "f/capture #2 → a", "f/capture #3 → a")
    }
    Fixture("metatype of a generic type") { t in
      Sample(Stored(metatype(Int.self, t.a)), "f/capture #2 → a", optimized: ["f → a"])
    }
    Fixture("associated type") { t in
      Sample(
        Stored(associated([t.a], t.b)), "f/capture #1/[*] → a", "f/capture #2 → b")
    }
    Fixture("associated type of an object's class") { t in
      Sample(Stored(dependent(Box((1, t.a)))), "f/capture #1 → Box", "f/capture #2.1 → a")
    }
    Fixture("self of a generic class") { t in
      Sample(Stored(Box(t.a).closure()), "f → Box")
    }
    Fixture("weak self of a generic class") { t in
      let box = Box(t.a)
      return Sample(StoredOf((box, box.weakly())), "f.0 → Box", "weak f.1/capture #1 → Box")
    }
    Fixture("generic method of a generic class") { t in
      Sample(
        Stored(Box(t.a).with((1, t.c))), "f/capture #1 → Box", "f/capture #2.1 → c")
    }
    Fixture("value of a generic class's parameter") { t in
      Sample(Stored(Box((0, t.a)).ofItem((1, t.b))), "f/capture #1.1 → b")
    }
    Fixture("self of a superclass's generic method") { t in
      Sample(Stored(Sub(t.a).closure(1)), "f/capture #1 → Sub")
    }
    Fixture("method of a generic class") { t in
      Sample(Stored(Box(t.a).method), "f → Box")
    }
    Fixture("self of a generic struct") { t in
      Sample(Stored(Wrapper(item: (1, t.a)).closure()), "f/capture #1.item.1 → a")
    }
    Fixture("method of a generic struct") { t in
      Sample(Stored(Wrapper(item: (1, t.a)).method), "f/capture #1.item.1 → a")
    }
    Fixture("parameter pack") { t in
      Sample(
        Stored(pack(t.a, 1, t.c)), "f/capture #1.0 → a", "f/capture #1.2 → c")
    }
    Fixture("parameter pack after an object") { t in
      Sample(
        Stored(packAnd(t.b, t.a, 1, t.c)), "f/capture #1 → b", "f/capture #2.0 → a",
        "f/capture #2.2 → c")
    }
    Fixture("parameter packs of two lengths through one closure") { t in
      Sample(
        StoredOf([pack(t.a), pack(t.b, t.c), pack()]), "f/[*]/capture #1 → a",
        "f/[*]/capture #1.0 → b", "f/[*]/capture #1.1 → c",
        optimized: ["f/[*] → a", "f/[*]/capture #1.0 → b", "f/[*]/capture #1.1 → c"])
    }
    Fixture("integer generic parameter") { t in
      Sample(
        Stored(inline([t.a, t.b], t.c)), "f/capture #1[*] → a", "f/capture #1[*] → b",
        "f/capture #2 → c")
    }
    Fixture("generic value, not specialized") { t in
      Sample(
        StoredOf([keptGeneric((1, t.a), t.b), keptGeneric([t.c], t.b)]),
        "f/[*]/capture #1.1 → a", "f/[*]/capture #2 → b", "f/[*]/capture #1/[*] → c",
        "f/[*]/capture #2 → b")
    }
    Fixture("parameter pack, not specialized") { t in
      Sample(
        StoredOf([keptPack(t.a), keptPack(1, t.b, t.c as Other?), keptPack()]),
        "f/[*]/capture #1 → a", "f/[*]/capture #1.1 → b", "f/[*]/capture #1.2 → c")
    }
    Fixture("associated type, not specialized") { t in
      Sample(
        Stored(keptAssociated([t.a: 1] as KeyValuePairs, (key: t.b, value: 2))),
        "f/capture #1/[*].0 → a", "f/capture #2.key → b")
    }
    Fixture("weak generic object, not specialized") { t in
      Sample(Stored(keptWeak(t.a, t.b)), "weak f/capture #1 → a", "f/capture #2 → b")
    }
    Fixture("integer generic parameter, not specialized") { t in
      Sample(
        StoredOf([keptInline([t.a, t.b]), keptInline([t.a, t.a, t.a])]), "f/[*]/capture #1[*] → a",
        "f/[*]/capture #1[*] → b", "f/[*]/capture #1[*] → a", "f/[*]/capture #1[*] → a",
        "f/[*]/capture #1[*] → a")
    }
    Fixture("a type only") { t in Sample(Stored(onlyType(Int.self))) }
    Fixture("closure in a closure of a generic function") { t in
      Sample(
        StoredOf((nested((1, t.a)), nested((1, t.b))())), "f.0/capture #1.1 → a",
        "f.1/capture #1.1 → b")
    }
  }
}

@Suite struct GenericClosureFixtureTests {
  @Test(arguments: GenericClosureFixtures.all)
  func everyReferenceIsFound(_ fixture: Fixture) { fixture.check() }
}

import HeapWalking
import Synchronization
import Testing

private protocol ClassBound: AnyObject { func go() }
private protocol Opaque { func go() }
extension Target: ClassBound, Opaque { func go() { run() } }
private struct SmallValue: Opaque {
  var t: Target
  func go() { t.run() }
}
private struct BigValue: Opaque {
  var n = (1, 2, 3)
  var t: Target
  func go() { t.run() }
}
private enum Mixed {
  case a(Target)
  case b(Int, Int, Target)
  case c
}
private struct Failure: Error { var t: Target }

private final class Receiver: @unchecked Sendable {
  let t: Target
  var n = 0
  init(_ t: Target) { self.t = t }
  func on(_ value: Int) { n += value }
  func plain() -> () -> Void { { self.n += 1 } }
  func weakly() -> () -> Void { { [weak self] in self?.n += 1 } }
  func unownedly() -> () -> Void { { [unowned self] in self.n += 1 } }
  func twice(_ other: Target) -> () -> Void { { [weak self, other] in self?.n += other.id } }
}

@inline(never) private func one(_ t: Target) -> () -> Void { { t.run() } }
@inline(never) private func two(_ t: Target, _ o: Other) -> () -> Void {
  {
    t.run()
    o.id += 1
  }
}
@inline(never) private func mixed(_ t: Target, _ n: Int, _ s: String, _ o: Other?) -> () -> Void {
  {
    t.id += n
    use(s)
    use(o)
  }
}
@inline(never) private func variable(_ t: Target) -> () -> Void {
  var v: Target? = t
  return {
    v?.run()
    if v?.id == 0 { v = nil }
  }
}
@inline(never) private func sharedVariable(_ t: Target) -> (() -> Void, () -> Void) {
  var v = t
  return ({ v.run() }, { v = Target() })
}
@inline(never) private func intVariable(_ t: Target) -> () -> Void {
  var n = 0
  return {
    n += 1
    t.id = n
  }
}
@inline(never) private func structVariable(_ t: Target, _ o: Other) -> () -> Void {
  var pair = (n: 1, first: t, second: o)
  return {
    pair.n += 1
    if pair.n == 0 { pair = (1, Target(), Other()) }
    use(pair)
  }
}
@inline(never) private func weakly(_ t: Target, _ o: Other) -> () -> Void {
  { [weak t] in
    t?.run()
    o.id += 1
  }
}
@inline(never) private func onlyWeakly(_ t: Target) -> () -> Void { { [weak t] in t?.run() } }
@inline(never) private func unownedly(_ t: Target, _ o: Other) -> () -> Void {
  { [unowned t] in
    t.run()
    o.id += 1
  }
}
@inline(never) private func unownedUnsafely(_ t: Target, _ o: Other) -> () -> Void {
  { [unowned(unsafe) t] in
    unsafe t.run()
    o.id += 1
  }
}
@inline(never) private func weakExistential(_ p: any ClassBound, _ o: Other) -> () -> Void {
  { [weak p] in
    p?.go()
    o.id += 1
  }
}
@inline(never) private func unownedExistential(_ p: any ClassBound, _ o: Other) -> () -> Void {
  { [unowned p] in
    p.go()
    o.id += 1
  }
}
@inline(never) private func weakVariable(_ t: Target, _ o: Other) -> () -> Void {
  weak var v: Target? = t
  return {
    if v?.id == 0 { v = nil }
    o.id += 1
  }
}
@inline(never) private func closureInClosure(_ inner: @escaping () -> Void, _ t: Target)
  -> () -> Void
{
  {
    inner()
    t.run()
  }
}
@inline(never) private func onlyClosure(_ inner: @escaping () -> Void) -> () -> Void {
  {
    inner()
    use(1)
  }
}
@inline(never) private func optionalClosure(_ inner: (() -> Void)?, _ t: Target) -> () -> Void {
  {
    inner?()
    t.run()
  }
}
@inline(never) private func classExistential(_ p: any ClassBound, _ t: Target) -> () -> Void {
  {
    p.go()
    t.run()
  }
}
@inline(never) private func opaqueExistential(_ p: any Opaque, _ t: Target) -> () -> Void {
  {
    p.go()
    t.run()
  }
}
@inline(never) private func anything(_ value: Any, _ t: Target) -> () -> Void {
  {
    use(value)
    t.run()
  }
}
@inline(never) private func failure(_ error: any Error, _ t: Target) -> () -> Void {
  {
    use(error)
    t.run()
  }
}
@inline(never) private func structure(_ value: BigValue) -> () -> Void { { use(value) } }
@inline(never) private func tuple(_ value: (Int8, Target, Other)) -> () -> Void { { use(value) } }
@inline(never) private func choice(_ value: Mixed) -> () -> Void { { use(value) } }
@inline(never) private func collections(_ array: [Target], _ byName: [String: Other]) -> () -> Void
{
  {
    use(array)
    use(byName)
  }
}
@inline(never) private func numbers(_ n: Int, _ flag: Bool, _ x: Double) -> () -> Void {
  {
    use(n)
    use(flag)
    use(x)
  }
}
@inline(never) private func small(_ a: Int8, _ t: Target, _ b: Bool, _ o: Other?) -> () -> Void {
  {
    use(a)
    use(t)
    use(b)
    use(o)
  }
}
@inline(never) private func metatypes(_ type: Target.Type, _ any: any Any.Type, _ t: Target)
  -> () -> Void
{
  {
    use(type)
    use(any)
    use(t)
  }
}
@inline(never) private func cFunction(_ f: @escaping @convention(c) (Int) -> Int, _ t: Target)
  -> () -> Void
{
  {
    t.id = f(t.id)
  }
}
@inline(never) private func recursive(_ t: Target) -> Stored {
  let stored = Stored {}
  stored.f = { [unowned stored] in
    t.run()
    use(stored)
  }
  return stored
}
@inline(never) private func locked(_ t: Target, _ other: Target) -> () -> Void {
  let mutex = Mutex<Target?>(t)
  return {
    mutex.withLock { $0?.run() }
    other.run()
  }
}
private struct Uncopyable: ~Copyable {
  var n = 1
  let t: Target
}
@inline(never) private func uncopyable(_ t: Target, _ other: Target) -> () -> Void {
  let value = Uncopyable(t: t)
  return {
    use(value)
    other.run()
  }
}
@inline(never) private func closures(_ pair: (() -> Void, Int, (() -> Void)?)) -> () -> Void {
  {
    pair.0()
    use(pair.1)
    pair.2?()
  }
}
private struct Handlers {
  var onNext: () -> Void
  var onEnd: (() -> Void)?
}
@inline(never) private func handlers(_ value: Handlers) -> () -> Void {
  {
    value.onNext()
    value.onEnd?()
  }
}

enum ClosureFixtures {
  @FixtureList static var captures: [Fixture] {
    Fixture("one object: the context is the object") { t in Sample(Stored(one(t.a)), "f → a") }
    Fixture("two objects") { t in
      Sample(Stored(two(t.a, t.c)), "f/capture #1 → a", "f/capture #2 → c")
    }
    Fixture("object, number, string and optional") { t in
      Sample(Stored(mixed(t.a, 3, "short", t.c)), "f/capture #1 → a", "f/capture #4 → c")
    }
    Fixture("empty optional") { t in
      Sample(Stored(mixed(t.a, 3, "short", nil)), "f/capture #1 → a")
    }
    Fixture("small values between objects") { t in
      Sample(Stored(small(1, t.a, true, t.c)), "f/capture #2 → a", "f/capture #4 → c")
    }
    Fixture("numbers only") { t in Sample(Stored(numbers(1, true, 2.5))) }
    Fixture("no captures") { t in Sample(Stored({})) }
    Fixture("mutex of the surroundings") { t in
      Sample(Stored(locked(t.a, t.b)), "f/capture #1 → a", "f/capture #2 → b")
    }
    Fixture("uncopyable value of the surroundings") { t in
      Sample(Stored(uncopyable(t.a, t.b)), "f/capture #1/t → a", "f/capture #2 → b")
    }
    Fixture("tuple of closures") { t in
      Sample(
        Stored(closures((one(t.a), 1, one(t.b)))), "f/capture #1.0 → a", "f/capture #1.2 → b")
    }
    Fixture("struct of closures") { t in
      Sample(
        Stored(handlers(Handlers(onNext: one(t.a), onEnd: two(t.b, t.c)))),
        "f/capture #1.onNext → a", "f/capture #1.onEnd/capture #1 → b",
        "f/capture #1.onEnd/capture #2 → c")
    }
    Fixture("variable in a box") { t in Sample(Stored(variable(t.a)), "f/capture #1 → a") }
    Fixture("variable shared by two closures") { t in
      let (first, second) = sharedVariable(t.a)
      return Sample(StoredOf([first, second]), "f/[*]/capture #1 → a", "f/[*]/capture #1 → a")
    }
    Fixture("number in a box") { t in Sample(Stored(intVariable(t.a)), "f/capture #2 → a") }
    Fixture("tuple in a box") { t in
      Sample(Stored(structVariable(t.a, t.c)), "f/capture #1.first → a", "f/capture #1.second → c")
    }
    Fixture("closure in a closure") { t in
      Sample(
        Stored(closureInClosure(two(t.a, t.c), t.b)), "f/capture #1/capture #1 → a",
        "f/capture #1/capture #2 → c", "f/capture #2 → b")
    }
    Fixture("closure of one object in a closure") { t in
      Sample(
        Stored(closureInClosure(one(t.a), t.b)), "f/capture #1 → a", "f/capture #2 → b")
    }
    Fixture("only a closure") { t in
      Sample(
        Stored(onlyClosure(two(t.a, t.c))), "f/capture #1 → a", "f/capture #2 → c")
    }
    Fixture("optional closure") { t in
      Sample(
        Stored(optionalClosure(two(t.a, t.c), t.b)), "f/capture #1/capture #1 → a",
        "f/capture #1/capture #2 → c", "f/capture #2 → b")
    }
    Fixture("no optional closure") { t in
      Sample(Stored(optionalClosure(nil, t.b)), "f/capture #2 → b")
    }
    Fixture("class-bound existential") { t in
      Sample(Stored(classExistential(t.a, t.b)), "f/capture #1 → a", "f/capture #2 → b")
    }
    Fixture("opaque existential, inline") { t in
      Sample(
        Stored(opaqueExistential(SmallValue(t: t.a), t.b)), "f/capture #1.t → a",
        "f/capture #2 → b")
    }
    Fixture("opaque existential in a box") { t in
      Sample(
        Stored(opaqueExistential(BigValue(t: t.a), t.b)), "f/capture #1/t → a",
        "f/capture #2 → b")
    }
    Fixture("Any") { t in
      Sample(
        Stored(anything((1, t.a), t.b)), "f/capture #1.1 → a", "f/capture #2 → b")
    }
    Fixture("error") { t in
      Sample(Stored(failure(Failure(t: t.a), t.b)), "f/capture #1/t → a", "f/capture #2 → b")
    }
    Fixture("struct") { t in Sample(Stored(structure(BigValue(t: t.a))), "f/capture #1.t → a") }
    Fixture("tuple") { t in
      Sample(Stored(tuple((1, t.a, t.c))), "f/capture #1.1 → a", "f/capture #1.2 → c")
    }
    Fixture("enum") { t in Sample(Stored(choice(.b(1, 2, t.a))), "f/capture #1.b.2 → a") }
    Fixture("collections") { t in
      Sample(
        Stored(collections([t.a], ["x": t.c])), "f/capture #1/[*] → a", "f/capture #2/[*] → c")
    }
    Fixture("metatypes") { t in
      Sample(Stored(metatypes(Target.self, Int.self, t.a)), "f/capture #3 → a")
    }
    Fixture("C function") { t in Sample(Stored(cFunction({ $0 }, t.a)), "f/capture #1 → a") }
  }

  @FixtureList static var strengths: [Fixture] {
    Fixture("weak") { t in
      Sample(Stored(weakly(t.a, t.c)), "weak f/capture #1 → a", "f/capture #2 → c")
    }
    Fixture("only weak") { t in Sample(Stored(onlyWeakly(t.a)), "weak f/capture #1 → a") }
    Fixture("unowned") { t in
      Sample(Stored(unownedly(t.a, t.c)), "unowned f/capture #1 → a", "f/capture #2 → c")
    }
    Fixture("unowned(unsafe)") { t in
      Sample(
        Stored(unownedUnsafely(t.a, t.c)), "unmanaged f/capture #1 → a", "f/capture #2 → c")
    }
    Fixture("weak existential") { t in
      Sample(Stored(weakExistential(t.a, t.c)), "weak f/capture #1 → a", "f/capture #2 → c")
    }
    Fixture("unowned existential") { t in
      Sample(
        Stored(unownedExistential(t.a, t.c)), "unowned f/capture #1 → a", "f/capture #2 → c")
    }
    Fixture("weak variable") { t in
      Sample(Stored(weakVariable(t.a, t.c)), "weak f/capture #1 → a", "f/capture #2 → c")
    }
    Fixture("self") { t in Sample(Stored(Receiver(t.a).plain()), "f → Receiver") }
    Fixture("weak self") { t in
      let receiver = Receiver(t.a)
      return Sample(
        StoredOf((receiver, receiver.weakly())), "f.0 → Receiver", "weak f.1/capture #1 → Receiver")
    }
    Fixture("unowned self") { t in
      let receiver = Receiver(t.a)
      return Sample(
        StoredOf((receiver, receiver.unownedly())), "f.0 → Receiver",
        "unowned f.1/capture #1 → Receiver")
    }
    Fixture("weak self and a parameter") { t in
      let receiver = Receiver(t.a)
      return Sample(
        StoredOf((receiver, receiver.twice(t.b))), "f.0 → Receiver",
        "weak f.1/capture #1 → Receiver", "f.1/capture #2 → b")
    }
    Fixture("its own holder, unowned") { t in
      Sample(recursive(t.a), "f/capture #1 → a", "unowned f/capture #2 → Stored")
    }
  }
}

@Suite struct ClosureFixtureTests {
  @Test(arguments: ClosureFixtures.captures)
  func referencesInCapturesAreFound(_ fixture: Fixture) { fixture.check() }

  @Test(arguments: ClosureFixtures.strengths)
  func capturesOfEveryStrengthAreFound(_ fixture: Fixture) { fixture.check() }
}

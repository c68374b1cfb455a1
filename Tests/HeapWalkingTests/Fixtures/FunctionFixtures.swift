import HeapWalking
import Testing

private protocol ClassBound: AnyObject { func run() }
extension Target: ClassBound {}
private protocol Opaque { func go() }
private struct SmallValue: Opaque {
  var t: Target
  func go() { t.run() }
}
private struct BigValue: Opaque {
  var n = (1, 2, 3)
  var t: Target
  func go() { t.run() }
}
private struct Failure: Error { var t: Target }
private final class Receiver: @unchecked Sendable {
  let t: Target
  var n = 0
  init(_ t: Target) { self.t = t }
  func on(_ value: Int) { n += value }
  func curried() -> (Int) -> Void { on }
}
private struct ValueReceiver {
  var n = 1
  var t: Target
  func on() { use(t) }
}

@inline(never) private func two(_ t: Target, _ o: Other) -> () -> Void {
  {
    t.run()
    o.id += 1
  }
}
@inline(never) private func localFunction(_ t: Target, _ o: Other) -> () -> Void {
  func inner() {
    t.run()
    o.id += 1
  }
  return inner
}
@inline(never) private func mutualFunctions(_ t: Target) -> () -> Void {
  var count = 0
  func ping() {
    count += 1
    if count < 3 { pong() }
    t.run()
  }
  func pong() { ping() }
  return pong
}
@inline(never) private func throwing(_ t: Target, _ o: Other) -> () throws -> Int {
  {
    if o.id == 0 { throw Failure(t: t) }
    return t.id
  }
}
@inline(never) private func inoutClosure(_ t: Target, _ o: Other) -> (inout Int) -> Void {
  { n in
    n += t.id
    o.id += n
  }
}
@inline(never) private func autoclosure(_ value: @autoclosure @escaping () -> Target) -> () ->
  Target
{
  value
}

enum FunctionFixtures {
  @FixtureList static var all: [Fixture] {
    Fixture("method of a class: the context is the receiver") { t in
      Sample(StoredOf(t.a.on as (Int) -> Void), "f → a")
    }
    Fixture("method without arguments") { t in Sample(Stored(t.a.run), "f → a") }
    Fixture("curried method from inside") { t in
      Sample(StoredOf(Receiver(t.a).curried()), "f → Receiver")
    }
    Fixture("method of a class-bound existential") { t in
      let p: any ClassBound = t.a
      return Sample(Stored(p.run), "f/capture #1 → a")
    }
    Fixture("method of an opaque existential") { t in
      let p: any Opaque = SmallValue(t: t.a)
      return Sample(Stored(p.go), "f/capture #1.t → a")
    }
    Fixture("method of an opaque existential in a box") { t in
      let p: any Opaque = BigValue(t: t.a)
      return Sample(Stored(p.go), "f/capture #1/t → a")
    }
    Fixture("method of a struct") { t in
      Sample(Stored(ValueReceiver(t: t.a).on), "f/capture #1.t → a")
    }
    Fixture("unapplied method") { t in Sample(StoredOf(Target.on)) }
    Fixture("initializer as a function") { t in Sample(StoredOf(Holder<Target>.init)) }
    Fixture("local function") { t in
      Sample(Stored(localFunction(t.a, t.c)), "f/capture #1 → a", "f/capture #2 → c")
    }
    Fixture("local functions that call each other") { t in
      Sample(Stored(mutualFunctions(t.a)), "f/capture #2 → a")
    }
    Fixture("throwing closure") { t in
      Sample(StoredOf(throwing(t.a, t.c)), "f/capture #1 → c", "f/capture #2 → a")
    }
    Fixture("closure with an inout parameter") { t in
      Sample(StoredOf(inoutClosure(t.a, t.c)), "f/capture #1 → a", "f/capture #2 → c")
    }
    Fixture("autoclosure") { t in
      let a = t.a
      return Sample(StoredOf(autoclosure(a)), "f → a")
    }
    Fixture("key path as a function") { t in
      let f: (Holder<Target>) -> Target = \.value
      return Sample(StoredOf(f), "f → ReferenceWritableKeyPath", optimized: [], sharesObjects: true)
    }
    Fixture("closures in an optional tuple in a struct") { t in
      Sample(
        StoredOf<(first: () -> Void, n: Int)?>((two(t.a, t.c), 1)), "f.first/capture #1 → a",
        "f.first/capture #2 → c")
    }
  }
}

@Suite struct FunctionFixtureTests {
  @Test(arguments: FunctionFixtures.all)
  func everyReferenceIsFound(_ fixture: Fixture) { fixture.check() }
}

import HeapWalking
import Testing

private protocol Shape { var t: Target { get } }
private struct Square: Shape { var t: Target }
private struct Entry<Value> {
  var small: Int8 = 1
  var value: Value
}
private enum Choice {
  case none
  case one(Target)
  case two(Int, Other)
}

// There is one function for each tuple, because the compiler must know the type of the tuple.

@inline(never) @_optimize(none)
private func labeled(_ pair: (onNext: (Int) -> Void, onEnd: () -> Void)) -> () -> Void {
  {
    pair.onNext(1)
    pair.onEnd()
  }
}
@inline(never) @_optimize(none)
private func mixed(
  _ all: ((Int, String) throws -> Bool, Target, any Shape, [Target], String, Int8?)
) -> () -> Void {
  { use(all) }
}
@inline(never) @_optimize(none)
private func nested(_ all: ((() -> Void, Target), Entry<Target>, Choice)) -> () -> Void {
  { use(all) }
}
@inline(never) @_optimize(none)
private func asynchronous(
  _ all: (@Sendable () async -> Void, Target.Type, Int8, Entry<Entry<Int>>, Target)
) -> () -> Void {
  { use(all) }
}
@inline(never) @_optimize(none)
private func results(
  _ all: ((inout Int) -> (Int, String), () -> Target, (Target) async throws -> [Target]?, Any)
) -> () -> Void {
  { use(all) }
}
@inline(never) @_optimize(none)
private func typedErrors(
  _ all: (Int8, () throws(Failed) -> Void, any Error, AnyObject, Int8)
) -> () -> Void {
  { use(all) }
}
@inline(never) @_optimize(none)
private func functionsOfFunctions(
  _ all: ((@escaping () -> Void) -> () -> Void, (() -> Void)?, Set<Int>, Target)
) -> () -> Void {
  { use(all) }
}
// A type that occurs again is a substitution in the tuple's mangled name, so the walker cannot look
// it up by this part of the name alone.
@inline(never) @_optimize(none)
private func integers(
  _ all: (() -> Void, Boxed<InlineArray<2, InlineArray<1, any Shape>>>, Int8, Target)
) -> () -> Void {
  { use(all) }
}
@inline(never) @_optimize(none)
private func counted<let count: Int, Value>(
  _ all: (() -> Void, Sized<count, Sized<count, Value>>, Sized<-3, Value>, Int8, Target)
) -> () -> Void {
  { use(all) }
}
private final class Boxed<Value> {
  let value: Value
  init(_ value: Value) { self.value = value }
}
private struct Sized<let count: Int, Value> { var value: Value }
private struct Failed: Error {}

enum TupleCaptureFixtures {
  @FixtureList static var all: [Fixture] {
    Fixture("tuple of closures with labels") { t in
      Sample(
        Stored(labeled((t.a.on, t.b.run))), "f/capture #1.onNext → a", "f/capture #1.onEnd → b")
    }
    Fixture("tuple of a throwing closure, objects, existentials and collections") { t in
      let (a, c) = (t.a, t.c)
      return Sample(
        Stored(
          mixed(
            (
              { number, _ in
                use((a, c))
                return number == 1
              }, t.b, Square(t: t.a), [t.b], "text", 1
            ))), "f/capture #1.0/capture #1 → a", "f/capture #1.0/capture #2 → c",
        "f/capture #1.1 → b", "f/capture #1.2.t → a", "f/capture #1.3/[*] → b")
    }
    Fixture("tuple of a tuple with a closure, a generic struct and an enum") { t in
      Sample(
        Stored(nested(((t.a.run, t.b), Entry(value: t.a), .two(1, t.c)))),
        "f/capture #1.0.0 → a", "f/capture #1.0.1 → b", "f/capture #1.1.value → a",
        "f/capture #1.2.two.1 → c")
    }
    Fixture("tuple of an async closure, a metatype and plain values") { t in
      let (a, c) = (t.a, t.c)
      return Sample(
        Stored(
          asynchronous(
            ({ use((a, c)) }, Target.self, 1, Entry(value: Entry(value: 1)), t.b))),
        "f/capture #1.0/capture #1 → a", "f/capture #1.0/capture #2 → c", "f/capture #1.4 → b")
    }
    Fixture("tuple of closures with parameters and results") { t in
      let (a, c) = (t.a, t.c)
      return Sample(
        Stored(
          results(
            (
              { _ in
                use((a, c))
                return (1, "")
              }, { a }, { _ in nil }, t.b
            ))),
        "f/capture #1.0/capture #1 → a", "f/capture #1.0/capture #2 → c", "f/capture #1.1 → a",
        "f/capture #1.3 → b")
    }
    Fixture("tuple of a closure with a typed error and existentials") { t in
      let (a, c) = (t.a, t.c)
      return Sample(
        Stored(typedErrors((1, { use((a, c)) }, Failed(), t.b, 2))),
        "f/capture #1.1/capture #1 → a", "f/capture #1.1/capture #2 → c", "f/capture #1.3 → b")
    }
    Fixture("tuple of closures of closures") { t in
      let (a, c) = (t.a, t.c)
      return Sample(
        Stored(
          functionsOfFunctions(
            (
              { inner in
                use((a, c))
                return inner
              }, nil, [1, 2], t.b
            ))), "f/capture #1.0/capture #1 → a", "f/capture #1.0/capture #2 → c",
        "f/capture #1.3 → b")
    }
    Fixture("tuple of a closure and types with integers as arguments") { t in
      let (a, c) = (t.a, t.c)
      let shapes = InlineArray<1, any Shape>(repeating: Square(t: t.b))
      return Sample(
        Stored(integers(({ use((a, c)) }, Boxed(.init(repeating: shapes)), 1, t.a))),
        "f/capture #1.0/capture #1 → a", "f/capture #1.0/capture #2 → c",
        "f/capture #1.1 → Boxed", "f/capture #1.3 → a")
    }
    Fixture("tuple of a closure and types with a generic parameter that is an integer") { t in
      let (a, c) = (t.a, t.c)
      let nested = Sized<5, Sized<5, Target>>(value: Sized(value: t.b))
      return Sample(
        Stored(counted(({ use((a, c)) }, nested, Sized(value: t.a), 1, t.b))),
        "f/capture #1.0/capture #1 → a", "f/capture #1.0/capture #2 → c",
        "f/capture #1.1.value.value → b", "f/capture #1.2.value → a", "f/capture #1.4 → b")
    }
  }
}

@Suite struct TupleCaptureFixtureTests {
  @Test(arguments: TupleCaptureFixtures.all)
  func everyReferenceIsFound(_ fixture: Fixture) { fixture.check() }
}

import HeapWalking
import Synchronization
import Testing

private struct Token: ~Copyable { let t: Target }
private struct Resource: ~Copyable {
  var n: Int8 = 1
  let t: Target
  deinit { use(t) }
}
private struct Generic<Value>: ~Copyable { let value: Value }
private struct Nested: ~Copyable {
  let token: Token
  let other: Other
}
private struct Plain: ~Copyable { var n = 1 }
private enum Choice: ~Copyable {
  case first(Target)
  case second(Other)
  case none
}
private struct State {
  var n = 0
  var t: Target?
  var waiting: [Other] = []
}

private final class Tokens {
  let before: Other
  let token: Token
  let resource: Resource
  let after: Other
  init(_ t: Target, _ o: Other) {
    before = o
    token = Token(t: t)
    resource = Resource(t: t)
    after = o
  }
}
private final class NestedToken {
  let f: Nested
  init(_ t: Target, _ o: Other) { f = Nested(token: Token(t: t), other: o) }
}
private struct GenericUncopyable<Value: ~Copyable>: ~Copyable { let value: Value }
private final class GenericTokens {
  let f: Generic<Target>
  let g: Generic<Int>
  let nested: GenericUncopyable<GenericUncopyable<Nested>>
  let some: Generic<Target>?
  let none: GenericUncopyable<Token>?
  init(_ t: Target) {
    f = Generic(value: t)
    g = Generic(value: 1)
    nested = GenericUncopyable(
      value: GenericUncopyable(value: Nested(token: Token(t: t), other: Other())))
    some = Generic(value: t)
    none = nil
  }
}
private enum One {
  case one(Target)
  case two(Other)
}
private struct Two<First: ~Copyable, Second>: ~Copyable {
  let first: First
  let second: Second
}
private struct Four<A, B, C, D>: ~Copyable {
  let a: A
  let b: B
  let c: C
  let d: D
}
private struct Counted<let count: Int, Value>: ~Copyable {
  let value: Value
  let values: InlineArray<count, Token>
}
private final class SeveralArguments {
  let two: Two<Generic<Target>, Other>
  let four: Four<[Target], Int8, One, [String: Other]>
  let counted: Counted<3, Target>
  init(_ t: Target, _ o: Other) {
    two = Two(first: Generic(value: t), second: o)
    four = Four(a: [t], b: 1, c: .one(t), d: ["o": o])
    counted = Counted(value: t, values: .init { _ in Token(t: t) })
  }
}
private final class ParameterTokens<First, Second> {
  let f: Two<First, Second>
  let g: Generic<Second>
  init(_ first: First, _ second: Second) {
    f = Two(first: first, second: second)
    g = Generic(value: second)
  }
}
private final class OptionalTokens {
  var f: Token?
  var none: Token?
  init(_ t: Target) { f = Token(t: t) }
}
private final class Choices {
  let f: Choice
  let none: Choice
  init(_ o: Other) {
    f = .second(o)
    none = .none
  }
}
private final class PlainTokens {
  let f = Plain()
  let t: Target
  init(_ t: Target) { self.t = t }
}
private final class Mutexes {
  let state: Mutex<State>
  let object: Mutex<Target>
  let count: Mutex<Int>
  let unit = Mutex(())
  let byName: Mutex<[String: Target]>
  let closure: Mutex<(() -> Void)?>
  let after: Other
  init(_ t: Target, _ o: Other) {
    state = Mutex(State(t: t, waiting: [o]))
    object = Mutex(t)
    count = Mutex(1)
    byName = Mutex(["x": t])
    closure = Mutex({
      t.run()
      use(o)
    })
    after = o
  }
}
private final class GenericMutex<Value: Sendable>: Sendable {
  let mutex: Mutex<Value>
  init(_ value: Value) { mutex = Mutex(value) }
}
private final class UncopyableMutex {
  let mutex: Mutex<Target?>
  let optional: Int? = 1
  init(_ t: Target) { mutex = Mutex(t) }
}
private struct Entry<Value> {
  var value: Value
  var name = "entry"
}
extension Entry: Equatable, Hashable where Value: Hashable {}
private final class Pair<First, Second> {
  let first: First
  let second: Second
  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }
}
private final class PrivateMutexes {
  let byKey: Mutex<[Entry<Int>: Entry<Target>]>
  let list: Mutex<[Entry<Target>]?>
  let keys: Mutex<Set<Entry<Int>>>
  let closure: Mutex<((Entry<Int>) -> Void)?>
  let pair: Mutex<Pair<Entry<Int>, Entry<Target>>?>
  let after: Other
  init(_ t: Target, _ o: Other) {
    byKey = Mutex([Entry(value: 1): Entry(value: t)])
    list = Mutex([Entry(value: t)])
    keys = Mutex([Entry(value: 1)])
    closure = Mutex({ _ in t.run() })
    pair = Mutex(Pair(Entry(value: 1), Entry(value: t)))
    after = o
  }
}
private final class Atomics {
  let count = Atomic<Int>(3)
  let flag = Atomic<Bool>(true)
  let lazy = AtomicLazyReference<Target>()
  let empty = AtomicLazyReference<Target>()
  init(_ t: Target) { _ = lazy.storeIfNil(t) }
}
private final class Inline {
  let values: InlineArray<2, Token>
  let nested: InlineArray<1, InlineArray<2, Generic<Target>>>
  let o: Other
  init(_ t: Target, _ o: Other) {
    values = .init { _ in Token(t: t) }
    nested = .init { _ in .init { _ in Generic(value: t) } }
    self.o = o
  }
}
private final class GenericHolder<Value: ~Copyable> {
  let value: Value
  init(_ value: consuming Value) { self.value = value }
}

enum UncopyableFixtures {
  @FixtureList static var all: [Fixture] {
    Fixture("uncopyable structs between references") { t in
      Sample(
        Tokens(t.a, t.c), "before → c", "token.t → a", "resource.t → a", "after → c")
    }
    Fixture("uncopyable struct in one") { t in
      Sample(NestedToken(t.a, t.c), "f.token.t → a", "f.other → c")
    }
    Fixture("generic uncopyable structs") { t in
      Sample(
        GenericTokens(t.a), "f.value → a", "nested.value.value.token.t → a",
        "nested.value.value.other → Other", "some.value → a")
    }
    Fixture("generic uncopyable structs of several arguments") { t in
      Sample(
        SeveralArguments(t.a, t.c), "two.first.value → a", "two.second → c",
        "four.a/[*] → a", "four.c.one → a", "four.d/[*] → c", "counted.value → a",
        "counted.values[*].t → a", "counted.values[*].t → a", "counted.values[*].t → a")
    }
    Fixture("generic uncopyable struct of a class's parameter") { t in
      Sample(
        ParameterTokens(t.a, [t.c]), "f.first → a", "f.second/[*] → c", "g.value/[*] → c")
    }
    Fixture("optional uncopyable struct") { t in Sample(OptionalTokens(t.a), "f.t → a") }
    Fixture("uncopyable enum") { t in Sample(Choices(t.c), "f.second → c") }
    Fixture("uncopyable struct without references") { t in Sample(PlainTokens(t.a), "t → a") }
    Fixture("mutexes of values, objects, collections and closures") { t in
      Sample(
        Mutexes(t.a, t.c), "state.t → a", "state.waiting/[*] → c", "object → a",
        "byName/[*] → a", "closure/capture #1 → a", "closure/capture #2 → c", "after → c")
    }
    Fixture("mutexes of what mentions private types with arguments") { t in
      Sample(
        PrivateMutexes(t.a, t.c), "byKey/[*].value → a", "list/[*].value → a",
        "closure → a", "pair → Pair", "after → c")
    }
    Fixture("mutex of a generic parameter") { t in
      Sample(GenericMutex<Target?>(t.a), "mutex → a")
    }
    Fixture("mutex of a generic parameter, a tuple") { t in
      Sample(GenericMutex((1, t.a)), "mutex.1 → a")
    }
    Fixture("mutex beside an optional") { t in Sample(UncopyableMutex(t.a), "mutex → a") }
    Fixture("atomics, and a lazy reference") { t in Sample(Atomics(t.a), "lazy → a") }
    Fixture("inline arrays of uncopyable structs") { t in
      Sample(
        Inline(t.a, t.c), "values[*].t → a", "values[*].t → a", "nested[*][*].value → a",
        "nested[*][*].value → a", "o → c")
    }
    Fixture("generic class of an uncopyable struct") { t in
      Sample(
        GenericHolder(Nested(token: Token(t: t.a), other: t.c)), "value.token.t → a",
        "value.other → c")
    }
    Fixture("generic class of a mutex") { t in
      Sample(GenericHolder(Mutex<[Target]>([t.a])), "value/[*] → a")
    }
    Fixture("generic class of an uncopyable enum") { t in
      Sample(GenericHolder(Choice.first(t.a)), "value.first → a")
    }
    Fixture("generic class of an optional uncopyable struct") { t in
      Sample(GenericHolder<Token?>(Token(t: t.a)), "value.t → a")
    }
    Fixture("class that conforms to Sendable with a mutex") { t in
      Sample(Holder(GenericMutex(t.a)), "value → GenericMutex")
    }
  }
}

@Suite struct UncopyableFixtureTests {
  @Test(arguments: UncopyableFixtures.all)
  func everyReferenceIsFound(_ fixture: Fixture) { fixture.check() }
}

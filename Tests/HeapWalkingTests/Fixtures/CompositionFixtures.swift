import Foundation
import HeapWalking
import Testing

// Nested constructs, in combinations that are common in programs.

private indirect enum Expression<Value> {
  case make(() -> Value)
  case named([String: Expression<Value>])
  case both(Expression<Value>, Expression<Value>)
  case failed(any Error)
  case nothing
}
private struct Failed: Error {
  var target: Target
  var text = "a text that is too long to be kept inline"
  var codes = [1, 2]
}
private protocol Valued<Value> {
  associatedtype Value
  var value: Value { get }
}
extension Valued {
  func later() -> () -> Value { { self.value } }
  func with<Other>(_ other: Other) -> (Other) -> Void {
    {
      use($0)
      use((other, self))
    }
  }
  func read() { use(value) }
}
private struct Small<Value>: Valued { var value: Value }
private struct Large<Value>: Valued {
  var value: Value
  var others: (Value, Value, Value)
}
@propertyWrapper private struct Noted<Value> {
  var wrappedValue: Value
  var projectedValue: () -> Value
  init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
    projectedValue = { wrappedValue }
  }
}
private class Handlers<Key: Hashable> {
  var byKey: [Key: [() -> Void]] = [:]
}
private final class TextHandlers: Handlers<String> {
  @Noted var target: Target
  init(_ target: Target) { _target = Noted(wrappedValue: target) }
}
private enum Tree<Value> {
  indirect case leaf(Value), node(Tree, Value, Tree), tagged(Int8, Tree?)
  case empty
}
private enum Outer<First: Hashable> {
  enum Inner<Second> {
    case both(First, Second)
    case table([First: Second?])
    case nothing
  }
  case inner(Inner<First>)
  case nothing
}
private enum Wide {
  case first(Int, Int, Target)
  case second(Target, Int, Int)
  case third(Int, Target, String)
  case pair((Target, Other)?)
  case closure(() -> Void)
  case existential(any Valued)
  case narrow(Narrow)
  case nothing
}
private enum Narrow {
  case object(Target?)
  case number(Int?)
  case text(String?)
}
private enum Spare {
  case object(Target), other(Other), any(AnyObject), list([Target]), small(Int8, Target?)
  case first, second
}
private final class Nested<First> {
  final class Inner<Second> {
    var first: First
    var second: Second
    init(_ first: First, _ second: Second) {
      self.first = first
      self.second = second
    }
    func closure<Third>(_ third: Third) -> (First, Second, Third) -> Void {
      {
        use(($0, $1, $2))
        use((self, third))
      }
    }
  }
}
private struct Pack<each Value> {
  var values: (repeat each Value)
  var makers: (repeat () -> (each Value))
  init(_ values: repeat each Value, makers: repeat @escaping () -> (each Value)) {
    self.values = (repeat each values)
    self.makers = (repeat each makers)
  }
}
private struct Inline<let count: Int, Value> {
  var values: InlineArray<count, Value?>
  var after: Value
}
@dynamicMemberLookup private final class Lens<Root> {
  let root: Root
  init(_ root: Root) { self.root = root }
  subscript<Value>(dynamicMember path: KeyPath<Root, Value>) -> () -> Value {
    { self.root[keyPath: path] }
  }
}
private func composed<A, B, C>(_ first: @escaping (A) -> B, _ second: @escaping (B) -> C)
  -> (A) -> C
{ { second(first($0)) } }
private func curried<A, B, C>(_ function: @escaping (A, B) -> C) -> (A) -> (B) -> C {
  { first in { second in function(first, second) } }
}
private func remembering<Key: Hashable, Value>(_ function: @escaping (Key) -> Value)
  -> (Key) -> Value
{
  var known: [Key: Value] = [:]
  return { key in
    if let value = known[key] { return value }
    let value = function(key)
    known[key] = value
    return value
  }
}
private func opaque(_ target: Target) -> some Sequence<Target> {
  [target].lazy.filter { $0.id == target.id }
}
private func throwing(_ target: Target, _ other: Other) -> () throws(Failed) -> Void {
  { () throws(Failed) in
    use(other)
    throw Failed(target: target)
  }
}
private func consuming(_ target: consuming Target, _ others: consuming [Other]) -> () -> Int {
  let (target, others) = (target, others)
  return { target.id + others.count }
}
private func changing(_ targets: inout [Target], _ other: Other) -> () -> Int {
  var copy = targets
  return {
    copy.append(copy[0])
    return other.id
  }
}

enum CompositionFixtures {
  @FixtureList static var values: [Fixture] {
    Fixture("closures in an enum in a dictionary in an enum") { t in
      let (a, b, c) = (t.a, t.b, t.c)
      return Sample(
        Holder(
          Expression<Int>.named([
            "k": .both(
              .make {
                use(a)
                return c.id
              }, .failed(Failed(target: b)))
          ])), "value.named/[*].both/0.make/capture #1 → a",
        "value.named/[*].both/0.make/capture #2 → c", "value.named/[*].both/1.failed/target → b"
      )
    }
    Fixture("existentials of generic structs with closures") { t in
      let (a, c) = (t.a, t.c)
      let make: () -> Int = {
        use(a)
        return c.id
      }
      return Sample(
        Holder<[Any]>([
          Small(value: make), Large(value: t.b, others: (t.b, t.b, t.b)) as any Valued<Target>,
        ]), "value/[*].value/capture #1 → a", "value/[*].value/capture #2 → c",
        "value/[*]/value → b", "value/[*]/others.0 → b", "value/[*]/others.1 → b",
        "value/[*]/others.2 → b")
    }
    Fixture("results and optional errors") { t in
      Sample(
        Holder<[Result<Target?, any Error>?]>([
          .success(t.a), .failure(Failed(target: t.b)), nil, .success(nil),
        ]), "value/[*].success → a", "value/[*].failure/target → b")
    }
    Fixture("subclass of a bound generic with a projected wrapper") { t in
      let (a, c) = (t.a, t.c)
      let handlers = TextHandlers(t.b)
      handlers.byKey["k"] = [
        {
          use(a)
          use(c)
        }
      ]
      return Sample(
        handlers, "_target.projectedValue/capture #1 → b", "_target.wrappedValue → b",
        "byKey/[*]/[*]/capture #1 → a", "byKey/[*]/[*]/capture #2 → c",
        optimized: [
          "_target.projectedValue → b", "_target.wrappedValue → b", "byKey/[*]/[*]/capture #1 → a",
          "byKey/[*]/[*]/capture #2 → c",
        ])
    }
    Fixture("recursive generic enum") { t in
      Sample(
        Holder(Tree<Target>.node(.leaf(t.a), t.b, .tagged(3, .leaf(t.a)))),
        "value.node/0.leaf → a", "value.node/1 → b", "value.node/2.tagged/1.leaf → a")
    }
    Fixture("enum of a generic enum") { t in
      Sample(
        Holder<[Outer<String>.Inner<Target>]>([
          .both("k", t.a), .table(["x": t.b, "y": nil]), .nothing,
        ]), "value/[*].both.1 → a", "value/[*].table/[*] → b")
    }
    Fixture("enum of everything") { t in
      let (a, c) = (t.a, t.c)
      return Sample(
        Holder<[Wide?]>([
          .first(1, 2, t.a), .second(t.a, 1, 2), .third(1, t.b, "x"), .pair((t.b, t.c)), .pair(nil),
          .closure {
            use(a)
            use(c)
          }, .existential(Small(value: t.d)), .existential(Large(value: 1, others: (1, 2, 3))),
          .narrow(.object(t.a)), .narrow(.object(nil)), .narrow(.number(nil)), .narrow(.text(nil)),
          .nothing, nil,
        ]), "value/[*].closure/capture #1 → a", "value/[*].closure/capture #2 → c",
        "value/[*].existential.value → d", "value/[*].first.2 → a", "value/[*].narrow.object → a",
        "value/[*].pair.0 → b", "value/[*].pair.1 → c", "value/[*].second.0 → a",
        "value/[*].third.1 → b")
    }
    Fixture("spare bits of references") { t in
      Sample(
        Holder<[Spare?]>([
          .object(t.a), .other(t.c), .any(t.d), .list([t.b]), .small(1, t.a), .small(2, nil),
          .first, .second, nil,
        ]), "value/[*].any → d", "value/[*].list/[*] → b", "value/[*].object → a",
        "value/[*].other → c", "value/[*].small.1 → a")
    }
    Fixture("pack of values and functions") { t in
      let (a, c) = (t.a, t.c)
      return Sample(
        Holder(
          Pack(
            t.b, 1,
            makers: {
              use(c)
              return a
            }, { c.id })), "value.makers.0/capture #1 → c", "value.makers.0/capture #2 → a",
        "value.makers.1 → c", "value.values.0 → b")
    }
    Fixture("inline array of optionals in a generic struct") { t in
      Sample(
        Holder(Inline<3, Target>(values: [t.a, nil, t.b], after: t.a)), "value.values[*] → a",
        "value.values[*] → b", "value.after → a")
    }
    Fixture("lazy collections") { t in
      let (a, c) = (t.a, t.c)
      return Sample(
        Holder<Any>(
          (0..<3).lazy.map { ($0, a) }.filter { $0.0 > c.id }.flatMap { [$0, $0] }), "value → a",
        "value → c")
    }
    Fixture("opaque result in an existential") { t in
      Sample(Holder<Any>(opaque(t.a)), "value → a", "value/[*] → a")
    }
  }

  @FixtureList static var closures: [Fixture] {
    Fixture("closures of protocol extensions") { t in
      Sample(
        StoredOf<[Any]>([
          Small(value: t.a).later(), Large(value: t.b, others: (t.b, t.b, t.b)).later(),
          Small(value: [t.a]).with([t.b]), Small(value: (t.a, 1)).read,
        ]), "f/[*]/capture #1.others.0 → b", "f/[*]/capture #1.others.1 → b",
        "f/[*]/capture #1.others.2 → b", "f/[*]/capture #1.value → a", "f/[*]/capture #1.value → b",
        "f/[*]/capture #1.value.0 → a", "f/[*]/capture #1/[*] → b",
        "f/[*]/capture #2.value/[*] → a",
        optimized: [
          "f/[*] → a", "f/[*]/capture #1.others.0 → b", "f/[*]/capture #1.others.1 → b",
          "f/[*]/capture #1.others.2 → b", "f/[*]/capture #1.value → b",
          "f/[*]/capture #1.value.0 → a", "f/[*]/capture #1/[*] → b",
          "f/[*]/capture #2.value/[*] → a",
        ]
      )
    }
    Fixture("closure of a class nested in a generic class") { t in
      Sample(
        StoredOf(Nested<Target>.Inner<[Other]>(t.a, [t.c]).closure((1, t.b))),
        "f/capture #1 → Nested.Inner", "f/capture #2.1 → b")
    }
    Fixture("dynamic member by key path") { t in
      Sample(
        StoredOf(Lens((1, t.a)).1), "f/capture #1 → Lens", "f/capture #2 → WritableKeyPath",
        optimized: ["f → Lens"],
        sharesObjects: true)
    }
    Fixture("composed and curried functions") { t in
      let (a, c) = (t.a, t.c)
      let first: (Int) -> Target = {
        use($0)
        use(c)
        return a
      }
      return Sample(
        StoredOf<[Any]>([
          composed(first) { $0.id }, curried { (one: Target, two: Other) in one.id + two.id }(t.b),
        ]), "f/[*]/capture #1 → c", "f/[*]/capture #2 → a", "f/[*]/capture #2 → b")
    }
    Fixture("function with a memory") { t in
      let remember = remembering { (key: Int) in [t.a] }
      use(remember(1))
      return Sample(StoredOf(remember), "f/capture #1/[*]/[*] → a", "f/capture #2 → Targets")
    }
    Fixture("typed throwing closure") { t in
      Sample(StoredOf(throwing(t.a, t.c)), "f/capture #1 → c", "f/capture #2 → a")
    }
    Fixture("consumed parameters") { t in
      Sample(StoredOf(consuming(t.a, [t.c])), "f/capture #1 → a", "f/capture #2/[*] → c")
    }
    Fixture("copy of an inout parameter in a box") { t in
      var targets = [t.a]
      let closure = changing(&targets, t.c)
      use(closure())
      return Sample(
        StoredOf(closure), "f/capture #1/[*] → a", "f/capture #1/[*] → a", "f/capture #2 → c")
    }
  }
}

@Suite struct CompositionFixtureTests {
  @Test(arguments: CompositionFixtures.values)
  func referencesInComposedValuesAreFound(_ fixture: Fixture) { fixture.check() }

  @Test(arguments: CompositionFixtures.closures)
  func referencesInComposedClosuresAreFound(_ fixture: Fixture) { fixture.check() }
}

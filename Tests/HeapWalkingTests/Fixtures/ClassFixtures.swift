import HeapWalking
import Testing

private final class OneField {
  var f: Target
  init(_ f: Target) { self.f = f }
}

private final class Padded {
  var small: Int8 = 1
  var f: Target
  var flag = true
  var g: Other
  init(_ f: Target, _ g: Other) {
    self.f = f
    self.g = g
  }
}

private class Level1 {
  var one: Target
  init(_ t: Target) { one = t }
}
private class Level2: Level1 {
  var byte: UInt8 = 2
  var two: Target
  override init(_ t: Target) {
    two = t
    super.init(t)
  }
}
private class Level3: Level2 {
  var three: Target?
}
private class Level4: Level3 {}
private final class Level5: Level4 {
  var flag = false
  var five: Other?
}

private class GenericBase<Value> {
  var pad: Int8 = 1
  var value: Value
  init(_ value: Value) { self.value = value }
}
private final class BoundSubclass: GenericBase<Target> { var extra: Other? }
private class OptionalSubclass<Element>: GenericBase<Element?> {
  var more: [Element]
  init(_ element: Element) {
    more = [element]
    super.init(element)
  }
}
private final class TwiceBound: OptionalSubclass<Target> { var last: Other? }
private final class PairOf<First, Second> {
  var first: First
  let second: Second
  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }
}
private final class Constrained<Element: Hashable, Items: Collection>
where Items.Element == Element {
  var byElement: [Element: Items]
  var index: Items.Index
  init(_ items: Items, _ index: Items.Index) {
    byElement = Dictionary(uniqueKeysWithValues: items.map { ($0, items) })
    self.index = index
  }
}

private final class Lazily {
  lazy var ready: Target = Target()
  lazy var notYet: Target = Target()
  init(_ t: Target) { ready = t }
}

@propertyWrapper private struct Wrapped<Value> {
  var wrappedValue: Value
  var projectedValue: Int { 1 }
}
@propertyWrapper private final class ClassWrapper<Value> {
  var wrappedValue: Value
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
private final class WithWrappers {
  @Wrapped var f: Target
  @Wrapped @Wrapped var twice: Other
  @ClassWrapper var boxed: Int = 3
  init(_ t: Target, _ o: Other) {
    f = t
    twice = o
  }
}

private final class Observed {
  var f: Target { didSet { f.id += 1 } }
  var computed: Target { f }
  static let shared = Other()
  init(_ t: Target) { f = t }
}

private final class Selfish: SelfReferring {
  var me: Selfish?
  let t: Target
  init(_ t: Target) { self.t = t }
  func releaseSelf() { me = nil }
}

private struct Namespace {
  final class Nested {
    let f: Target
    init(_ f: Target) { self.f = f }
    enum Deeper<Value> {
      final class Deepest {
        let f: Value
        let g: Target
        init(_ f: Value, _ g: Target) {
          self.f = f
          self.g = g
        }
      }
    }
  }
}

extension GenericBase where Value == Target {
  final class InExtension {
    let f: Target
    init(_ f: Target) { self.f = f }
  }
}

private func local(_ value: Other, _ target: Target) -> AnyObject {
  final class Local {
    let value: Other
    let target: Target
    init(_ value: Other, _ target: Target) {
      self.value = value
      self.target = target
    }
  }
  return Local(value, target)
}

private final class ManyFields {
  let f0, f1, f2, f3, f4, f5, f6, f7: Target
  let n0 = 1, n1 = 2
  let g: Other
  init(_ t: Target, _ o: Other) {
    (f0, f1, f2, f3, f4, f5, f6, f7) = (t, t, t, t, t, t, t, t)
    g = o
  }
}

private class Associated<Items: Sequence> {
  var items: Items
  var first: Items.Element?
  init(_ items: Items) {
    self.items = items
    first = items.first { _ in true }
  }
}

private final class PackOf<each Value> {
  let values: (repeat each Value)
  let last: Target
  init(_ last: Target, _ values: repeat each Value) {
    self.values = (repeat each values)
    self.last = last
  }
}

private final class ValueGeneric<let count: Int, Element> {
  var items: InlineArray<count, Element>
  init(_ element: Element) { items = .init(repeating: element) }
}

/// A key that is hashed and compared by identity.
private struct Key: Hashable {
  let object: Target
  static func == (left: Key, right: Key) -> Bool { left.object === right.object }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}

enum ClassFixtures {
  @FixtureList static var all: [Fixture] {
    Fixture("one stored property") { t in Sample(OneField(t.a), "f → a") }
    Fixture("properties between smaller ones") { t in
      Sample(Padded(t.a, t.c), "f → a", "g → c")
    }
    Fixture("the same target in many properties") { t in
      Sample(
        ManyFields(t.a, t.c), "f0 → a", "f1 → a", "f2 → a", "f3 → a", "f4 → a", "f5 → a",
        "f6 → a", "f7 → a", "g → c")
    }
    Fixture("superclass") { t in Sample(Level2(t.a), "one → a", "two → a") }
    Fixture("five levels of superclass, one without properties") { t in
      let object = Level5(t.a)
      object.three = t.b
      object.five = t.c
      return Sample(object, "one → a", "two → a", "three → b", "five → c")
    }
    Fixture("instance of a class in the middle of the chain") { t in
      let object = Level4(t.a)
      object.three = t.b
      return Sample(object, "one → a", "two → a", "three → b")
    }
    Fixture("generic class") { t in Sample(GenericBase(t.a), "value → a") }
    Fixture("generic class of a value without references") { t in
      Sample(GenericBase((1, "short")))
    }
    Fixture("subclass of a bound generic class") { t in
      let object = BoundSubclass(t.a)
      object.extra = t.c
      return Sample(object, "value → a", "extra → c")
    }
    Fixture("generic subclass of a generic class") { t in
      Sample(OptionalSubclass(t.a), "value → a", "more/[*] → a")
    }
    Fixture("subclass of a bound generic subclass") { t in
      let object = TwiceBound(t.a)
      object.last = t.c
      return Sample(object, "value → a", "more/[*] → a", "last → c")
    }
    Fixture("class of two generic parameters") { t in
      Sample(PairOf(t.a, (1, t.c)), "first → a", "second.1 → c")
    }
    Fixture("generic parameters with requirements") { t in
      Sample(
        Constrained([Key(object: t.a)], 0), "byElement/[*].key.object → a",
        "byElement/[*]/[*].object → a")
    }
    Fixture("associated type of a generic parameter") { t in
      Sample(Associated([t.a]), "items/[*] → a", "first → a")
    }
    Fixture("lazy properties, one of them ready") { t in Sample(Lazily(t.a), "ready → a") }
    Fixture("property wrappers, nested and of a class") { t in
      Sample(
        WithWrappers(t.a, t.c), "_f.wrappedValue → a",
        "_twice.wrappedValue.wrappedValue → c", "_boxed → ClassWrapper")
    }
    Fixture("observed, computed and static properties") { t in Sample(Observed(t.a), "f → a") }
    Fixture("reference to itself") { t in
      let object = Selfish(t.a)
      object.me = object
      return Sample(object, "me → Selfish", "t → a")
    }
    Fixture("class in a struct") { t in Sample(Namespace.Nested(t.a), "f → a") }
    Fixture("class in a generic enum in a class") { t in
      Sample(Namespace.Nested.Deeper<Other>.Deepest(t.c, t.a), "f → c", "g → a")
    }
    Fixture("class in a constrained extension") { t in
      Sample(GenericBase<Target>.InExtension(t.a), "f → a")
    }
    Fixture("class in a function") { t in
      Sample(local(t.c, t.a), "value → c", "target → a")
    }
    Fixture("parameter pack") { t in
      Sample(
        PackOf(t.a, t.b, 1, t.c as Other?), "values.0 → b", "values.2 → c", "last → a")
    }
    Fixture("parameter pack of nothing") { t in
      // The formatter would treat the empty list of types as an operator.
      // swift-format-ignore
      Sample(PackOf< >(t.a), "last → a")
    }
    Fixture("integer generic parameter") { t in
      Sample(ValueGeneric<3, Target>(t.a), "items[*] → a", "items[*] → a", "items[*] → a")
    }
  }
}

@Suite struct ClassFixtureTests {
  @Test(arguments: ClassFixtures.all)
  func everyReferenceIsFound(_ fixture: Fixture) { fixture.check() }
}

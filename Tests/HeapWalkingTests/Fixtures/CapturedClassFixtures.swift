import HeapWalking
import Testing

// Closures whose generic arguments the walker reads from the class of a captured object. Such a
// closure identifies the capture by its index among all parameters, but does not record how many
// parameters precede the captures (see `CaptureEnvironment`).

private class Base<Item> {
  var item: Item
  init(_ item: Item) { self.item = item }

  func ofItem(_ other: Item) -> (Item, Int) -> Void {
    { first, second in
      use((first, second))
      use(self.item)
      use(other)
    }
  }
  func with<Extra>(_ extra: Extra) -> (Extra, Item, Int) -> Void {
    { first, second, third in
      use((first, second, third))
      use((self.item, extra))
    }
  }
  func recursive(_ extra: Item) -> () -> Void {
    func step(_ value: Item, _ again: Int) {
      use(extra)
      use(self)
      if again > 0 { step(value, again - 1) }
    }
    return { step(self.item, 1) }
  }
}
private final class Sub<First, Second>: Base<[Second]> {
  var first: First?
}
private final class Pack<each Item> {
  var items: (repeat each Item)
  init(_ items: repeat each Item) { self.items = (repeat each items) }

  func ofItems(_ others: repeat each Item) -> (Int, repeat each Item) -> Void {
    { (number: Int, first: repeat each Item) in
      use(number)
      repeat use(each first)
      repeat use(each others)
      use(self)
    }
  }
}
private final class Pair<First, Second> {
  var first: First
  var second: Second
  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }
}
extension Pair where First == Int {
  func ofSecond<Extra>(_ other: Second, _ extra: Extra) -> (Second, Extra) -> Void {
    { one, two in
      use((one, two))
      use((other, extra, self))
    }
  }
}
extension Pair where Second: Collection {
  func ofElement(_ element: Second.Element) -> (Second.Element) -> Void {
    { other in
      use((other, element))
      use(self)
    }
  }
}
private protocol Reads {
  associatedtype Element
}
extension Reads {
  func compared<Property: Equatable>(
    _ path: KeyPath<Element, Property>, _ kept: Element
  ) -> (Element, Element) -> Bool {
    { left, right in
      use(kept)
      return left[keyPath: path] == right[keyPath: path]
    }
  }
  func all(_ kept: Self, _ other: Element) -> (Self) -> Void {
    { one in
      use((one, kept))
      use(other)
    }
  }
}
private struct Numbers: Reads {
  typealias Element = (key: Int, value: Target)
  var held: Target
}

private func swapped<First, Second>(
  _ one: Base<First>, _ two: Base<Second>, _ value: Second, _ other: First
) -> (First, Second) -> Void {
  {
    use(($0, $1))
    use((one, two, value, other))
  }
}
private func asBase<Item>(_ base: Base<Item>, _ value: Item) -> (Item) -> Void {
  {
    use($0)
    use((base, value))
  }
}
private func afterValue<Item>(_ value: Item, _ base: Base<Item>) -> (Int, Int) -> Void {
  {
    use(($0, $1))
    use(value)
    use(base)
  }
}
private func nested<Item>(_ base: Base<Base<Item>>, _ value: Item) -> (Item) -> Void {
  {
    use($0)
    use(base)
    use(value)
  }
}
private func thick<Item>(_ type: Base<Item>.Type, _ value: Item) -> (Int) -> Void {
  {
    use($0)
    use((type, value))
  }
}
private func inside<Item: Equatable>(_ base: Base<Item>, _ value: Item)
  -> (Item) -> (Item, Item) -> Bool
{
  { outer in
    { left, right in
      use(base)
      return left == right && outer == value
    }
  }
}
extension Target: Equatable {
  static func == (left: Target, right: Target) -> Bool { left === right }
}

private final class Path<Root, Value> {
  let position = 0
}
private struct Lens<Root: AnyObject> {
  let number = 1
  let root: Root

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  func at<Value>(_ path: Path<Root, Value>) -> () -> Void {
    {
      use(self)
      use(path)
    }
  }
}

private enum CapturedClassFixtures {
  @FixtureList static var all: [Fixture] {
    Fixture("method's closure with parameters") { t in
      Sample(
        StoredOf(Base((1, t.a)).ofItem((2, t.b))), "f/capture #1 → Base", "f/capture #2.1 → b")
    }
    Fixture("generic method's closure with parameters") { t in
      Sample(
        StoredOf(Base((1, t.a)).with([t.b])), "f/capture #1 → Base", "f/capture #2/[*] → b")
    }
    Fixture("recursive local function of a generic class") { t in
      Sample(
        StoredOf(Base((1, t.a)).recursive((2, t.b))), "f/capture #1.1 → b", "f/capture #2 → Base")
    }
    Fixture("closure of a subclass with other parameters") { t in
      Sample(
        StoredOf(asBase(Sub<String, Target>([t.a]), [t.b])), "f/capture #1 → Sub",
        "f/capture #2/[*] → b")
    }
    Fixture("two classes with parameters of each other") { t in
      Sample(
        StoredOf(swapped(Base((1, t.a)), Base([t.c]), [t.d], (2, t.b))), "f/capture #1 → Base",
        "f/capture #2 → Base", "f/capture #3/[*] → d", "f/capture #4.1 → b")
    }
    Fixture("a class behind a value of its parameter") { t in
      Sample(
        StoredOf(afterValue((1, t.a, t.b), Base((1, t.b, t.a)))), "f/capture #1.1 → a",
        "f/capture #1.2 → b", "f/capture #2 → Base")
    }
    Fixture("parameter of a class's parameter") { t in
      Sample(
        StoredOf(nested(Base(Base((1, t.a))), (2, t.b))), "f/capture #1 → Base",
        "f/capture #2.1 → b")
    }
    Fixture("metatype of a generic class") { t in
      Sample(
        StoredOf(thick(Base<(Int, Target)>.self, (1, t.a))), "f/capture #2.1 → a",
        optimized: ["f/capture #1.1 → a"])
    }
    Fixture("closure in a closure, both with parameters") { t in
      let made = inside(Base(t.a), t.b)
      return Sample(
        StoredOf((made, made(t.a))), "f.0/capture #1 → Base",
        "f.0/capture #2 → b", "f.1/capture #1 → Base", "f.1/capture #2 → a",
        "f.1/capture #3 → b")
    }
    Fixture("class of a parameter pack") { t in
      Sample(
        StoredOf(Pack(t.a, 1, t.c).ofItems(t.b, 2, t.d)), "f/capture #1.0 → b",
        "f/capture #1.2 → d", "f/capture #2 → Pack")
    }
    Fixture("extension with a parameter made equal to a type") { t in
      Sample(
        StoredOf(Pair(1, (2, t.a)).ofSecond((3, t.b), [t.c])), "f/capture #1.1 → b",
        "f/capture #2/[*] → c", "f/capture #3 → Pair")
    }
    Fixture("extension with an associated type") { t in
      Sample(
        StoredOf(Pair(1, [(2, t.a)]).ofElement((3, t.b))), "f/capture #1.1 → b",
        "f/capture #2 → Pair")
    }
    Fixture("key path in a protocol extension's closure") { t in
      Sample(
        StoredOf(Numbers(held: t.a).compared(\.key, (1, t.b))), "f/capture #1.value → b",
        "f/capture #2 → WritableKeyPath", optimized: ["f/capture #1.value → b"],
        sharesObjects: true)
    }
    Fixture("a struct before the class that has its parameter") { t in
      Sample(
        StoredOf(Lens(root: t.a).at(Path<Target, Int>())), "f/capture #1.root → a",
        "f/capture #2 → Path")
    }
    Fixture("self of a protocol extension's closure") { t in
      let numbers = Numbers(held: t.a)
      return Sample(
        StoredOf(numbers.all(Numbers(held: t.b), (1, t.b))), "f/capture #1.held → b",
        "f/capture #2.value → b")
    }
  }
}

@Suite struct CapturedClassFixtureTests {
  @Test(arguments: CapturedClassFixtures.all)
  func everyReferenceIsFound(_ fixture: Fixture) { fixture.check() }
}

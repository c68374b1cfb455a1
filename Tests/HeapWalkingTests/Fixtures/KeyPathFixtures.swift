import HeapWalking
import Testing

/// A subscript index that refers to a target.
private struct Key<Value: AnyObject>: Hashable {
  var small: Int8 = 1
  var value: Value
  static func == (left: Key, right: Key) -> Bool { left.value === right.value }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(value)) }
}
private enum Choice: Hashable {
  case number(Int)
  case key(Key<Target>)
}

private struct Table {
  var x = 1
  var inner: Table? { nil }
  subscript(key: Key<Target>) -> Table {
    get { self }
    set { x += newValue.x }
  }
  subscript(number: Int, key: Key<Other>) -> Int { number }
  subscript(key: Key<Target>?, keys: [Key<Target>], text: String) -> Int { 1 }
  subscript(choice: Choice) -> Int { 1 }
  subscript<Index: Hashable>(generic index: Index) -> Int { 1 }
  subscript<First, Second>(pair index: Pair<First, Second>) -> Int { 1 }
  subscript<First, Second>(number: First, pair index: Second) -> Int
  where First: Hashable, Second: Hashable { 1 }
}
private protocol Marked: AnyObject {}
extension Target: Marked {}
/// Two subscript arguments of any types.
private struct Pair<First, Second>: Hashable {
  var first: First
  var second: Second
  static func == (left: Pair, right: Pair) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
extension Key: @unchecked Sendable where Value: Sendable {}
extension Table {
  subscript(hashable index: AnyHashable) -> Int { 1 }
}

private final class Owner {
  var pad = 0
  var table = Table()
}

@inline(never)
@_optimize(none)
private func generic<Index: Hashable>(_ index: Index) -> AnyKeyPath { \Table[generic: index] }

@inline(never)
@_optimize(none)
private func generic<Number: Hashable, First, Second>(
  _ number: Number, _ pair: Pair<First, Second>
) -> AnyKeyPath { \Table[number, pair: pair] }

/// Key paths with subscript arguments. In optimized builds, the types of the arguments may be
/// unknown: the walker finds them in symbols that the optimizer may remove.
enum KeyPathFixtures {
  @FixtureList static var all: [Fixture] {
    Fixture("key paths without arguments") { t in
      Sample(
        Holder((\Owner.table.x as AnyKeyPath, \Table.inner?.x as AnyKeyPath, t.a)),
        "value.0 → ReferenceWritableKeyPath", "value.1 → KeyPath", "value.2 → a",
        sharesObjects: true)
    }
    Fixture("key path with an object for an index") { t in
      Sample(\Table[Key(value: t.a)], "argument.value → a")
    }
    Fixture("key path with several indices") { t in
      Sample(
        \Table[1, Key(value: t.c)], "argument #2.value → c",
        optimized: ["scanned argument → c"], isScanned: isOptimized)
    }
    Fixture("key path with an optional, an array and a text for indices") { t in
      Sample(
        \Table[Key(value: t.a), [Key(value: t.b)], "text"], "argument #1.value → a",
        "argument #2/[*].value → b", optimized: ["scanned argument → a"], isScanned: isOptimized,
        unexplained: isOptimized ? ["b": 1] : [:])
    }
    Fixture("key path with no optional for an index") { t in
      Sample(
        \Table[nil, [Key(value: t.b)], "text"], "argument #2/[*].value → b", optimized: [],
        isScanned: isOptimized, unexplained: isOptimized ? ["b": 1] : [:])
    }
    Fixture("key path with an enum for an index") { t in
      Sample(
        \Table[.key(Key(value: t.a))], "argument.key.value → a",
        optimized: ["scanned argument → a"], isScanned: isOptimized)
    }
    Fixture("key path with indices on its way") { t in
      Sample(
        \Owner.table[Key(value: t.a)][Key(value: t.b)].inner?.x, "argument.value → a",
        "argument.value → b")
    }
    Fixture("key path made of two") { t in
      let first: KeyPath<Owner, Table> = \Owner.table[Key(value: t.a)]
      return Sample(
        first.appending(path: \Table[2, Key(value: t.c)]), "argument.value → a",
        "argument #2.value → c", optimized: ["scanned argument → a", "scanned argument → c"],
        isScanned: isOptimized)
    }
    Fixture("key path with an index in a hashable box") { t in
      Sample(
        \Table[hashable: AnyHashable(Key(value: t.a))], "argument.value → a",
        optimized: ["scanned argument → a"], isScanned: isOptimized)
    }
    Fixture("key path of a generic function") { t in
      Sample(generic(Key(value: t.a)), "argument.value → a")
    }
    Fixture("key path of a generic function with several parameters") { t in
      Sample(
        generic(1 as Int8, Pair(first: t.a as any Marked, second: [t.c])),
        "argument #2.first → a", "argument #2.second/[*] → c")
    }
    Fixture("key path over a generic subscript") { t in
      Sample(
        \Table[pair: Pair(first: t.a as any Marked, second: t.c as Other?)], "argument.first → a",
        "argument.second → c", optimized: ["scanned argument → a", "scanned argument → c"],
        isScanned: isOptimized)
    }
  }
}

@Suite struct KeyPathFixtureTests {
  @Test(arguments: KeyPathFixtures.all)
  func everyReferenceIsFound(_ fixture: Fixture) { fixture.check() }
}

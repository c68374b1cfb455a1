import HeapWalking
import Testing

private struct Row {
  var n: Int8 = 1
  var t: Target
}

private func grown<Element>(_ elements: Element...) -> [Element] {
  var result: [Element] = []
  result.reserveCapacity(64)
  result.append(contentsOf: elements)
  return result
}

private struct RepeatedView: Sequence, IteratorProtocol {
  var base: Target
  mutating func next() -> Target? { base }
}

enum CollectionFixtures {
  @FixtureList static var arrays: [Fixture] {
    Fixture("array") { t in Sample(Holder([t.a, t.b]), "value/[*] → a", "value/[*] → b") }
    Fixture("empty array") { t in Sample(Holder([Target]()), "value → empty storage") }
    Fixture("array with spare capacity") { t in Sample(Holder(grown(t.a)), "value/[*] → a") }
    Fixture("array with stale spare capacity") { t in
      var array = grown(t.a, t.b, t.b)
      array.removeLast(2)
      return Sample(Holder(array), "value/[*] → a")
    }
    Fixture("two arrays of one storage") { t in
      let array = [t.a]
      return Sample(Holder((array, array)), "value.0/[*] → a", "value.1/[*] → a")
    }
    Fixture("array of optionals") { t in
      Sample(Holder([t.a, nil, t.b] as [Target?]), "value/[*] → a", "value/[*] → b")
    }
    Fixture("array of structs") { t in
      Sample(Holder([Row(t: t.a), Row(t: t.b)]), "value/[*].t → a", "value/[*].t → b")
    }
    Fixture("array of tuples") { t in Sample(Holder([(1, t.a)]), "value/[*].1 → a") }
    Fixture("array of numbers") { t in Sample(Holder([1, 2, 3])) }
    Fixture("array of arrays") { t in
      Sample(
        Holder([[t.a], [], [t.b]]), "value/[*]/[*] → a", "value/[*]/[*] → b",
        "value/[*] → empty storage")
    }
    Fixture("array of closures") { t in
      let (a, c) = (t.a, t.c)
      return Sample(
        Holder([
          {
            use(a)
            use(c)
          }
        ]), "value/[*]/capture #1 → a", "value/[*]/capture #2 → c")
    }
    Fixture("array of Any") { t in
      Sample(Holder([t.a, "text", (1, t.b)] as [Any]), "value/[*] → a", "value/[*].1 → b")
    }
    Fixture("array of weak references") { t in
      Sample(Holder([WeakBox(t.a)]), "weak value/[*].object → a")
    }
    Fixture("contiguous array") { t in
      Sample(Holder(ContiguousArray([t.a])), "value/[*] → a")
    }
    Fixture("array slice owns the whole storage") { t in
      Sample(Holder([t.a, t.b][1...]), "value/[*] → a", "value/[*] → b")
    }
    Fixture("array made from a literal of one class") { t in
      Sample(Holder(Array(repeating: t.a, count: 2)), "value/[*] → a", "value/[*] → a")
    }
  }

  @FixtureList static var hashed: [Fixture] {
    Fixture("dictionary values") { t in
      Sample(Holder(["x": t.a, "y": t.b]), "value/[*] → a", "value/[*] → b")
    }
    Fixture("empty dictionary and set") { t in
      Sample(
        Holder(([String: Target](), Set<IdentityKey>())),
        "value.0 → empty storage", "value.1 → empty storage")
    }
    Fixture("dictionary keys") { t in
      Sample(Holder([IdentityKey(object: t.a): 1]), "value/[*].key.object → a")
    }
    Fixture("dictionary keys and values") { t in
      Sample(
        Holder([IdentityKey(object: t.a): (t.b, t.c)]), "value/[*].key.object → a",
        "value/[*].0 → b", "value/[*].1 → c")
    }
    Fixture("dictionary of closures") { t in
      let (a, c) = (t.a, t.c)
      return Sample(
        Holder([
          1: {
            use(a)
            use(c)
          }
        ]), "value/[*]/capture #1 → a", "value/[*]/capture #2 → c")
    }
    Fixture("dictionary of dictionaries of arrays") { t in
      Sample(Holder(["x": ["y": [t.a]]]), "value/[*]/[*]/[*] → a")
    }
    Fixture("dictionary of small values") { t in
      Sample(Holder([IdentityKey(object: t.a): true]), "value/[*].key.object → a")
    }
    Fixture("dictionary after removals") { t in
      var dictionary = Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, t.b) })
      for key in 0..<99 { dictionary[key] = nil }
      dictionary[99] = t.a
      return Sample(Holder(dictionary), "value/[*] → a")
    }
    Fixture("dictionary of a thousand") { t in
      let dictionary = Dictionary(uniqueKeysWithValues: (0..<1000).map { ($0, t) })
      return Sample(
        Holder(dictionary.filter { $0.key < 2 }), "value/[*] → Targets", "value/[*] → Targets")
    }
    Fixture("set") { t in
      Sample(
        Holder([IdentityKey(object: t.a), IdentityKey(object: t.b)] as Set),
        "value/[*].key.object → a", "value/[*].key.object → b")
    }
    Fixture("dictionary by AnyHashable") { t in
      Sample(
        Holder([AnyHashable(IdentityKey(object: t.a)): t.b as Any]), "value/[*].key.object → a",
        "value/[*] → b")
    }
    Fixture("dictionary views") { t in
      let dictionary = ["x": t.a]
      return Sample(
        Holder((dictionary.keys, dictionary.values, dictionary.startIndex)), "value.0/[*] → a",
        "value.1/[*] → a")
    }
  }

  @FixtureList static var views: [Fixture] {
    Fixture("lazy map") { t in
      let (a, c) = (t.a, t.c)
      return Sample(
        Holder(
          [t.b].lazy.map {
            use(a)
            use(c)
            return $0
          }), "value/[*] → b", "value/capture #1 → a", "value/capture #2 → c")
    }
    Fixture("reversed, enumerated, zipped") { t in
      Sample(
        Holder(([t.a].reversed() as ReversedCollection, [t.b].enumerated(), zip([t.c], [t.d]))),
        "value.0/[*] → a", "value.1/[*] → b", "value.2/[*] → c", "value.2/[*] → d")
    }
    Fixture("array iterator") { t in
      var iterator = [t.a, t.b].makeIterator()
      use(iterator.next())
      return Sample(Holder(iterator), "value/[*] → a", "value/[*] → b")
    }
    Fixture("dictionary iterator") { t in
      Sample(Holder(["x": t.a].makeIterator()), "value/[*] → a")
    }
    Fixture("type-erased sequence") { t in
      Sample(
        Holder(AnySequence([t.a])), "value → _SequenceBox")
    }
    Fixture("collection of one and of none") { t in
      Sample(
        Holder((CollectionOfOne(t.a), EmptyCollection<Target>(), repeatElement(t.b, count: 3))),
        "value.0 → a", "value.2 → b")
    }
    Fixture("closed range of a class") { t in
      let range = Ordered(t.a)...Ordered(t.b)
      return Sample(Holder(range), "value → Ordered", "value → Ordered")
    }
    Fixture("unfolding sequence") { t in
      let (a, c) = (t.a, t.c)
      return Sample(
        Holder(
          sequence(first: t.b) { _ in
            use(a)
            use(c)
            return nil
          }), "value.0 → b", "value/capture #1 → a", "value/capture #2 → c")
    }
    Fixture("custom iterator in an existential") { t in
      Sample(Holder<any IteratorProtocol<Target>>(RepeatedView(base: t.a)), "value.base → a")
    }
  }
}

struct WeakBox {
  weak var object: Target?
  init(_ object: Target) { self.object = object }
}

private final class Ordered: Comparable {
  let t: Target
  init(_ t: Target) { self.t = t }
  static func < (left: Ordered, right: Ordered) -> Bool { left.t.id < right.t.id }
  static func == (left: Ordered, right: Ordered) -> Bool { left.t === right.t }
}

@Suite struct CollectionFixtureTests {
  @Test(arguments: CollectionFixtures.arrays)
  func referencesInArraysAreFound(_ fixture: Fixture) { fixture.check() }

  @Test(arguments: CollectionFixtures.hashed)
  func referencesInDictionariesAndSetsAreFound(_ fixture: Fixture) { fixture.check() }

  @Test(arguments: CollectionFixtures.views)
  func referencesInViewsAndIteratorsAreFound(_ fixture: Fixture) { fixture.check() }
}

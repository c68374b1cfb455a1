import HeapWalking
import Testing

private protocol ClassBound: AnyObject {}
extension Target: ClassBound {}

private final class Weakly {
  weak var f: Target?
  var pad: Int8 = 1
  weak var existential: (any ClassBound)?
  weak var any: AnyObject?
  weak var none: Target?
  init(_ t: Target) {
    f = t
    existential = t
    any = t
  }
}
private final class WeakGone {
  weak var f: Target?
  init() {
    let gone = Target()
    f = gone
    withExtendedLifetime(gone) {}
  }
}
private final class Unownedly {
  unowned var f: Target
  unowned let existential: any ClassBound
  unowned var optional: Target?
  unowned var none: Target?
  init(_ t: Target) {
    f = t
    existential = t
    optional = t
  }
}
@safe private final class UnownedUnsafely {
  unowned(unsafe) var f: Target
  unowned(unsafe) var optional: Target?
  unowned(unsafe) let existential: any ClassBound
  init(_ t: Target) {
    unsafe f = t
    unsafe optional = t
    unsafe existential = t
  }
}
@safe private final class Unmanagedly {
  var f: Unmanaged<Target>
  var optional: Unmanaged<Target>?
  init(_ t: Target) {
    unsafe f = .passUnretained(t)
    unsafe optional = .passUnretained(t)
  }
}
@safe private final class Overretained {
  var f: Unmanaged<Target>
  init(_ t: Target) { unsafe f = .passRetained(t) }
}

private class WeakBase<Element: AnyObject> {
  weak var generic: Element?
  unowned var unownedGeneric: Element
  init(_ element: Element) {
    generic = element
    unownedGeneric = element
  }
}
private final class WeakSubclass: WeakBase<Target> { weak var own: Other? }

private struct WeakPair {
  weak var first: Target?
  var second: Target
  weak var third: Target?
}
private struct UnownedPair {
  unowned var first: Target
  var second: Target
}
@safe private struct UnownedOptional {
  unowned var w: Target?
  var q: Other?
}
@safe private struct UnsafeOptional {
  unowned(unsafe) var w: Target?
  var q: Other?
}
@safe private struct LateOptional {
  var q: Other?
  unowned var w: Target?
}
@safe private struct ExistentialOptional {
  unowned var w: (any ClassBound)?
  var q: Other?
}
@safe private struct GenericOptional<Element: AnyObject> {
  unowned(unsafe) var w: Element?
  var q: Element?
}
/// A structure. An optional of this type is `nil` if the word of `always` is null. If generic code
/// stores `nil`, it leaves the other words unchanged.
@safe private struct MixedOptional {
  unowned var w: Target?
  var q: Other?
  var always: Target
}
@inline(never) private func clear<Value>(_ holder: Holder<Value?>) { holder.value = nil }

/// Optional structures with an unowned optional. Only code that is not generic stores them.
@safe private final class UnownedOptionals {
  var plain: UnownedOptional?
  var unsafely: UnsafeOptional?
  var late: LateOptional?
  var existential: ExistentialOptional?
  var generic: GenericOptional<Other>?
  var twice: UnownedOptional??
  var inner: (Int, UnownedOptional)?
}

private struct WeakGeneric<Element: AnyObject> { weak var element: Element? }

private final class WeakHolder { weak var dying: Dying? }

@MainActor private final class Isolated {
  nonisolated let t: Target
  nonisolated init(_ t: Target) { self.t = t }
}

/// An object that is walked while its deinitializer runs.
private final class Dying {
  let t: Target
  let report: (ObjectReferences) -> Void
  init(_ t: Target, _ report: @escaping (ObjectReferences) -> Void) {
    self.t = t
    self.report = report
  }
  deinit { report(HeapWalker().reading(of: Address(of: self))) }
}

enum StrengthFixtures {
  @FixtureList static var all: [Fixture] {
    Fixture("weak") { t in
      Sample(Weakly(t.a), "weak f → a", "weak existential → a", "weak any → a")
    }
    Fixture("weak to an object that has gone") { t in Sample(WeakGone()) }
    Fixture("unowned") { t in
      Sample(
        Unownedly(t.a), "unowned f → a", "unowned existential → a", "unowned optional → a")
    }
    Fixture("unowned(unsafe)") { t in
      Sample(
        UnownedUnsafely(t.a), "unmanaged f → a", "unmanaged optional → a",
        "unmanaged existential → a")
    }
    Fixture("Unmanaged") { t in
      Sample(Unmanagedly(t.a), "unmanaged f → a", "unmanaged optional → a")
    }
    Fixture("Unmanaged that was retained is an unexplained owner") { t in
      Sample(Overretained(t.a), "unmanaged f → a", unexplained: ["a": 1])
    }
    Fixture("weak and unowned of a generic parameter") { t in
      Sample(WeakBase(t.a), "weak generic → a", "unowned unownedGeneric → a")
    }
    Fixture("weak of a bound generic superclass") { t in
      let object = WeakSubclass(t.a)
      object.own = t.c
      return Sample(object, "weak generic → a", "unowned unownedGeneric → a", "weak own → c")
    }
    Fixture("weak in a struct") { t in
      Sample(
        Holder(WeakPair(first: t.a, second: t.b, third: t.a)), "weak value.first → a",
        "value.second → b", "weak value.third → a")
    }
    Fixture("weak in an optional struct") { t in
      Sample(
        Holder<WeakPair?>(WeakPair(first: t.a, second: t.b, third: nil)),
        "weak value.first → a", "value.second → b")
    }
    Fixture("optional structs with an unowned optional that is nil") { t in
      let object = UnownedOptionals()
      object.plain = UnownedOptional(w: nil, q: t.c)
      object.unsafely = UnsafeOptional(w: nil, q: t.c)
      object.late = LateOptional(q: t.c, w: nil)
      object.existential = ExistentialOptional(w: nil, q: t.c)
      object.generic = GenericOptional(w: nil, q: t.c)
      object.twice = .some(.some(UnownedOptional(w: nil, q: t.c)))
      object.inner = (1, UnownedOptional(w: nil, q: t.c))
      return Sample(
        object, "plain.q → c", "unsafely.q → c", "late.q → c", "existential.q → c", "generic.q → c",
        "twice.q → c", "inner.1.q → c")
    }
    Fixture("optional structs with an unowned optional") { t in
      let object = UnownedOptionals()
      object.plain = UnownedOptional(w: t.a, q: t.c)
      object.late = LateOptional(q: nil, w: t.a)
      object.existential = ExistentialOptional(w: t.a, q: nil)
      object.twice = .some(.some(UnownedOptional(w: t.a, q: nil)))
      return Sample(
        object, "unowned plain.w → a", "plain.q → c", "unowned late.w → a",
        "unowned existential.w → a", "unowned twice.w → a")
    }
    Fixture("optional structs with an unowned optional that are nil") { t in
      let object = UnownedOptionals()
      object.plain = UnownedOptional(w: t.a, q: t.c)
      object.late = LateOptional(q: t.c, w: t.a)
      object.existential = ExistentialOptional(w: t.a, q: t.c)
      object.generic = GenericOptional(w: t.c, q: t.c)
      object.plain = nil
      object.late = nil
      object.existential = nil
      object.generic = nil
      object.twice = .some(nil)
      return Sample(object)
    }
    Fixture("an optional struct whose other reference is nil in generic code") { t in
      let holder = Holder<MixedOptional?>(MixedOptional(w: t.a, q: t.c, always: t.b))
      clear(holder)
      return Sample(holder)
    }
    Fixture("no struct with weak") { t in Sample(Holder<WeakPair?>(nil)) }
    Fixture("weak of a generic struct") { t in
      Sample(Holder(WeakGeneric(element: t.a)), "weak value.element → a")
    }
    Fixture("unowned in a struct in an array") { t in
      Sample(
        Holder([UnownedPair(first: t.a, second: t.b)]), "unowned value/[*].first → a",
        "value/[*].second → b")
    }
    Fixture("unowned in an optional struct") { t in
      Sample(
        Holder([UnownedPair(first: t.a, second: t.b), nil]), "unowned value/[*].first → a",
        "value/[*].second → b")
    }
    Fixture("weak in an existential") { t in
      Sample(
        Holder<Any>(WeakPair(first: t.a, second: t.b)), "weak value/first → a",
        "value/second → b")
    }
    Fixture("isolated class") { t in Sample(Isolated(t.a), "t → a") }
  }
}

@Suite struct StrengthFixtureTests {
  @Test(arguments: StrengthFixtures.all)
  func everyReferenceIsFound(_ fixture: Fixture) { fixture.check() }

  @Test func anObjectInItsDeinitializerIsMarked() throws {
    let t = Target()
    var reading: ObjectReferences?
    do { _ = Dying(t) { reading = $0 } }
    let seen = try #require(reading)
    #expect(seen.counts.isDeiniting)
    #expect(seen.counts.strong == 0)
    #expect(seen.references.map(\.label) == ["t", "report"])
  }

  @Test func aWeakReferenceToADeinitializingObjectIsIgnored() throws {
    let holder = WeakHolder()
    var found: [ObjectReferences.Reference]?
    do {
      let dying = Dying(Target()) { _ in
        found = HeapWalker().reading(of: Address(of: holder)).references
      }
      holder.dying = dying
      #expect(HeapWalker().reading(of: Address(of: holder)).references.count == 1)
      withExtendedLifetime(dying) {}
    }
    #expect(try #require(found).isEmpty)
  }

  @Test func theTargetOfAnUnownedReferenceIsRecognizedAsDestroyed() {
    let holder: Holder<UnownedPair>
    let kept = Target()
    do {
      let gone = Target()
      holder = Holder(UnownedPair(first: gone, second: kept))
      withExtendedLifetime(gone) {}
    }
    let reading = HeapWalker().reading(of: Address(of: holder))
    #expect(reading.references.map(\.strength) == [.unowned, .strong])
    let counts = reading.references.map { ReferenceCounts(of: Address($0.target)) }
    #expect(counts[0].isDeiniting)
    #expect(!counts[1].isDeiniting)
    withExtendedLifetime(kept) {}
  }
}

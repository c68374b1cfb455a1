import HeapWalking
import Testing

final class Holder<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

private final class Optionals {
  var some: Target?
  var none: Target?
  var twice: Target??
  var noneInside: Target??
  var three: Target???
  init(_ t: Target) {
    some = t
    twice = .some(.some(t))
    noneInside = .some(.none)
    three = .some(.some(.some(t)))
  }
}

private struct Inner {
  var a = 1
  var t: Target
}
private struct Outer {
  var flag = true
  var inner: Inner
  var pair: (Int8, Target)
}
private final class Structs {
  var f: Outer
  var optional: Outer?
  var none: Outer?
  init(_ t: Target) {
    f = Outer(inner: Inner(t: t), pair: (1, t))
    optional = f
  }
}

private struct OneWord { var t: Target }
private struct Nested { var one: OneWord }
private struct Generic<First, Second> {
  var small: Int8 = 1
  var first: First
  var second: Second
}
private struct GenericNest<Value> {
  var inner: Generic<Value?, [Value]>
  var tuple: (Value, Int)
}
private struct Empty {}
private struct WithEmpty {
  var nothing = Empty()
  var t: Target
  var void: Void = ()
}
private struct Aligned {
  var byte: UInt8 = 1
  var wide: SIMD4<Float> = .zero
  var t: Target
}

private final class Tuples {
  var labeled: (first: Target, Int8, last: Other)
  var nested: ((Target, Bool), (Int, inner: Target?))
  init(_ t: Target, _ o: Other) {
    labeled = (t, 1, o)
    nested = ((t, true), (3, t))
  }
}

private final class InlineArrays {
  var f: InlineArray<2, Target>
  var structs: InlineArray<2, Inner>
  var optionals: InlineArray<3, Other?>
  var numbers: InlineArray<64, UInt8> = .init(repeating: 0)
  init(_ t: Target, _ o: Other) {
    f = [t, t]
    structs = [Inner(t: t), Inner(t: t)]
    optionals = [nil, o, nil]
  }
}

private final class Metatypes {
  var concrete: Target.Type = Target.self
  var existential: any Any.Type = Target.self
  var optional: AnyObject.Type? = Target.self
  var thin: Int.Type = Int.self
  var protocolType: (any Sequence.Type) = [Int].self
  let t: Target
  init(_ t: Target) { self.t = t }
}

@safe private final class RawPointers {
  var pointer: UnsafeMutableRawPointer
  var typed: UnsafePointer<Target>
  var buffer: UnsafeMutableBufferPointer<Target>
  var opaque: OpaquePointer?
  var identifier: ObjectIdentifier
  var bits: UInt
  init(_ t: Target) {
    unsafe pointer = Unmanaged.passUnretained(t).toOpaque()
    unsafe typed = UnsafePointer(pointer.assumingMemoryBound(to: Target.self))
    unsafe buffer = .init(start: nil, count: 0)
    unsafe opaque = OpaquePointer(pointer)
    identifier = ObjectIdentifier(t)
    unsafe bits = UInt(bitPattern: pointer)
  }
}

private final class FunctionPointers {
  var c: @convention(c) (Int) -> Int = { $0 + 1 }
  var thin: @convention(thin) () -> Void = {}
  var swift: () -> Void
  var optional: (() -> Void)?
  var none: (() -> Void)?
  init(_ t: Target, _ o: Other) {
    swift = {
      use(t)
      use(o)
    }
    optional = {}
  }
}

private struct Opaque {
  var f: some Sequence<Target> = [Target()]
}
private final class OpaqueField {
  var f = Opaque()
  var g: some AnyObject = Target()
}

private struct Deep {
  var byName: [String: [Choice]]
  enum Choice {
    case run(Action)
    case idle
  }
  struct Action {
    var priority = 1
    var body: () -> Void
  }
}

private final class Wide {
  var values: (Target, Target, Target, Target)?
  var texts: (String, String)
  init(_ t: Target) {
    values = (t, t, t, t)
    texts = ("short", "short too")
  }
}

private enum Stop: Error { case now }
private enum Failed: Error { case with(Target) }

enum ValueFixtures {
  @FixtureList static var all: [Fixture] {
    Fixture("optionals, nested and empty") { t in
      Sample(Optionals(t.a), "some → a", "twice → a", "three → a")
    }
    Fixture("optional of a generic parameter") { t in
      Sample(Holder<Target??>(t.a), "value → a")
    }
    Fixture("structs in structs, optional and not") { t in
      Sample(
        Structs(t.a), "f.inner.t → a", "f.pair.1 → a", "optional.inner.t → a",
        "optional.pair.1 → a")
    }
    Fixture("a struct of one reference in another") { t in
      Sample(Holder(Nested(one: OneWord(t: t.a))), "value.one.t → a")
    }
    Fixture("optional of a struct of one reference") { t in
      Sample(Holder<Nested?>(Nested(one: OneWord(t: t.a))), "value.one.t → a")
    }
    Fixture("no struct of one reference") { t in Sample(Holder<Nested?>(nil)) }
    Fixture("generic struct") { t in
      Sample(Holder(Generic(first: t.a, second: t.c)), "value.first → a", "value.second → c")
    }
    Fixture("generic struct of values without references") { t in
      Sample(Holder(Generic(first: 1, second: 2.5)))
    }
    Fixture("generic structs nested") { t in
      Sample(
        Holder(
          GenericNest(inner: Generic(first: t.a, second: [t.b]), tuple: (t.a, 1))),
        "value.inner.first → a", "value.inner.second/[*] → b", "value.tuple.0 → a")
    }
    Fixture("struct with empty parts") { t in Sample(Holder(WithEmpty(t: t.a)), "value.t → a") }
    Fixture("struct aligned to sixteen bytes") { t in
      Sample(Holder(Aligned(t: t.a)), "value.t → a")
    }
    Fixture("tuples, labeled and nested") { t in
      Sample(
        Tuples(t.a, t.c), "labeled.first → a", "labeled.last → c", "nested.0.0 → a",
        "nested.1.inner → a")
    }
    Fixture("optional of a tuple") { t in
      Sample(Holder<(Int, Target)?>((1, t.a)), "value.1 → a")
    }
    Fixture("optional of four references") { t in
      Sample(Wide(t.a), "values.0 → a", "values.1 → a", "values.2 → a", "values.3 → a")
    }
    Fixture("inline arrays") { t in
      Sample(
        InlineArrays(t.a, t.c), "f[*] → a", "f[*] → a", "structs[*].t → a", "structs[*].t → a",
        "optionals[*] → c")
    }
    Fixture("metatypes are no references") { t in Sample(Metatypes(t.a), "t → a") }
    Fixture("raw pointers are no references") { t in Sample(RawPointers(t.a)) }
    Fixture("function values of every convention") { t in
      Sample(FunctionPointers(t.a, t.c), "swift/capture #1 → a", "swift/capture #2 → c")
    }
    Fixture("opaque result type") { t in Sample(OpaqueField(), "f.f/[*] → Target", "g → Target") }
    Fixture("closures in structs in enums in arrays in a dictionary") { t in
      Sample(
        Holder(
          Deep(byName: [
            "x": [.idle, .run(.init(body: { use((t.a, t.c)) }))]
          ])), "value.byName/[*]/[*].run.body → Targets")
    }
    Fixture("result, success") { t in
      Sample(Holder<Result<Target, Stop>>(.success(t.a)), "value.success → a")
    }
    Fixture("result, failure in a box") { t in
      Sample(Holder<Result<Other, any Error>>(.failure(Failed.with(t.a))), "value.failure/with → a")
    }
    Fixture("long string") { t in
      Sample(Holder(String(repeating: "é", count: 40)), "value → __StringStorage")
    }
    Fixture("short string and literal") { t in Sample(Holder(("short", "a literal that is long"))) }
    Fixture("substring and character") { t in
      let text = String(repeating: "é", count: 40)
      return Sample(
        Holder((text.dropFirst(), Character("e" + String(repeating: "\u{301}", count: 9)))),
        "value.0 → __StringStorage", "value.1 → __StringStorage")
    }
  }
}

@Suite struct ValueFixtureTests {
  @Test(arguments: ValueFixtures.all)
  func everyReferenceIsFound(_ fixture: Fixture) { fixture.check() }

  /// Breadcrumbs are created when a string that is not ASCII is indexed by a UTF-16 offset.
  @Test func breadcrumbsOfAStringAreRead() {
    _ = AllocationRecord.installed
    let text = String(repeating: "é", count: 400)
    use(text.utf16.index(text.startIndex, offsetBy: 300))
    let holder = Holder(text)
    let snapshot = HeapWalker().walk(from: [Address(of: holder)])
    // The holder, the text, the breadcrumbs and their array.
    #expect(snapshot.addresses.count == 4)
    #expect(snapshot.strongCounts.suffix(2) == [1, 1])
    #expect(snapshot.coverage.isFull)
    withExtendedLifetime(holder) {}
  }
}

import HeapWalking
import Testing

private enum Single {
  case none
  case some(Target)
  case other
}
private enum SingleOfTwoWords {
  case value(Int, Target)
  case first, second
}
private enum SingleOfPlainAndMany {
  case value(Target)
  case c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15
}
private enum Multi {
  case a(Target)
  case b(Other)
  case c, d
}
private enum Same {
  case left(Target)
  case right(Target)
}
private enum Mixed {
  case a(Target)
  case b(Int, Int, Target)
  case c(String)
  case e
}
private enum WithVoid {
  case nothing(Void)
  case a(Target)
  case b(Other)
}
private enum WithNever {
  case never(Never)
  case a(Target)
  case b(Other)
}
private enum Small {
  case byte(UInt8)
  case a(Target)
  case flag(Bool)
}
private enum Ints {
  case number(Int)
  case a(Target)
}
private enum Generic<Value> {
  case x(Value)
  case y(Other)
  case z
}
private enum GenericSingle<Value> {
  case x(Value)
  case y, z
}
private enum GenericPair<First, Second> {
  case first(First)
  case second(Second)
  case both(First, Second)
}
private indirect enum Tree {
  case leaf(Target)
  case node(Tree, Tree)
  case empty
}
private enum PartlyIndirect {
  case direct(Target)
  indirect case boxed(Int, Other)
  case none
}
private enum SingleIndirect {
  indirect case boxed(Target, Int)
  case none
}
private indirect enum GenericList<Element> {
  case cons(Element, GenericList)
  case end
}
private enum Existential {
  case any(Any)
  case error(any Error)
  case object(AnyObject)
  case none
}
private enum Functions {
  case run(() -> Void)
  case other(Target)
  case none
}
private enum Nested {
  case inner(Multi)
  case single(Single)
  case none
}
private enum DeepNested {
  case nested(Nested)
  case optional(Nested?)
  case none
}
private enum Collections {
  case array([Target])
  case dictionary([String: Target])
  case none
}
private enum References {
  case target(Target)
  case other(Other)
  case array([Target])
  case text(String)
}
private struct Payload {
  var n: Int8 = 1
  var t: Target
}
private enum Structs {
  case payload(Payload)
  case two(Payload, Other)
  case none
}
private enum Labeled {
  case load(from: Target, into: Other)
  case idle
}
private enum EightReferences {
  case a(Target)
  case b(Target)
  case c(Target)
  case d(Target)
  case e(Target)
  case f(Target)
  case g(Target)
  case h(Target)
  case i(Target)
  case j(Target)
  case k(Target)
  case l(Target)
  case m(Target)
  case n(Target)
  case o(Target)
  case p(Target)
  case q(Target)
  case r(Target)
  case none
}
private enum ManyEmpty {
  case a(Target)
  case b(Other)
  case e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11, e12, e13, e14, e15, e16, e17, e18, e19
}
private struct UnownedPayload { unowned var t: Target }
private struct WeakPayload { weak var t: Target? }
private enum Strengths {
  case weakly(WeakPayload)
  case unownedly(UnownedPayload)
  case none
}
private enum RawValued: String { case one, two }
private enum OnlyCase { case only(Target) }
private enum Uninhabited {}

private final class Enums {
  var first: Multi
  var flag = true
  var second: Mixed
  var third: Single
  var fourth: Multi?
  var fifth: Multi??
  init(_ first: Multi, _ second: Mixed, _ third: Single, _ fourth: Multi?) {
    (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
    fifth = fourth
  }
}

private func objects(_ t: Target, _ o: Other) -> [EightReferences] {
  [
    .a(t), .b(t), .c(t), .d(t), .e(t), .f(t), .g(t), .h(t), .i(t), .j(t), .k(t), .l(t), .m(t),
    .n(t), .o(t), .p(t), .q(t), .r(t), .none,
  ]
}

enum EnumFixtures {
  @FixtureList static var layouts: [Fixture] {
    Fixture("single payload, set") { t in Sample(Holder(Single.some(t.a)), "value.some → a") }
    Fixture("single payload, the empty cases") { t in
      Sample(Holder([Single.none, .other]))
    }
    Fixture("single payload of two words") { t in
      Sample(
        Holder([SingleOfTwoWords.value(1, t.a), .first, .second]), "value/[*].value.1 → a")
    }
    Fixture("single payload with many empty cases") { t in
      Sample(
        Holder([SingleOfPlainAndMany.c0, .c7, .c15, .value(t.a)]), "value/[*].value → a")
    }
    Fixture("the only case") { t in Sample(Holder(OnlyCase.only(t.a)), "value.only → a") }
    Fixture("multi-payload of references") { t in
      Sample(
        Holder([Multi.a(t.a), .b(t.c), .c, .d]), "value/[*].a → a", "value/[*].b → c")
    }
    Fixture("two payloads of one type") { t in
      Sample(
        Holder([Same.left(t.a), .right(t.a)]), "value/[*].left → a", "value/[*].right → a")
    }
    Fixture("multi-payload of mixed sizes") { t in
      Sample(
        Holder([Mixed.a(t.a), .b(1, 2, t.b), .c("short"), .e]), "value/[*].a → a",
        "value/[*].b.2 → b")
    }
    Fixture("a case whose payload is empty comes first") { t in
      Sample(
        Holder([WithVoid.nothing(()), .a(t.a), .b(t.c)]), "value/[*].a → a", "value/[*].b → c")
    }
    Fixture("a case that cannot be comes first") { t in
      Sample(Holder([WithNever.a(t.a), .b(t.c)]), "value/[*].a → a", "value/[*].b → c")
    }
    Fixture("payloads smaller than a word beside a reference") { t in
      Sample(Holder([Small.byte(255), .a(t.a), .flag(true)]), "value/[*].a → a")
    }
    Fixture("a number that looks like an object") { t in
      Sample(
        Holder([Ints.number(Int(bitPattern: Address(of: t.b).bits)), .a(t.a)]),
        "value/[*].a → a")
    }
    Fixture("more cases than spare bits count") { t in
      Sample(
        Holder(objects(t.a, t.c)), "value/[*].a → a", "value/[*].b → a", "value/[*].c → a",
        "value/[*].d → a", "value/[*].e → a", "value/[*].f → a", "value/[*].g → a",
        "value/[*].h → a", "value/[*].i → a", "value/[*].j → a", "value/[*].k → a",
        "value/[*].l → a", "value/[*].m → a", "value/[*].n → a", "value/[*].o → a",
        "value/[*].p → a", "value/[*].q → a", "value/[*].r → a")
    }
    Fixture("multi-payload with many empty cases") { t in
      Sample(
        Holder([ManyEmpty.e0, .a(t.a), .e10, .b(t.c), .e19]), "value/[*].a → a",
        "value/[*].b → c")
    }
    Fixture("fields beside fields") { t in
      Sample(
        Enums(.b(t.c), .b(1, 2, t.a), .some(t.b), .a(t.a)), "first.b → c", "second.b.2 → a",
        "third.some → b", "fourth.a → a", "fifth.a → a")
    }
    Fixture("fields without payload") { t in
      Sample(Enums(.c, .e, .none, nil))
    }
    Fixture("raw values and no values") { t in
      Sample(Holder((RawValued.two, nil as Uninhabited?)))
    }
  }

  @FixtureList static var payloads: [Fixture] {
    Fixture("generic multi-payload") { t in
      Sample(
        Holder([Generic.x(t.a), .y(t.c), .z]), "value/[*].x → a", "value/[*].y → c")
    }
    Fixture("generic multi-payload of a number") { t in
      Sample(Holder([Generic.x(1), .y(t.c), .z]), "value/[*].y → c")
    }
    Fixture("generic single payload") { t in
      Sample(Holder([GenericSingle.x((1, t.a)), .y, .z]), "value/[*].x.1 → a")
    }
    Fixture("generic pair") { t in
      Sample(
        Holder([GenericPair.first(t.a), .second(t.c), .both(t.b, t.d)]), "value/[*].first → a",
        "value/[*].second → c", "value/[*].both.0 → b", "value/[*].both.1 → d")
    }
    Fixture("indirect enum") { t in
      Sample(
        Holder(Tree.node(.leaf(t.a), .node(.leaf(t.b), .empty))), "value.node/0.leaf → a",
        "value.node/1.node/0.leaf → b")
    }
    Fixture("one indirect case") { t in
      Sample(
        Holder([PartlyIndirect.direct(t.a), .boxed(1, t.c), .none]), "value/[*].direct → a",
        "value/[*].boxed/1 → c")
    }
    Fixture("single indirect case") { t in
      Sample(Holder([SingleIndirect.boxed(t.a, 2), .none]), "value/[*].boxed/0 → a")
    }
    Fixture("generic indirect enum") { t in
      Sample(
        Holder(GenericList.cons(t.a, .cons(t.b, .end))), "value.cons/0 → a",
        "value.cons/1.cons/0 → b")
    }
    Fixture("existential payloads") { t in
      Sample(
        Holder([Existential.any(t.a), .any((1, t.b)), .object(t.c), .none]),
        "value/[*].any → a", "value/[*].any.1 → b", "value/[*].object → c")
    }
    Fixture("closure payload") { t in
      let (a, c) = (t.a, t.c)
      return Sample(
        Holder([
          Functions.run {
            use(a)
            use(c)
          }, .other(t.b), .none,
        ]), "value/[*].run/capture #1 → a", "value/[*].run/capture #2 → c",
        "value/[*].other → b")
    }
    Fixture("enums in enums") { t in
      Sample(
        Holder([Nested.inner(.b(t.c)), .inner(.d), .single(.some(t.a)), .single(.other), .none]),
        "value/[*].inner.b → c", "value/[*].single.some → a")
    }
    Fixture("enums in optional enums in enums") { t in
      Sample(
        Holder([
          DeepNested.nested(.inner(.a(t.a))), .optional(.single(.some(t.b))), .optional(nil), .none,
        ]), "value/[*].nested.inner.a → a", "value/[*].optional.single.some → b")
    }
    Fixture("collection payloads") { t in
      Sample(
        Holder([Collections.array([t.a]), .dictionary(["k": t.b]), .none]),
        "value/[*].array/[*] → a", "value/[*].dictionary/[*] → b")
    }
    Fixture("payloads of bridge objects and references") { t in
      Sample(
        Holder([References.target(t.a), .other(t.c), .array([t.b]), .text("short")]),
        "value/[*].target → a", "value/[*].other → c", "value/[*].array/[*] → b")
    }
    Fixture("struct payloads") { t in
      Sample(
        Holder([Structs.payload(Payload(t: t.a)), .two(Payload(t: t.b), t.c), .none]),
        "value/[*].payload.t → a", "value/[*].two.0.t → b", "value/[*].two.1 → c")
    }
    Fixture("labeled payload") { t in
      Sample(
        Holder(Labeled.load(from: t.a, into: t.c)), "value.load.from → a", "value.load.into → c")
    }
    Fixture("weak and unowned payloads") { t in
      Sample(
        Holder([
          Strengths.weakly(WeakPayload(t: t.a)), .unownedly(UnownedPayload(t: t.b)), .none,
        ]), "weak value/[*].weakly.t → a", "unowned value/[*].unownedly.t → b")
    }
    Fixture("optional enum") { t in
      Sample(
        Holder([Multi.a(t.a) as Multi?, nil, .some(.c)]), "value/[*].a → a")
    }
    Fixture("optional optional enum") { t in
      Sample(
        Holder([Mixed.b(1, 2, t.a) as Mixed??, .some(nil), nil, .some(.e)]),
        "value/[*].b.2 → a")
    }
  }
}

@Suite struct EnumFixtureTests {
  @Test(arguments: EnumFixtures.layouts)
  func referencesInEveryLayoutAreFound(_ fixture: Fixture) { fixture.check() }

  @Test(arguments: EnumFixtures.payloads)
  func referencesInEveryPayloadAreFound(_ fixture: Fixture) { fixture.check() }
}

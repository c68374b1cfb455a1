import HeapWalking
import Testing

private protocol ClassBound: AnyObject {}
private protocol AlsoClassBound: AnyObject {}
private protocol Anything {}
private protocol Refined: Anything {}
private protocol Container<Item>: AnyObject { associatedtype Item }
private protocol ValueContainer<Item> { associatedtype Item }

private class Adopter: ClassBound, AlsoClassBound, Anything, Refined {
  let t: Target
  init(_ t: Target) { self.t = t }
}
extension Target: ClassBound, AlsoClassBound, Anything, Refined {}
extension Other: ClassBound, Container, ValueContainer {
  typealias Item = Int
}

private struct Small: Anything, Refined { var t: Target }
private struct ThreeWords: Anything {
  var n = 1
  var t: Target
  var m = 2
}
private struct Big: Anything {
  var n = (1, 2, 3)
  var t: Target
}
private struct Wide: Anything {
  var lanes: SIMD2<Double> = .zero
}
private struct GenericValue<Value>: Anything, ValueContainer {
  typealias Item = Int
  var value: Value
}
private enum Choice: Anything {
  case one(Target)
  case two(Other)
  case none
}
private struct Failure: Error {
  var code = 3
  var t: Target
}
private enum Broken: Error {
  case here(Target)
  case there
}
private final class ClassError: Error {
  let t: Target
  init(_ t: Target) { self.t = t }
}

private final class Compositions {
  var both: any ClassBound & AlsoClassBound
  var withClass: any Target & ClassBound
  var values: any Anything & Sendable
  var objects: any AnyObject & Sendable
  init(_ t: Target, _ o: Other) {
    both = t
    withClass = t
    values = t
    objects = o
  }
}

private final class Existentials {
  var classBound: any ClassBound
  var optional: (any ClassBound)?
  var none: (any ClassBound)?
  var anyObject: AnyObject
  var optionalAny: Any?
  var noAny: Any?
  init(_ t: Target, _ o: Other) {
    classBound = t
    optional = o
    anyObject = t
    optionalAny = o
  }
}

private final class AnyField {
  var f: Any
  init(_ f: Any) { self.f = f }
}
private final class ErrorField {
  var f: any Error
  var optional: (any Error)?
  init(_ f: any Error) {
    self.f = f
    optional = nil
  }
}
private final class TypedErrors {
  var f: Result<Int, Failure>
  init(_ f: Failure) { self.f = .failure(f) }
}
private final class OpaqueField {
  var f: any Anything
  var optional: (any Anything)?
  var none: (any Anything)?
  init(_ f: any Anything, _ g: (any Anything)?) {
    self.f = f
    optional = g
  }
}
private final class Parameterized {
  var object: any Container<Int>
  var value: any ValueContainer<Int>
  var optional: (any ValueContainer<Int>)?
  var metatype: any ValueContainer<Int>.Type
  init(_ object: any Container<Int>, _ value: any ValueContainer<Int>) {
    self.object = object
    self.value = value
    metatype = Other.self
  }
}

enum ExistentialFixtures {
  @FixtureList static var all: [Fixture] {
    Fixture("class-bound and AnyObject") { t in
      Sample(
        Existentials(t.a, t.c), "classBound → a", "optional → c", "anyObject → a",
        "optionalAny → c")
    }
    Fixture("compositions, with a class and without") { t in
      Sample(
        Compositions(t.a, t.c), "both → a", "withClass → a", "values → a", "objects → c")
    }
    Fixture("Any of an object") { t in Sample(AnyField(t.a), "f → a") }
    Fixture("Any of a small struct") { t in Sample(AnyField(Small(t: t.a)), "f.t → a") }
    Fixture("Any of a struct that just fits") { t in
      Sample(AnyField(ThreeWords(t: t.a)), "f.t → a")
    }
    Fixture("Any of a struct in a box") { t in Sample(AnyField(Big(t: t.a)), "f/t → a") }
    Fixture("Any of a struct whose alignment needs a box") { t in
      Sample(AnyField((Wide(), t.a)), "f/1 → a")
    }
    Fixture("Any of an optional, and of nothing") { t in
      Sample(AnyField([t.a as Target?, nil] as [Any?]), "f/[*] → a")
    }
    Fixture("Any of a tuple") { t in Sample(AnyField((1, t.a)), "f.1 → a") }
    Fixture("Any of an enum") { t in Sample(AnyField(Choice.two(t.c)), "f.two → c") }
    Fixture("Any of a closure") { t in
      Sample(
        AnyField(
          {
            use(t.a)
            use(t.c)
          } as () -> Void), "f → Targets")
    }
    Fixture("Any of a metatype") { t in Sample(AnyField(Target.self)) }
    Fixture("Any of an array of Any") { t in
      Sample(AnyField([t.a, 1, Small(t: t.b)] as [Any]), "f/[*] → a", "f/[*].t → b")
    }
    Fixture("Any in Any") { t in
      Sample(AnyField([Small(t: t.a) as Any] as Any), "f/[*].t → a")
    }
    Fixture("opaque existentials, inline and in a box") { t in
      Sample(OpaqueField(Small(t: t.a), Big(t: t.b)), "f.t → a", "optional/t → b")
    }
    Fixture("opaque existential of an object") { t in
      Sample(OpaqueField(t.a, nil), "f → a")
    }
    Fixture("opaque existential of a generic struct") { t in
      Sample(
        OpaqueField(GenericValue(value: t.a), GenericValue(value: (1, 2, 3, t.b))),
        "f.value → a", "optional/value.3 → b")
    }
    Fixture("opaque existential of an enum") { t in
      Sample(OpaqueField(Choice.one(t.a), Choice.none), "f.one → a")
    }
    Fixture("refined protocol") { t in
      Sample(Holder<any Refined>(Small(t: t.a)), "value.t → a")
    }
    Fixture("error in a box") { t in
      Sample(ErrorField(Failure(t: t.a)), "f/t → a")
    }
    Fixture("error of an enum") { t in Sample(ErrorField(Broken.here(t.a)), "f/here → a") }
    Fixture("error of an enum without payload") { t in
      Sample(ErrorField(Broken.there))
    }
    Fixture("error of a class") { t in Sample(ErrorField(ClassError(t.a)), "f → ClassError") }
    Fixture("optional error") { t in
      let object = ErrorField(Failure(t: t.a))
      object.optional = Failure(t: t.b)
      return Sample(object, "f/t → a", "optional/t → b")
    }
    Fixture("errors of two types through one plan store") { t in
      Sample(
        Holder<[any Error]>([Failure(t: t.a), Broken.here(t.b), Failure(t: t.b)]),
        "value/[*]/t → a", "value/[*]/here → b", "value/[*]/t → b")
    }
    Fixture("typed failure") { t in Sample(TypedErrors(Failure(t: t.a)), "f.failure.t → a") }
    Fixture("parameterised protocols") { t in
      Sample(
        Parameterized(t.c, GenericValue(value: t.a)), "object → c", "value.value → a")
    }
    Fixture("parameterised protocol in a box") { t in
      Sample(
        Parameterized(t.c, GenericValue(value: (1, 2, 3, t.a))), "object → c",
        "value/value.3 → a")
    }
    Fixture("array of existentials") { t in
      Sample(
        Holder<[any Anything]>([Small(t: t.a), Big(t: t.b), t.a]), "value/[*].t → a",
        "value/[*]/t → b", "value/[*] → a")
    }
    Fixture("AnyHashable, inline and in a box") { t in
      Sample(
        Holder<[AnyHashable]>([
          AnyHashable(IdentityKey(object: t.a)), AnyHashable(1),
          AnyHashable(BigKey(object: t.b)),
        ]), "value/[*].object → a", "value/[*]/object → b")
    }
  }
}

/// A key that is hashed and compared by identity.
struct IdentityKey: Hashable {
  let object: Target
  static func == (left: Self, right: Self) -> Bool { left.object === right.object }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}

private struct BigKey: Hashable {
  let numbers = [1, 2]
  let pair = "one"
  let object: Target
  static func == (left: Self, right: Self) -> Bool { left.object === right.object }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}

@Suite struct ExistentialFixtureTests {
  @Test(arguments: ExistentialFixtures.all)
  func everyReferenceIsFound(_ fixture: Fixture) { fixture.check() }
}

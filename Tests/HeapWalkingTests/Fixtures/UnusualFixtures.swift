import HeapWalking
import Observation
import Synchronization
import Testing

private struct Key: Hashable, @unchecked Sendable {
  let t: Target
  static func == (left: Key, right: Key) -> Bool { left.t === right.t }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(t)) }
}
private final class Failure: Error {
  let t: Target
  init(_ t: Target) { self.t = t }
}
private struct ValueFailure: Error { let t: Target }
private enum Payload: Hashable {
  case empty
  case key(Key)
  case pair(Int, Key)
}
private protocol Shape: AnyObject { var t: Target { get } }
private final class Square: Shape {
  let t: Target
  init(_ t: Target) { self.t = t }
}
private protocol Maker {
  associatedtype Product
  var product: Product { get }
}
private struct TargetMaker: Maker { let product: Target }
private func opaque(_ t: Target) -> some Maker { TargetMaker(product: t) }
private func opaqueSequence(_ t: Target) -> some Sequence<Target> {
  [t].lazy.filter { $0.id > 0 }.map { $0 }
}

private indirect enum Tree<Leaf> {
  case leaf(Leaf)
  case branch(Tree, Tree)
}
private struct Packed<each Payload> {
  var all: (repeat each Payload)?
  var result: Result<(repeat each Payload), any Error>
}
private enum Wide<A, B> {
  case first(A, B)
  case second(Result<A, any Error>, [B]?)
  case third((A) -> B)
  case fourth
}

@Observable private final class Model {
  var t: Target
  var list: [Other] = []
  @ObservationIgnored var action: (() -> Void)?
  init(_ t: Target, _ o: Other) {
    self.t = t
    list = [o]
  }
}

@propertyWrapper private struct Projected<Value> {
  var wrappedValue: Value
  let onChange: (Value) -> Void
  var projectedValue: (Value) -> Void { onChange }
}
private final class Wrapping {
  @Projected var t: Target
  init(_ t: Target, _ o: Other) {
    _t = Projected(wrappedValue: t) {
      use($0)
      use(o)
    }
  }
}
private final class LazyClosures {
  let t: Target
  lazy var action: () -> Void = { [unowned self] in use(self.t) }
  lazy var strong: () -> Target = { self.t }
  init(_ t: Target) { self.t = t }
}

@resultBuilder private enum Steps {
  static func buildBlock(_ steps: (() -> Void)...) -> [() -> Void] { steps }
  static func buildExpression(_ step: @escaping () -> Void) -> () -> Void { step }
}
private func steps(@Steps _ build: () -> [() -> Void]) -> [() -> Void] { build() }

private final class SendingClosures {
  let f: () -> Void
  init(_ f: sending @escaping () -> Void) { self.f = f }
}
private final class TypedThrows {
  let f: (Int) throws(ValueFailure) -> Target
  init(_ f: @escaping (Int) throws(ValueFailure) -> Target) { self.f = f }
}
private final class Isolation {
  nonisolated(unsafe) var t: Target?
  nonisolated(unsafe) let list: [AnyObject]
  nonisolated(unsafe) weak var weakly: Target?
  init(_ t: Target) {
    unsafe self.t = t
    unsafe list = [t]
    unsafe weakly = t
  }
}
private final class Locked: Sendable {
  let list: Mutex<[Target]>
  let nested: Mutex<[Int: [Key]]>
  let atomic: Atomic<Int>
  let some: Mutex<(any Error)?>
  init(_ t: Target) {
    list = Mutex([t])
    nested = Mutex([1: [Key(t: t)]])
    atomic = Atomic(1)
    some = Mutex(ValueFailure(t: t))
  }
}
private final class GenericStorage<Value> {
  let value: Value
  init(_ value: Value) { self.value = value }
}
/// Constructs that are rare in programs.
enum UnusualFixtures {
  @FixtureList static var all: [Fixture] {
    Fixture("set of enums with objects") { t in
      Sample(
        Holder(Set([Payload.key(Key(t: t.a)), .pair(1, Key(t: t.b)), .empty])),
        "value/[*].key.key.t → a", "value/[*].key.pair.1.t → b")
    }
    Fixture("results, optional and nested, of any error") { t in
      Sample(
        Holder(
          [
            Result<Target, any Error>.success(t.a), .failure(Failure(t.b)),
            .failure(ValueFailure(t: t.a)),
          ] as [Result<Target, any Error>?]), "value/[*].failure → Failure",
        "value/[*].failure/t → a", "value/[*].success → a")
    }
    Fixture("optional class-bound composition") { t in
      Sample(Holder<(any Shape & AnyObject)?>(Square(t.a)), "value → Square")
    }
    Fixture("nested generic enums") { t in
      Sample(
        Holder(
          Tree<Wide<Target, Other>>.branch(
            .leaf(.first(t.a, t.c)), .branch(.leaf(.second(.success(t.b), [t.d])), .leaf(.fourth)))),
        "value.branch/0.leaf/first.0 → a", "value.branch/0.leaf/first.1 → c",
        "value.branch/1.branch/0.leaf/second.0.success → b",
        "value.branch/1.branch/0.leaf/second.1/[*] → d")
    }
    Fixture("closure in a generic enum") { t in
      let o = t.c
      let a = t.a
      return Sample(
        Holder(
          Wide<Target, Other>.third { _ in
            use(a); return o
          }), "value.third/capture #1 → a", "value.third/capture #2 → c")
    }
    Fixture("enum with a payload pack") { t in
      Sample(
        Holder(Packed<Target, Int, Other>(all: (t.a, 1, t.c), result: .success((t.b, 2, t.d)))),
        "value.all.0 → a", "value.all.2 → c", "value.result.success.0 → b",
        "value.result.success.2 → d")
    }
    Fixture("opaque results in generics") { t in
      Sample(
        Holder((GenericStorage(opaque(t.a)), GenericStorage(opaqueSequence(t.b)))),
        "value.0 → GenericStorage", "value.1 → GenericStorage")
    }
    Fixture("observable class") { t in
      let model = Model(t.a, t.c)
      return Sample(
        model, "_$observationRegistrar.extent → ObservationRegistrar.Extent", "_list/[*] → c",
        "_t → a", sharesObjects: true)
    }
    Fixture("wrapper with a projected closure") { t in
      Sample(Wrapping(t.a, t.c), "_t.onChange → c", "_t.wrappedValue → a")
    }
    Fixture("lazy closures, unowned") { t in
      let object = LazyClosures(t.a)
      object.action()
      return Sample(object, "t → a", "unowned action/capture #1 → LazyClosures")
    }
    Fixture("closures of a result builder") { t in
      let (a, c) = (t.a, t.c)
      return Sample(
        Holder(
          steps {
            {
              use(a); use(c)
            }
            t.b.run
          }), "value/[*] → b", "value/[*]/capture #1 → a", "value/[*]/capture #2 → c")
    }
    Fixture("sending closure") { t in
      let (a, c) = (t.a, t.c)
      return Sample(
        SendingClosures {
          use(a); use(c)
        }, "f/capture #1 → a", "f/capture #2 → c")
    }
    Fixture("typed throws") { t in
      let (a, c) = (t.a, t.c)
      return Sample(
        TypedThrows { number throws(ValueFailure) in
          use(c)
          if number < 0 { throw ValueFailure(t: a) }
          return a
        }, "f/capture #1 → c", "f/capture #2 → a")
    }
    Fixture("nonisolated storage") { t in
      Sample(Isolation(t.a), "list/[*] → a", "t → a", "weak weakly → a")
    }
    Fixture("locked collections") { t in
      Sample(Locked(t.a), "list/[*] → a", "nested/[*]/[*].t → a", "some/t → a")
    }
  }
}

@Suite struct UnusualFixtureTests {
  @Test(arguments: UnusualFixtures.all)
  func everyReferenceIsFound(_ fixture: Fixture) { fixture.check() }
}

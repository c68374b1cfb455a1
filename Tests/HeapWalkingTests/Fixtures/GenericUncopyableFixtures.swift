import HeapWalking
import Synchronization
import Testing

private struct One<Value>: ~Copyable {
  var small: Int8 = 3
  var value: Value
}
private enum Choice<Value>: ~Copyable {
  case none
  case value(Value)
  case pair(Int, Value)
}
private struct Table<Key: Hashable, Value>: ~Copyable { var values: [Key: Value] }
private struct Several<each Value>: ~Copyable { var values: (repeat each Value) }
private struct Counted<let count: Int, Value>: ~Copyable { var values: InlineArray<count, Value> }
private struct Outer<First> {
  struct Inner<Second>: ~Copyable {
    var first: First
    var second: Second
  }
  struct Plain: ~Copyable { var first: First }
  enum Choice: ~Copyable {
    case some(First)
    case none
  }
}
extension Array {
  fileprivate struct Rest: ~Copyable { var element: Element }
}
extension Array where Element: Marked {
  fileprivate struct MarkedRest: ~Copyable { var element: Element }
}

private protocol Marked: AnyObject {}
private protocol Holding {}
private protocol Sequenced<Element> { associatedtype Element }
private class Base {}
private final class Node: Base, Marked, Holding { var t: Target? }
private struct Held<Value>: Holding, Sequenced {
  typealias Element = Value
  var value: Value
}
private struct Name: Hashable { var number: Int }
extension Target: Marked {}

private final class Existentials {
  var optional = One<(any Marked)?>(value: nil)
  var choice = Choice<(Int8, x: Int, any Holding, [Int])>.none
  var both: One<any Marked & Holding>?
  var any: One<Any>?
  var object: One<AnyObject>?
  var constrained: Choice<any Sequenced<Target>> = .none
  var derived: One<any Base & Marked>?
  var error: One<(any Error)?>?
  var types: One<(any Holding.Type, Int.Type, Target)>?
  init(_ t: Target, _ o: Other) {
    let node = Node()
    node.t = t
    optional.value = t
    choice = .pair(1, (1, 2, Held(value: o), [1]))
    both = One(value: node)
    any = One(value: t)
    object = One(value: t)
    constrained = .value(Held(value: t))
    derived = One(value: node)
    error = One(value: nil)
    types = One(value: (Held<Int>.self, Int.self, t))
  }
}
@safe private final class Functions {
  var async: One<() async throws -> Int>?
  var isolated: One<@MainActor () -> Void>?
  var code: One<(@convention(c) () -> Void, Target)>?
  var raw: One<(UnsafeMutableRawPointer?, Target)>?
  init(_ t: Target) {
    async = One(value: { t.id })
    isolated = One(value: { t.run() })
    code = One(value: ({}, t))
    unsafe raw = One(value: (nil, t))
  }
}
private final class Contexts {
  var inner: Outer<Target>.Inner<[Other]>?
  var plain: Outer<(Int, Target)>.Plain?
  var choice: Outer<Target>.Choice = .none
  var rest: [Target].Rest?
  var marked: [Target].MarkedRest?
  init(_ t: Target, _ o: Other) {
    inner = .init(first: t, second: [o])
    plain = .init(first: (1, t))
    choice = .some(t)
    rest = .init(element: t)
    marked = .init(element: t)
  }
}
@safe private final class Arguments {
  var table: Table<Name, Target>?
  var several: Several<Int, Target, Other?>?
  var counted: Counted<3, Target>?
  var library: One<ArraySlice<Target>>?
  var unmanaged: One<(Unmanaged<Target>, Target)>?
  var names: One<[String: (any Holding)?]>?
  let mutex: Mutex<[Name: (any Holding)?]>
  init(_ t: Target, _ o: Other) {
    table = Table(values: [Name(number: 1): t])
    several = Several(values: (1, t, o))
    counted = Counted(values: .init(repeating: t))
    library = One(value: [t])
    unsafe unmanaged = One(value: (.passUnretained(t), t))
    names = One(value: ["a": Held(value: t)])
    mutex = Mutex([Name(number: 1): Held(value: t)])
  }
}
private final class Parameters<First, let count: Int> {
  var one: One<First>
  var list: Choice<[First]> = .none
  var counted: Counted<count, First>
  init(_ first: First) {
    one = One(value: first)
    list = .value([first])
    counted = Counted(values: .init(repeating: first))
  }
}
private func local(_ t: Target, _ o: Other) -> AnyObject {
  struct Local: ~Copyable { var t: Target }
  struct Generic<Value>: ~Copyable { var value: Value }
  final class Owner {
    var local: Local?
    var generic: Generic<(Int, Other)>?
    init(_ t: Target, _ o: Other) {
      local = Local(t: t)
      generic = Generic(value: (1, o))
    }
  }
  return Owner(t, o)
}

/// Generic noncopyable types, with various kinds of arguments and contexts.
enum GenericUncopyableFixtures {
  @FixtureList static var all: [Fixture] {
    Fixture("generic uncopyable types of existentials") { t in
      Sample(
        Existentials(t.a, t.c), "optional.value → a", "choice.pair.1.2.value → c",
        "both.value → Node", "any.value → a", "object.value → a", "constrained.value.value → a",
        "derived.value → Node", "types.value.2 → a")
    }
    Fixture("generic uncopyable types of functions and pointers") { t in
      Sample(
        Functions(t.a), "async.value → a", "isolated.value → a", "code.value.1 → a",
        "raw.value.1 → a")
    }
    Fixture("generic uncopyable types in generic types and extensions") { t in
      Sample(
        Contexts(t.a, t.c), "inner.first → a", "inner.second/[*] → c", "plain.first.1 → a",
        "choice.some → a", "rest.element → a", "marked.element → a")
    }
    Fixture("generic uncopyable types of constrained parameters, packs and numbers") { t in
      Sample(
        Arguments(t.a, t.c), "table.values/[*] → a", "several.values.1 → a",
        "several.values.2 → c", "counted.values[*] → a", "counted.values[*] → a",
        "counted.values[*] → a", "library.value/[*] → a", "unmanaged unmanaged.value.0 → a",
        "unmanaged.value.1 → a", "names.value/[*].value → a", "mutex/[*].value → a")
    }
    Fixture("generic uncopyable types of a generic class's parameters") { t in
      Sample(
        Parameters<(Int8, Target), 2>((1, t.a)), "one.value.1 → a", "list.value/[*].1 → a",
        "counted.values[*].1 → a", "counted.values[*].1 → a")
    }
    Fixture("local uncopyable types") { t in
      Sample(local(t.a, t.c), "local.t → a", "generic.value.1 → c")
    }
  }
}

@Suite struct GenericUncopyableFixtureTests {
  @Test(arguments: GenericUncopyableFixtures.all)
  func everyReferenceIsFound(_ fixture: Fixture) { fixture.check() }
}

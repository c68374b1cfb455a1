import Dispatch
import Foundation
import HeapWalking
import Testing

private struct Key: Hashable, @unchecked Sendable {
  let t: Target
  static func == (left: Key, right: Key) -> Bool { left.t === right.t }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(t)) }
}
private func consumed(_ t: consuming Target, _ o: consuming Other) -> () -> Void {
  {
    use(t)
    use(o)
  }
}
@safe private final class CContext {
  let context: UnsafeMutableRawPointer
  let f: @convention(c) (UnsafeMutableRawPointer) -> Void
  init(_ t: Target) {
    unsafe context = Unmanaged.passRetained(t).toOpaque()
    unsafe f = { _ in }
  }
}
@dynamicMemberLookup private struct Lens<Root: AnyObject> {
  let root: Root
  subscript<Value>(dynamicMember path: KeyPath<Root, Value>) -> () -> Value {
    { [root] in root[keyPath: path] }
  }
}
private final class Views {
  let keys: Dictionary<Key, Other>.Keys
  let values: Dictionary<Key, Other>.Values
  let slice: Slice<LazyMapSequence<[Target], Target>>
  let substring: Substring
  let character: Character
  let family: Character
  let text: StaticString = "static"
  let utf8: String.UTF8View
  init(_ t: Target, _ o: Other) {
    let byKey = [Key(t: t): o]
    keys = byKey.keys
    values = byKey.values
    let mapped = [t, t].lazy.map { $0 }
    slice = Slice(base: mapped, bounds: 0..<1)
    let long = String(repeating: "text", count: 10)
    substring = long.dropFirst(3)
    character = "x"
    family = Character("👨‍👩‍👧‍👦")
    utf8 = String(repeating: "utf8", count: 10).utf8
  }
}
private final class FoundationValues {
  let url = URL(string: "https://example.com/a/long/path/that/is/on/the/heap?and=query")
  let data = Data(repeating: 1, count: 100)
  let slice = Data(repeating: 1, count: 100)[20..<60]
  let date = Date()
  let path = IndexPath(indexes: [1, 2, 3])
  let decimal = Decimal(string: "1.25")
  let locale = Locale(identifier: "de_DE")
  let calendar = Calendar(identifier: .gregorian)
  let zone = TimeZone(identifier: "Europe/Berlin")
  let components = DateComponents(calendar: Calendar(identifier: .iso8601), year: 2026)
  let interval = DateInterval(start: Date(), duration: 1)
  let characters = CharacterSet(charactersIn: "abc")
  let measurement = Measurement(value: 1, unit: UnitLength.meters)
  let uuid = UUID()
  let urlComponents = URLComponents(string: "https://example.com/a?b=c")
  let t: Target
  init(_ t: Target) { self.t = t }
}
private final class Attributed {
  let text: AttributedString
  let t: Target
  init(_ t: Target) {
    var text = AttributedString("hello and a long text that is on the heap")
    text.link = URL(string: "https://example.com")
    self.text = text
    self.t = t
  }
}
private final class Hashables {
  let object: AnyHashable
  let set: Set<AnyHashable>
  let byAny: [AnyHashable: Any]
  init(_ t: Target, _ o: Other) {
    object = AnyHashable(Key(t: t))
    set = [AnyHashable(Key(t: t)), 1, "x"]
    byAny = ["key": o, 1: t]
  }
}
private final class Expressions {
  let regex: Regex<Substring>
  let mapped: (Substring) -> Target
  init(_ t: Target) {
    regex = /a+b/
    mapped = { _ in t }
  }
}
private actor Executing {
  final class Executor: SerialExecutor {
    let t: Target
    init(_ t: Target) { self.t = t }
    func enqueue(_ job: consuming ExecutorJob) {}
  }
  let executor: Executor
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }
  var waiting: [CheckedContinuation<Void, Never>] = []
  init(_ t: Target) { executor = Executor(t) }
}
private final class KeyPaths {
  let paths: [PartialKeyPath<Pair>]
  let writable: WritableKeyPath<Pair, Target>
  let pair: Pair
  init(_ t: Target, _ o: Other) {
    paths = [\Pair.first, \Pair.second.id]
    writable = \Pair.first
    pair = Pair(first: t, second: o)
  }
}
private struct Pair {
  var first: Target
  var second: Other
}
private class Base: NSObject {
  var first: Target?
  var name: String = "a name that is long enough for the heap"
}
private class Middle<Value>: Base { var value: Value?; var more: [Value] = [] }
private final class Bottom: Middle<Target> { let pad: Int8 = 1; var last: Other? }

/// Constructs in which a library's objects refer to a program's objects.
enum LibraryFixtures {
  @FixtureList static var all: [Fixture] {
    Fixture("consumed captures") { t in
      Sample(Stored(consumed(t.a, t.c)), "f/capture #1 → a", "f/capture #2 → c")
    }
    Fixture("context of a C function") { t in Sample(CContext(t.a), unexplained: ["a": 1]) }
    Fixture("lens") { t in
      Sample(
        StoredOf(Lens(root: t.a).id), "f/capture #1 → a", "f/capture #2 → ReferenceWritableKeyPath",
        optimized: ["f → a"], sharesObjects: true)
    }
    Fixture("views of collections and strings") { t in
      Sample(
        Views(t.a, t.c), "keys/[*] → c", "keys/[*].key.t → a", "slice/[*] → a", "slice/[*] → a",
        "substring → __StringStorage", "utf8 → __StringStorage", "values/[*] → c",
        "values/[*].key.t → a")
    }
    Fixture("values of Foundation") { t in
      Sample(
        FoundationValues(t.a), "calendar → _CalendarGregorian", "characters → NSCharacterSet",
        "components → _CalendarGregorian", "data → __DataStorage", "locale → _LocaleICU",
        "measurement → UnitLength", "slice → __DataStorage", "t → a", "url → _SwiftURL",
        "urlComponents → URLParseInfo", "zone → _TimeZoneICU", sharesObjects: true)
    }
    Fixture("attributed string") { t in
      Sample(Attributed(t.a), "t → a", "text → AttributedString.Guts", sharesObjects: true)
    }
    Fixture("hashable boxes") { t in
      Sample(
        Hashables(t.a, t.c), "byAny/[*] → a", "byAny/[*] → c", "object.t → a", "set/[*].key.t → a")
    }
    Fixture("regular expression") { t in
      Sample(Expressions(t.a), "mapped → a", "regex → Regex.Program", sharesObjects: true)
    }
    Fixture("actor with an executor") { t in
      Sample(Executing(t.a), "executor → Executing.Executor", "waiting → empty storage")
    }
    Fixture("key paths and what they lead through") { t in
      Sample(
        KeyPaths(t.a, t.c), "pair.first → a", "pair.second → c",
        "paths/[*] → ReferenceWritableKeyPath", "paths/[*] → WritableKeyPath",
        "writable → WritableKeyPath", sharesObjects: true)
    }
    Fixture("subclasses of NSObject, generic in between") { t in
      let object = Bottom()
      object.first = t.a
      object.value = t.b
      object.more = [t.a]
      object.last = t.c
      return Sample(
        object, "first → a", "last → c", "more/[*] → a", "value → b", sharesObjects: true)
    }
    Fixture("AsyncStream's continuation and its handler") { t in
      let (a, c) = (t.a, t.c)
      let (stream, continuation) = AsyncStream.makeStream(of: Target.self)
      continuation.onTermination = { _ in
        use(a); use(c)
      }
      continuation.yield(t.b)
      return Sample(
        Holder((stream, continuation)), "value.0 → AsyncStream._Context",
        "value.1 → AsyncStream._Storage")
    }
    Fixture("notification with an object") { t in
      Sample(
        Holder([Notification(name: Notification.Name("x"), object: t.a, userInfo: ["y": [t.b]])]),
        "value/[*] → a", "value/[*]/[*]/[*] → b")
    }
    Fixture("dispatch source and group") { t in
      let group = DispatchGroup()
      let queue = DispatchQueue(label: "queue")
      return Sample(
        Holder((group, queue, t.a)), "value.0 → DispatchGroup", "value.1 → DispatchQueue",
        "value.2 → a", sharesObjects: true)
    }
    Fixture("formatters") { t in
      Sample(
        Holder((NumberFormatter(), DateFormatter(), JSONEncoder(), t.a)),
        "value.0 → NumberFormatter", "value.1 → DateFormatter", "value.2 → JSONEncoder",
        "value.3 → a", sharesObjects: true)
    }
    Fixture("typed throws result with never") { t in
      Sample(
        Holder((Result<Target, Never>.success(t.a), Optional<Never>.none)), "value.0.success → a")
    }
  }
}

@Suite struct LibraryFixtureTests {
  @Test(arguments: LibraryFixtures.all)
  func everyReferenceIsFound(_ fixture: Fixture) { fixture.check() }
}

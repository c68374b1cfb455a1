import Dispatch
import Foundation
import FoundationXML
import Synchronization

// Each case is a common mistake. In most cases, the objects retain each other. In the others, an
// object is retained and not released. All are unreachable after the body returns.

final class Node: Tracked {
  var next: Node?
  var other: Node?
  weak var parent: Node?
  var children: [Node] = []
}

final class Owner: Tracked {
  var handler: (() -> Void)?
  var handlers: [() -> Void] = []
  var asyncHandler: (@Sendable () async -> Void)?
  var any: Any?
  var value = 0
  lazy var lazyHandler: () -> Int = { self.value }

  func bind() { handler = { self.value += 1 } }
  func method() { value += 1 }
}

final class Element: XMLElement { let tracked = Tracked() }

protocol Delegate: AnyObject {}
final class Child: Tracked { var delegate: (any Delegate)? }
final class Parent: Tracked, Delegate {
  let child = Child()
  override init() {
    super.init()
    child.delegate = self
  }
}

protocol Shape {}
struct Small: Shape { var owner: Owner }
struct Large: Shape { var a = 1, b = 2, c = 3, d = 4; var owner: Owner }
struct Failure: Error { var owner: Owner }

indirect enum List {
  case end
  case item(Owner, List)
}

enum Choice {
  case none
  case number(Int)
  case owner(Owner)
  case closure(() -> Void)
  case pair(Int, Owner)
}

final class Chosen: Tracked { var choice = Choice.none }
final class Listed: Tracked { var list = List.end }

final class Generic<Value>: Tracked {
  var value: Value?
  var transform: ((Value) -> Value)?
}

class Base: Tracked { var first: Node? }
class Middle: Base { var number: Int8 = 1 }
class Derived: Middle { var second: Base? }

final class Keyed: Tracked, Hashable {
  var table: [Keyed: Int] = [:]
  var members: Set<Keyed> = []
  static func == (left: Keyed, right: Keyed) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

actor Account {
  private let tracked = Tracked()
  var onChange: (@Sendable () async -> Void)?
  func observe() { onChange = { await self.changed() } }
  private func changed() {}
}

final class Working: Tracked {
  var task: Task<Working, Never>?
  var item: DispatchWorkItem?
  var source: (any DispatchSourceTimer)?
  var timer: Timer?
  var operation: BlockOperation?
  var continuation: AsyncStream<Int>.Continuation?
  var stream: AsyncStream<Int>?
  var objects = NSMutableArray()
  var table = NSMutableDictionary()
  let lock = Mutex<Working?>(nil)
  var memory: UnsafeMutablePointer<Working>?
  var buffer: ManagedBuffer<Int, Working>?
  var tuple: (Int, (String, Working?)) = (0, ("", nil))
  var nested: [String: [Int: [Working?]]] = [:]
  var erased: AnyHashable?
  var iterator: AnyIterator<Int>?
  var center: NotificationCenter?
  var token: (any NSObjectProtocol)?
}

final class Key: Tracked, Hashable {
  var path: AnyKeyPath?
  static func == (one: Key, other: Key) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Node {
  subscript(key: Key) -> Bool { key.path == nil }
}

private struct Entry<Value> {
  var value: Value
  var name = "entry"
}

extension Entry: Equatable, Hashable where Value: Hashable {}

final class Guarded: Tracked {
  fileprivate let state = Mutex<[Entry<Int>: Entry<Guarded?>]>([:])
}

final class Foundational: NSObject {
  private let tracked = Tracked()
  var other: Foundational?
}

func ring(of count: Int) {
  let first = Node()
  var last = first
  for _ in 1..<count {
    let node = Node()
    last.next = node
    last = node
  }
  last.next = first
}

let leakingCases: [Case] = [
  .leaks("a closure captures its owner") { Owner().bind() },
  .leaks("two objects hold each other") { ring(of: 2) },
  .leaks("an object holds itself") { ring(of: 1) },
  .leaks("a ring of a hundred thousand") { ring(of: 100_000) },
  .leaks("hundreds of cycles of three kinds") {
    for _ in 0..<300 { ring(of: 2) }
    for _ in 0..<200 { Owner().bind() }
    for _ in 0..<100 { keepAlive(Parent()) }
  },
  .leaks("a strong delegate") { keepAlive(Parent()) },
  .leaks("a parent in its child's array") {
    let parent = Node()
    parent.children = [Node(), Node()]
    parent.children[1].children.append(parent)
  },
  .leaks("a method as a handler") {
    let owner = Owner()
    owner.handler = owner.method
  },
  .leaks("a list of handlers") {
    let owner = Owner()
    for _ in 0..<10 { owner.handlers.append { owner.value += 1 } }
  },
  .leaks("a lazy closure") { keepAlive(Owner().lazyHandler()) },
  .leaks("nested closures") {
    let owner = Owner()
    owner.handler = {
      let inner = { owner.value += 1 }
      inner()
    }
  },
  .leaks("a closure that calls itself") {
    let node = Node()
    var recurse: ((Int) -> Void)?
    recurse = { depth in
      keepAlive(node)
      if depth > 0 { recurse?(depth - 1) }
    }
    recurse?(3)
  },
  .leaks("a small value in an existential") {
    let owner = Owner()
    owner.any = Small(owner: owner) as any Shape
  },
  .leaks("a large value in an existential") {
    let owner = Owner()
    owner.any = Large(owner: owner)
  },
  .leaks("an error") {
    let owner = Owner()
    owner.any = Failure(owner: owner) as any Error
  },
  .leaks("an enum's payload") {
    let (chosen, owner) = (Chosen(), Owner())
    chosen.choice = .pair(1, owner)
    owner.any = chosen
  },
  .leaks("a closure in an enum") {
    let chosen = Chosen()
    chosen.choice = .closure { keepAlive(chosen) }
  },
  .leaks("an indirect enum") {
    let (listed, owner) = (Listed(), Owner())
    listed.list = .item(Owner(), .item(owner, .end))
    owner.any = listed
  },
  .leaks("a generic class") {
    let outer = Generic<Generic<Owner>>()
    let inner = Generic<Owner>()
    let owner = Owner()
    (outer.value, inner.value, owner.any) = (inner, owner, outer)
  },
  .leaks("a generic class with a closure") {
    let generic = Generic<Int>()
    generic.transform = {
      generic.value = $0; return $0
    }
  },
  .leaks("three levels of superclass") {
    let derived = Derived()
    derived.second = Derived()
    (derived.second as? Derived)?.second = derived
  },
  .leaks("a dictionary's key") {
    let keyed = Keyed()
    keyed.table[keyed] = 1
  },
  .leaks("a set's member") {
    let (one, other) = (Keyed(), Keyed())
    one.members = [other]
    other.members = [one]
  },
  .leaks("containers in containers") {
    let working = Working()
    working.nested = ["a": [1: [nil, working]]]
  },
  .leaks("a tuple in a tuple") {
    let working = Working()
    working.tuple = (1, ("a string that is too long to be stored inline", working))
  },
  .leaks("a type-erased value") {
    let (working, keyed) = (Working(), Keyed())
    working.erased = AnyHashable(keyed)
    keyed.table[keyed] = 2
    working.iterator = AnyIterator { working.nested.count }
  },
  .leaks("a mutex") {
    let working = Working()
    working.lock.withLock { $0 = working }
  },
  .leaks("an actor") { await Account().observe() },
  .leaks("an async closure") {
    let owner = Owner()
    owner.asyncHandler = { owner.value += 1 }
    await owner.asyncHandler?()
  },
  .leaks("the result of a task that has ended") {
    let working = Working()
    let task = Task { working }
    working.task = task
    _ = await task.value
  },
  .leaks("made in a detached task") { await Task.detached { ring(of: 3) }.value },
  .leaks("made in a task group") {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { ring(of: 5) } }
    }
  },
  .leaks("made on a thread") {
    let thread = Thread { ring(of: 10) }
    thread.start()
    wait { thread.isFinished }
  },
  .leaks("made on a queue") {
    let queue = DispatchQueue(label: "corpus")
    queue.async { ring(of: 10) }
    queue.sync {}
  },
  .leaks("made on many threads at once") {
    DispatchQueue.concurrentPerform(iterations: 16) { ring(of: 1 + $0) }
  },
  .leaks("a stream's continuation") {
    let working = Working()
    working.stream = AsyncStream { working.continuation = $0 }
    working.continuation?.onTermination = { _ in keepAlive(working) }
  },
  .leaks("an object of Foundation's") {
    let (one, other) = (Foundational(), Foundational())
    one.other = other
    other.other = one
  },
  .leaks("an array of Foundation's") {
    let working = Working()
    working.objects.add(working)
  },
  .leaks("a dictionary of Foundation's") {
    let working = Working()
    working.table["up"] = working
  },
  .leaks("an element of XML whose document holds itself") {
    let document = try XMLDocument(xmlString: "<a x='1'><b>text</b><c y='2'/></a>", options: [])
    let element = Element(name: "corpus", uri: nil)
    document.rootElement()?.addChild(element)
    element.setAttributesWith(["key": "value"])
    keepAlive(try document.nodes(forXPath: "//b"))
    keepAlive(XMLNode.attribute(withName: "key", stringValue: "value"))
  },
  .leaks("an operation's block") {
    let working = Working()
    let operation = BlockOperation { keepAlive(working) }
    working.operation = operation
  },
  .leaks("a work item") {
    let working = Working()
    working.item = DispatchWorkItem { keepAlive(working) }
  },
  .leaks("a timer that was never scheduled") {
    let working = Working()
    working.timer = Timer(timeInterval: 1, repeats: true) { _ in keepAlive(working) }
  },
  .leaks("an observer of a notification center of its own") {
    let working = Working()
    let center = NotificationCenter()
    working.center = center
    working.token = center.addObserver(
      forName: Notification.Name("corpus"), object: nil, queue: nil
    ) { _ in keepAlive(working) }
  },
  .leaks("a key path's argument") {
    let key = Key()
    key.path = \Node[key]
  },
  .leaks("private types in a mutex") {
    let guarded = Guarded()
    guarded.state.withLock { $0[Entry(value: 1)] = Entry(value: guarded) }
  },
  .leaks("a managed buffer") {
    let working = Working()
    let buffer = ManagedBuffer<Int, Working>.create(minimumCapacity: 2) { _ in 1 }
    buffer.withUnsafeMutablePointerToElements { $0.initialize(to: working) }
    working.buffer = buffer
  },
  .leaks("memory that is no object") {
    let working = Working()
    let memory = UnsafeMutablePointer<Working>.allocate(capacity: 1)
    memory.initialize(to: working)
    working.memory = memory
  },
  .leaks("retained and never released") {
    keepAlive(Unmanaged.passRetained(Node()).toOpaque())
  },
  .leaks("retained by memory that was given back") {
    let memory = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: 4)
    for index in 0..<4 { memory[index] = Unmanaged.passRetained(Owner()).toOpaque() }
    keepAlive(memory)
    memory.deallocate()
  },
  .leaks("retained twice, and in a cycle") {
    let node = Node()
    node.next = node
    _ = Unmanaged.passRetained(node)
  },
  .leaks("a chain that hangs from a cycle") {
    let node = Node()
    node.next = node
    node.other = Node()
    node.other?.other = Node()
  },
  .leaks("a cycle beside a weak reference") {
    let (parent, child) = (Node(), Node())
    (child.parent, child.other, parent.next) = (parent, parent, child)
  },
  .leaks("two cycles that share an object") {
    let (one, two, three) = (Node(), Node(), Node())
    (one.next, two.next) = (two, one)
    (two.other, three.next) = (three, two)
  },
]

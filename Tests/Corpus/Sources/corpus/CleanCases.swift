import Dispatch
import Foundation
import FoundationXML
import Synchronization

// Each case resembles a leak but is none. When the program ends, its objects are reachable from an
// owner that may still release them, or are deallocated and have left their addresses in memory.

nonisolated(unsafe) private var global: Node?
nonisolated(unsafe) private var globalList: [Node] = []
nonisolated(unsafe) private var globalMemory: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
nonisolated(unsafe) private var globalTask: Task<Void, Never>?
nonisolated(unsafe) private var globalBuffer: UnsafeMutableBufferPointer<Node>?
nonisolated(unsafe) private var globalClosure: (() -> Void)?
nonisolated(unsafe) private var globalQueue: DispatchQueue?
nonisolated(unsafe) private var globalChoice = Choice.none
nonisolated(unsafe) private var globalAny: Any?

/// Reads all global variables, so that the optimizer keeps the values stored in them.
@inline(never) func useGlobals() {
  keepAlive(global)
  keepAlive(globalList)
  keepAlive(globalMemory)
  keepAlive(globalTask)
  keepAlive(globalBuffer)
  keepAlive(globalClosure)
  keepAlive(globalQueue)
  keepAlive(globalChoice)
  keepAlive(globalAny)
}

private enum Statics {
  static let node = pair()
  nonisolated(unsafe) static var cache: [String: Node] = [:]
}

/// Returns one of two objects that retain each other.
func pair() -> Node {
  let node = Node()
  node.next = Node()
  node.next?.next = node
  return node
}

private final class Zombie: Tracked {
  unowned var friend: Node
  unowned(unsafe) var other: Node
  init(_ friend: Node) { (self.friend, self.other) = (friend, friend) }
}

private final class Observer: Tracked {
  weak var subject: Node?
  unowned let owner: Node
  init(_ subject: Node) { (self.subject, self.owner) = (subject, subject) }
}

private final class Tagged: Tracked {
  enum Payload {
    case a(Node), b(Node), c(Node?), d(Node, Node), none
  }
  var payloads: [Payload] = []
  var optional: Node??
}

private final class Semaphore: @unchecked Sendable {
  let semaphore = DispatchSemaphore(value: 0)
}

/// Fills the stack with addresses of objects that are freed afterwards.
@inline(never) @_optimize(none) private func dirtyStack(_ depth: Int) {
  let nodes = [Node(), Node(), Node()]
  nodes[0].next = nodes[1]
  if depth > 0 { dirtyStack(depth - 1) }
  keepAlive(nodes)
}

let cleanCases: [Case] = [
  .clean("nothing at all") {},
  .clean("a global", kept: 2) { global = pair() },
  .clean("a static", kept: 2) { keepAlive(Statics.node) },
  .clean("a cache", kept: 20) {
    for index in 0..<10 { Statics.cache["\(index)"] = pair() }
  },
  .clean("a closure in a global", kept: 2) {
    let node = pair()
    globalClosure = { keepAlive(node) }
  },
  .clean("a global enum's tagged payload", kept: 3) {
    let owner = Owner()
    owner.any = pair()
    globalChoice = .pair(1, owner)
  },
  .clean("a global existential", kept: 1) {
    let owner = Owner()
    globalAny = Large(owner: owner)
  },
  .clean("a thread's stack", kept: 2) {
    let ready = Semaphore()
    Thread {
      let node = pair()
      ready.semaphore.signal()
      while true { usleep(1_000); withExtendedLifetime(node) {} }
    }.start()
    ready.semaphore.wait()
  },
  .clean("the stacks of many threads", kept: 32) {
    let ready = Semaphore()
    for _ in 0..<16 {
      Thread {
        let node = pair()
        ready.semaphore.signal()
        while true { sleep(1); withExtendedLifetime(node) {} }
      }.start()
    }
    for _ in 0..<16 { ready.semaphore.wait() }
  },
  .clean("a thread that is busy", kept: 2) {
    let ready = Semaphore()
    Thread {
      let node = pair()
      ready.semaphore.signal()
      var round = 0
      while true {
        round &+= 1
        node.next?.other = round % 2 == 0 ? node : nil
      }
    }.start()
    ready.semaphore.wait()
  },
  .clean("retained by a thread alone", kept: 1) {
    let ready = Semaphore()
    Thread {
      let node = Unmanaged.passRetained(Node())
      ready.semaphore.signal()
      while true { usleep(500); node._withUnsafeGuaranteedRef { keepAlive($0) } }
    }.start()
    ready.semaphore.wait()
  },
  .clean("thread-local storage", kept: 2) {
    let ready = Semaphore()
    Thread {
      Thread.current.threadDictionary["node"] = pair()
      ready.semaphore.signal()
      while true { sleep(1) }
    }.start()
    ready.semaphore.wait()
  },
  .clean("a key of pthread's", kept: 2) {
    let ready = Semaphore()
    Thread {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      pthread_setspecific(key, Unmanaged.passRetained(pair()).toOpaque())
      ready.semaphore.signal()
      while true { sleep(1) }
    }.start()
    ready.semaphore.wait()
  },
  .clean("memory of C that a global leads to", kept: 2) {
    let memory = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 8)
    memory.initialize(repeating: nil, count: 8)
    memory[5] = Unmanaged.passRetained(pair()).toOpaque()
    globalMemory = memory
  },
  .clean("memory of C in memory of C", kept: 2) {
    let outer = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 2)
    let inner = calloc(16, 8)!
    inner.storeBytes(
      of: Unmanaged.passRetained(pair()).toOpaque(), toByteOffset: 64,
      as: UnsafeMutableRawPointer.self)
    outer[0] = realloc(inner, 1_024)
    globalMemory = outer
  },
  .clean("a buffer of objects", kept: 40) {
    let buffer = UnsafeMutableBufferPointer<Node>.allocate(capacity: 20)
    for index in 0..<20 { buffer.initializeElement(at: index, to: pair()) }
    globalBuffer = buffer
  },
  .clean("mapped memory", kept: 2) {
    let page = mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    page?.storeBytes(
      of: Unmanaged.passRetained(pair()).toOpaque(), toByteOffset: 128,
      as: UnsafeMutableRawPointer.self)
  },
  .clean("a task that sleeps", kept: 2) {
    let node = pair()
    globalTask = Task {
      try? await Task.sleep(for: .seconds(1_000))
      keepAlive(node)
    }
    await Task.yield()
  },
  .clean("a task that waits for ever", kept: 3) {
    let owner = Owner()
    owner.any = pair()
    Task {
      for await value in AsyncStream<Int>(unfolding: {
        try? await Task.sleep(for: .seconds(1_000))
        return 1
      }) { owner.value += value }
    }
    try await Task.sleep(for: .milliseconds(20))
  },
  .clean("tasks that run", kept: 4) {
    for _ in 0..<4 {
      Task.detached {
        let node = Node()
        while true {
          await Task.yield()
          keepAlive(node)
        }
      }
    }
    wait { Count.alive.value == 4 }
  },
  .clean("a timer's source", kept: 2) {
    let node = pair()
    let source = DispatchSource.makeTimerSource()
    source.schedule(deadline: .now() + 1_000)
    source.setEventHandler { keepAlive(node) }
    source.resume()
    globalAny = source
  },
  .clean("a delayed block", kept: 2) {
    let node = pair()
    DispatchQueue.global().asyncAfter(deadline: .now() + 1_000) { keepAlive(node) }
  },
  .clean("a suspended queue", kept: 2) {
    let node = pair()
    let queue = DispatchQueue(label: "corpus")
    queue.suspend()
    queue.async { keepAlive(node) }
    globalQueue = queue
  },
  .clean("a scheduled timer", kept: 2) {
    let node = pair()
    RunLoop.main.add(
      Timer(timeInterval: 1_000, repeats: true) { _ in keepAlive(node) }, forMode: .default)
  },
  .clean("a notification center", kept: 2) {
    let node = pair()
    globalAny = NotificationCenter.default.addObserver(
      forName: Notification.Name("corpus"), object: nil, queue: nil
    ) { _ in keepAlive(node) }
  },
  .clean("a cycle that is broken") {
    let node = pair()
    node.next?.next = nil
  },
  .clean("a closure that captures weakly") {
    let owner = Owner()
    owner.handler = { [weak owner] in owner?.value += 1 }
    owner.handlers = [{ [unowned owner] in owner.value += 1 }]
    owner.handler?()
  },
  .clean("weak parents") {
    let parent = Node()
    for _ in 0..<100 {
      let child = Node()
      child.parent = parent
      parent.children.append(child)
    }
  },
  .clean("zombies", kept: 2) {
    // The two nodes are deallocated, and their memory remains allocated as long as the unowned
    // references exist.
    globalAny = [Zombie(Node()), Zombie(Node())]
    global = nil
    keepAlive(globalAny)
  },
  .clean("zombies that referred to the living", kept: 2) {
    let friend = Node()
    let observer = Observer(friend)
    friend.next = Node()
    globalList = [friend.next!]
    globalAny = observer
    keepAlive(observer)
  },
  .clean("tagged payloads", kept: 9) {
    let tagged = Tagged()
    tagged.payloads = [.a(pair()), .b(Node()), .c(pair()), .d(Node(), Node()), .none, .c(nil)]
    tagged.optional = .some(Node())
    tagged.payloads.removeLast()
    globalAny = tagged
  },
  .clean("spare capacity", kept: 1) {
    globalList.reserveCapacity(1_000)
    for _ in 0..<500 { globalList.append(Node()) }
    globalList.removeLast(499)
  },
  .clean("stale slots of the stack", kept: 2) {
    dirtyStack(50)
    global = pair()
  },
  .clean("a dictionary with removed entries", kept: 5) {
    var nodes: [Int: Node] = [:]
    for index in 0..<200 { nodes[index] = Node() }
    for index in 5..<200 { nodes[index] = nil }
    globalAny = nodes
  },
  .clean("a churned heap", kept: 100) {
    for round in 0..<20 {
      var nodes: [Node] = []
      for _ in 0..<2_000 { nodes.append(pair()) }
      for node in nodes { node.next?.next = nil }
      if round == 19 { globalList = Array(nodes.prefix(50)) }
    }
  },
  .clean("an async let and a group") {
    async let one = Task { Node() }.value
    async let other = Task.detached { pair() }.value
    let nodes = await [one, other]
    nodes[1].next?.next = nil
  },
  .clean("streams that have ended") {
    let (stream, continuation) = AsyncStream.makeStream(of: Node.self)
    for _ in 0..<100 { continuation.yield(Node()) }
    continuation.finish()
    for await node in stream { keepAlive(node) }
  },
  .clean("objects of Foundation's", kept: 1) {
    let objects = NSMutableArray()
    for index in 0..<50 { objects.add(NSNumber(value: index)) }
    objects.add(Node())
    globalAny =
      [
        objects, NSMutableDictionary(), NSAttributedString(string: "corpus"),
        URL(string: "https://example.com/corpus?query")!, Date(), Calendar.current,
        NumberFormatter(), try! NSRegularExpression(pattern: "a+b"), DateFormatter(), UUID(),
      ] as [Any]
    keepAlive(String(describing: globalAny).count)
  },
  .clean("JSON, regular expressions and key paths") {
    struct Message: Codable {
      var name = "corpus", values = [1.5, 2], nested: [String: [Int]] = ["a": [1]]
    }
    let data = try JSONEncoder().encode(Message())
    _ = try JSONDecoder().decode(Message.self, from: data)
    keepAlive("corpus 12 of 40".firstMatch(of: #/(\d+) of (\d+)/#)?.output.1)
    keepAlive([Message()].map(\.name))
    keepAlive(\Message.nested["a"]?.first)
  },
  .clean("XML") {
    let element = XMLElement(name: "corpus")
    let attribute = XMLNode.attribute(withName: "key", stringValue: "value") as? XMLNode
    attribute.map { element.addAttribute($0) }
    keepAlive(element.xmlString)
    keepAlive(XMLParser(data: Data("<a x='1'><b>text</b></a>".utf8)).parse())
  },
  .clean("processes and files") {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/echo")
    process.arguments = ["corpus"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    keepAlive(pipe.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
  },
  .clean("an object that resurrects nothing in deinit") {
    final class Last: Tracked {
      var closure: (() -> Void)?
      deinit { closure?() }
    }
    let last = Last()
    let node = Node()
    last.closure = { node.next = nil }
  },
]

import Synchronization

/// An object of a random graph. Each subclass stores references in a different way.
package class RandomNode: @unchecked Sendable {
  package let number: Int
  package required init(number: Int) { self.number = number }

  /// Stores another reference to `target`. Returns the expected label of the reference, or an empty
  /// string if there is no room for it.
  package func add(_ target: RandomNode) -> String { "" }
  /// Removes all references.
  package func clear() {}

  package static let kinds: [RandomNode.Type] = [
    FieldNode.self, DeepNode.self, StructNode.self, TupleNode.self, ArrayNode.self,
    OptionalArrayNode.self, DictionaryNode.self, SetNode.self, EnumNode.self, IndirectNode.self,
    AnyNode.self, BoxedNode.self, ErrorNode.self, ClosureNode.self, SharedNode.self,
    VariableNode.self, GenericNode<RandomNode>.self, GenericNode<Int>.self, WeakNode.self,
    UnownedNode.self, UnmanagedNode.self, WeakCaptureNode.self, MutexNode.self,
    GenericClosureNode.self, NestedNode.self, InlineNode.self, UncopyableNode.self,
  ]
}

final class FieldNode: RandomNode, @unchecked Sendable {
  private var first: RandomNode?
  private var small: Int8 = 1
  private var second: RandomNode??
  override func add(_ target: RandomNode) -> String {
    if first == nil {
      first = target
      return "first"
    }
    if case .some(.some) = second { return "" }
    second = target
    return "second"
  }
  override func clear() { (first, second) = (nil, nil) }
}

class MiddleNode: RandomNode, @unchecked Sendable {
  fileprivate var flag = true
  fileprivate var middle: [RandomNode] = []
}
final class DeepNode: MiddleNode, @unchecked Sendable {
  private var own: [RandomNode] = []
  override func add(_ target: RandomNode) -> String {
    if own.count < middle.count {
      own.append(target)
      return "own/[*]"
    }
    middle.append(target)
    return "middle/[*]"
  }
  override func clear() { (own, middle) = ([], []) }
}

private struct Part {
  var byte: UInt8 = 1
  var node: RandomNode
}
private struct Parts {
  var part: Part?
  var more: [Part] = []
}
final class StructNode: RandomNode, @unchecked Sendable {
  private var parts = Parts()
  override func add(_ target: RandomNode) -> String {
    if parts.part == nil {
      parts.part = Part(node: target)
      return "parts.part.node"
    }
    parts.more.append(Part(node: target))
    return "parts.more/[*].node"
  }
  override func clear() { parts = Parts() }
}

final class TupleNode: RandomNode, @unchecked Sendable {
  private var items: [(Int8, RandomNode, String)] = []
  override func add(_ target: RandomNode) -> String {
    items.append((1, target, "text"))
    return "items/[*].1"
  }
  override func clear() { items = [] }
}

final class ArrayNode: RandomNode, @unchecked Sendable {
  private var items: ContiguousArray<RandomNode> = []
  override func add(_ target: RandomNode) -> String {
    items.append(target)
    return "items/[*]"
  }
  override func clear() { items = [] }
}

final class OptionalArrayNode: RandomNode, @unchecked Sendable {
  private var items: [RandomNode?] = [nil]
  override func add(_ target: RandomNode) -> String {
    items += [target, nil]
    return "items/[*]"
  }
  override func clear() { items = [] }
}

final class DictionaryNode: RandomNode, @unchecked Sendable {
  private var byNumber: [Int: (Bool, RandomNode)] = [:]
  override func add(_ target: RandomNode) -> String {
    byNumber[byNumber.count] = (true, target)
    return "byNumber/[*].1"
  }
  override func clear() { byNumber = [:] }
}

private struct SetKey: Hashable {
  let node: RandomNode
  let position: Int
  static func == (left: Self, right: Self) -> Bool { left.position == right.position }
  func hash(into hasher: inout Hasher) { hasher.combine(position) }
}
final class SetNode: RandomNode, @unchecked Sendable {
  private var keys: Set<SetKey> = []
  override func add(_ target: RandomNode) -> String {
    keys.insert(SetKey(node: target, position: keys.count))
    return "keys/[*].key.node"
  }
  override func clear() { keys = [] }
}

private enum Link {
  case plain(RandomNode)
  case wide(Int, RandomNode)
  case text(String)
  case none
}
final class EnumNode: RandomNode, @unchecked Sendable {
  private var links: [Link] = [.none, .text("short")]
  override func add(_ target: RandomNode) -> String {
    let isPlain = links.count.isMultiple(of: 2)
    links.append(isPlain ? .plain(target) : .wide(.max, target))
    return isPlain ? "links/[*].plain" : "links/[*].wide.1"
  }
  override func clear() { links = [] }
}

private indirect enum Chain {
  case link(RandomNode, Int)
  case end
}
final class IndirectNode: RandomNode, @unchecked Sendable {
  private var chains: [Chain] = [.end]
  override func add(_ target: RandomNode) -> String {
    chains.append(.link(target, 1))
    return "chains/[*].link/0"
  }
  override func clear() { chains = [] }
}

final class AnyNode: RandomNode, @unchecked Sendable {
  private var items: [Any] = [1, "text"]
  override func add(_ target: RandomNode) -> String {
    switch items.count % 3 {
    case 0:
      items.append(target)
      return "items/[*]"
    case 1:
      items.append(Part(node: target))
      return "items/[*].node"
    default:
      items.append(Link.wide(1, target))
      return "items/[*].wide.1"
    }
  }
  override func clear() { items = [] }
}

private protocol Boxed {}
extension Part: Boxed {}
private struct Large: Boxed {
  var numbers = (1, 2, 3)
  var node: RandomNode
}
final class BoxedNode: RandomNode, @unchecked Sendable {
  private var values: [any Boxed] = []
  override func add(_ target: RandomNode) -> String {
    let isLarge = values.count.isMultiple(of: 2)
    values.append(isLarge ? Large(node: target) : Part(node: target))
    return isLarge ? "values/[*]/node" : "values/[*].node"
  }
  override func clear() { values = [] }
}

private struct NodeError: Error { var node: RandomNode }
final class ErrorNode: RandomNode, @unchecked Sendable {
  private var errors: [Result<Int, any Error>] = [.success(1)]
  override func add(_ target: RandomNode) -> String {
    errors.append(.failure(NodeError(node: target)))
    return "errors/[*].failure/node"
  }
  override func clear() { errors = [] }
}

private struct Handler { var call: () -> Void }
final class ClosureNode: RandomNode, @unchecked Sendable {
  private var handlers: [Handler] = []
  override func add(_ target: RandomNode) -> String {
    let position = handlers.count
    handlers.append(
      Handler {
        use(position)
        use(target)
      })
    return "handlers/[*].call/capture #2"
  }
  override func clear() { handlers = [] }
}

/// A node with a closure that captures only one object. The object itself is the closure's context.
final class SharedNode: RandomNode, @unchecked Sendable {
  private var handler: Handler?
  override func add(_ target: RandomNode) -> String {
    guard handler == nil else { return "" }
    handler = Handler { use(target) }
    return "handler.call"
  }
  override func clear() { handler = nil }
}

final class VariableNode: RandomNode, @unchecked Sendable {
  private var handlers: [Handler] = []
  override func add(_ target: RandomNode) -> String {
    var held: RandomNode? = target
    let position = handlers.count
    handlers.append(
      Handler {
        if held?.number == -1 { held = nil }
        use(held)
        use(position)
      })
    return "handlers/[*].call/capture #1"
  }
  override func clear() { handlers = [] }
}

final class GenericNode<Value>: RandomNode, @unchecked Sendable {
  private var value: Value?
  private var others: [(Value?, RandomNode)] = []
  override func add(_ target: RandomNode) -> String {
    if value == nil, let target = target as? Value {
      value = target
      return "value"
    }
    others.append((nil, target))
    return "others/[*].1"
  }
  override func clear() { (value, others) = (nil, []) }
}

private struct Weak { weak var node: RandomNode? }
final class WeakNode: RandomNode, @unchecked Sendable {
  private var items: [Weak] = [Weak()]
  override func add(_ target: RandomNode) -> String {
    items.append(Weak(node: target))
    return "weak items/[*].node"
  }
  override func clear() { items = [] }
}

private struct Unowned { unowned var node: RandomNode }
final class UnownedNode: RandomNode, @unchecked Sendable {
  private var items: [Unowned?] = [nil]
  override func add(_ target: RandomNode) -> String {
    items.append(Unowned(node: target))
    return "unowned items/[*].node"
  }
  override func clear() { items = [] }
}

@safe final class UnmanagedNode: RandomNode, @unchecked Sendable {
  private var items: [Unmanaged<RandomNode>] = unsafe []
  override func add(_ target: RandomNode) -> String {
    unsafe items.append(.passUnretained(target))
    return "unmanaged items/[*]"
  }
  override func clear() { unsafe items = unsafe [] }
}

final class WeakCaptureNode: RandomNode, @unchecked Sendable {
  private var handlers: [Handler] = []
  override func add(_ target: RandomNode) -> String {
    let position = handlers.count
    if position.isMultiple(of: 2) {
      handlers.append(
        Handler { [weak target] in
          use(position)
          use(target)
        })
      return "weak handlers/[*].call/capture #2"
    }
    handlers.append(
      Handler { [unowned target] in
        use(position)
        use(target)
      })
    return "unowned handlers/[*].call/capture #2"
  }
  override func clear() { handlers = [] }
}

final class MutexNode: RandomNode, @unchecked Sendable {
  private let items = Mutex<[RandomNode]>([])
  override func add(_ target: RandomNode) -> String {
    items.withLock { $0.append(target) }
    return "items/[*]"
  }
  override func clear() { items.withLock { $0 = [] } }
}

private struct Slot<Value>: ~Copyable { var value: Value? }
final class UncopyableNode: RandomNode, @unchecked Sendable {
  private var first = Slot<RandomNode>()
  private var small: Int8 = 1
  private var second: Slot<[RandomNode]>? = Slot(value: [])
  override func add(_ target: RandomNode) -> String {
    if first.value == nil {
      first.value = target
      return "first.value"
    }
    second?.value?.append(target)
    return "second.value/[*]"
  }
  override func clear() {
    first.value = nil
    second = nil
  }
}

@_semantics("optimize.sil.specialize.generic.never")
@inline(never)
private func handler<Value>(_ position: Int, _ value: Value) -> () -> Void {
  {
    use(position)
    use(value)
  }
}
final class GenericClosureNode: RandomNode, @unchecked Sendable {
  private var handlers: [Handler] = []
  override func add(_ target: RandomNode) -> String {
    switch handlers.count % 3 {
    case 0:
      handlers.append(Handler(call: handler(1, target)))
      return "handlers/[*].call/capture #2"
    case 1:
      handlers.append(Handler(call: handler(1, Part(node: target))))
      return "handlers/[*].call/capture #2.node"
    default:
      handlers.append(Handler(call: handler(1, [target])))
      return "handlers/[*].call/capture #2/[*]"
    }
  }
  override func clear() { handlers = [] }
}

private enum Event {
  case one(Handler)
  case many([Handler])
}
final class NestedNode: RandomNode, @unchecked Sendable {
  private var events: [String: [Event?]] = ["none": [nil]]
  override func add(_ target: RandomNode) -> String {
    let position = events.count
    let handler = Handler {
      use(position)
      use(target)
    }
    let isOne = position.isMultiple(of: 2)
    events["event \(position)"] = [nil, isOne ? .one(handler) : .many([handler])]
    return "events/[*]/[*]" + (isOne ? ".one.call" : ".many/[*].call") + "/capture #2"
  }
  override func clear() { events = [:] }
}

final class InlineNode: RandomNode, @unchecked Sendable {
  private var items: InlineArray<4, Part?> = .init(repeating: nil)
  override func add(_ target: RandomNode) -> String {
    guard let free = items.indices.first(where: { items[$0] == nil }) else { return "" }
    items[free] = Part(node: target)
    return "items[*].node"
  }
  override func clear() { items = .init(repeating: nil) }
}

/// Prevents the compiler from removing captured values.
@inline(never)
@_optimize(none)
private func use<Value: ~Copyable>(_ value: borrowing Value) {}

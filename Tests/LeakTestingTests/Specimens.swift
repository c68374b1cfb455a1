import Foundation

final class Model {
  var onTap: (() -> Void)?
  var taps = 0

  func bind() { onTap = { self.taps += 1 } }
}

final class Node: @unchecked Sendable {
  var next: Node?
  var others: [Node] = []
  let name: String

  init(_ name: String = "") { self.name = name }

  static func ring(of count: Int = 2) {
    let first = Node()
    var last = first
    for _ in 1..<count {
      let node = Node()
      last.next = node
      last = node
    }
    last.next = first
  }
}

final class Cache<Value> {
  var values: [Value] = []
  var owner: Cache<Value>?
}

actor Account {
  var onChange: (@Sendable () async -> Void)?

  func observe() { onChange = { await self.changed() } }
  private func changed() {}
}

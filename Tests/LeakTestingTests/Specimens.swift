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

  @discardableResult
  static func cycle(of count: Int = 2) -> Remainder {
    let first = Node()
    var last = first
    for _ in 1..<count {
      let node = Node()
      last.next = node
      last = node
    }
    last.next = first
    return Remainder(of: first)
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

  static func observed() async -> Bool {
    let remainder = await remainder()
    return remainder.isThere
  }

  private static func remainder() async -> Remainder {
    let account = Account()
    await account.observe()
    return Remainder(of: account)
  }
}

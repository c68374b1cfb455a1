import Foundation
import RegexBuilder

// Closures that capture structures of resilient libraries. The compiler does not know the sizes of
// these structures.

private final class Item: @unchecked Sendable {
  var handler: (() -> Void)?
}

private func stream(of item: Item) -> AsyncStream<Item> {
  AsyncStream { continuation in continuation.yield(item) }
}

private func continuation(with item: Item) -> AsyncStream<Int>.Continuation {
  let (stream, continuation) = AsyncStream<Int>.makeStream()
  use(stream)
  continuation.onTermination = { _ in use(item) }
  return continuation
}

private func regex(with item: Item) -> Regex<(Substring, Int)> {
  Regex {
    Capture {
      OneOrMore(.digit)
    } transform: { text in
      use(item)
      return text.count
    }
  }
}

private let captures: [(name: String, handler: @Sendable (Item) -> () -> Void)] = [
  (
    "a stream",
    { item in
      let captured = stream(of: item)
      return { use(captured) }
    }
  ),
  (
    "a stream and a number",
    { item in
      let (captured, number) = (stream(of: item), CommandLine.arguments.count)
      return { use((captured, number)) }
    }
  ),
  (
    "a stream's continuation",
    { item in
      let captured = continuation(with: item)
      return { use(captured) }
    }
  ),
  (
    "a number before a stream",
    { item in
      let (number, captured) = (Int8(3), stream(of: item))
      return {
        use(number)
        use(captured)
      }
    }
  ),
  (
    "an optional stream",
    { item in
      let captured: AsyncStream<Item>? = stream(of: item)
      return { use(captured) }
    }
  ),
  (
    "a stream beside an object",
    { item in
      let captured = (stream(of: Item()), item)
      return { use(captured) }
    }
  ),
  (
    "a regular expression",
    { item in
      let captured = regex(with: item)
      return { use(captured) }
    }
  ),
  (
    "a mirror",
    { item in
      let captured = Mirror(reflecting: item)
      return { use(captured) }
    }
  ),
]

/// Two cases for each capture: in one, a global variable keeps the closure; in the other, the
/// captured object keeps it.
///
/// A continuation's handler is released together with its stream, so it leaves no cycle.
let captureCases: [Case] = captures.flatMap { capture in
  let ofObject: @Sendable () -> Void = {
    onCleanStack {
      let item = Item()
      item.handler = capture.handler(item)
    }
  }
  let name = "\(capture.name), captured by a closure of the object"
  return [
    Case("\(capture.name), captured by a closure in a global") {
      onCleanStack { Roots.any.append(capture.handler(Item())) }
    },
    capture.name == "a stream's continuation"
      ? Case(name, body: ofObject) : Case(name, .provenCycle(["Item"]), body: ofObject),
  ]
}

import Foundation

// The compiler does not know the layout of a value of a resilient library's type, and so not the
// offset of the first capture if it is such a value.

/// Objects in a stream, which the stream's storage owns.
private func stream(of objects: Lost...) -> AsyncStream<Lost> {
  let (stream, continuation) = AsyncStream<Lost>.makeStream()
  for object in objects { continuation.yield(object) }
  return stream
}

let captureCases: [Case] = [
  Case("a closure of a global captures a stream") {
    onCleanStack {
      let stream = stream(of: Lost())
      let handler = { use(stream) }
      Roots.any.append(handler)
    }
  },
  Case("a closure of a global captures a stream and other values") {
    onCleanStack {
      let (stream, number, behind) = (stream(of: Lost()), Int8(3), Behind())
      let handler = { use((stream, number, behind)) }
      Roots.any.append(handler)
    }
  },
  Case("a closure of a global captures a number before a stream") {
    onCleanStack {
      let (stream, number, behind) = (stream(of: Lost()), Int8(3), Behind())
      let handler = {
        use(number)
        use(stream)
        use(behind)
      }
      Roots.any.append(handler)
    }
  },
  Case("a closure of a global captures the continuation of a stream") {
    onCleanStack {
      let (stream, continuation) = AsyncStream<Lost>.makeStream()
      let lost = Lost()
      continuation.onTermination = { _ in use(lost) }
      use(stream)
      let handler = { use(continuation) }
      Roots.any.append(handler)
    }
  },
  Case("a closure of a global captures a mirror") {
    onCleanStack {
      let mirror = Mirror(reflecting: Lost())
      let handler = { use(mirror) }
      Roots.any.append(handler)
    }
  },
  Case("a handler captures a stream that contains its owner", .provenCycle(["Lost", "Owner"])) {
    onCleanStack {
      let (owner, lost) = (Owner(), Lost())
      lost.payload = owner
      let stream = stream(of: lost)
      owner.handler = { use(stream) }
    }
  },
]

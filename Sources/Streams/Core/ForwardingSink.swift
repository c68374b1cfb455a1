/// A sink that sends every event unchanged, for operators that do their work outside the sink.
class ForwardingSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  override func next(_ element: Element) {
    send(element)
  }
}

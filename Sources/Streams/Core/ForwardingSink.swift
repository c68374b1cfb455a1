/// A sink that sends the events that it receives, for operators whose work is done elsewhere.
class ForwardingSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  override func next(_ element: Element) {
    send(element)
  }
}

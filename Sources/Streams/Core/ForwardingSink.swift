/// A sink that sends what it receives, for operators whose work is done elsewhere.
class ForwardingSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  override func next(_ element: Element) {
    send(element)
  }
}

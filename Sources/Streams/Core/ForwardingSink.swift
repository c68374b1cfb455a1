/// A sink that changes nothing, for operators that do something beside.
class ForwardingSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  override func next(_ element: Element) {
    send(element)
  }
}

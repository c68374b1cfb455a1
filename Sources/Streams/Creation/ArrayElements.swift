/// A sequence of the elements of an array. The sequence is its own iterator.
///
/// In code that is generic over the sequence, the iterator of an array reads each element through a
/// coroutine of `Collection`, and the coroutine allocates memory. Here the compiler knows the type
/// `[Element]`, so `next()` reads elements directly from the array.
struct ArrayElements<Element>: Sequence, IteratorProtocol {
  private var iterator: IndexingIterator<[Element]>

  init(_ array: [Element]) {
    iterator = array.makeIterator()
  }

  mutating func next() -> Element? { iterator.next() }
}

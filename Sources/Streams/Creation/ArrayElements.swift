/// A sequence of the elements of an array. The sequence is its own iterator.
///
/// In code that is not specialized, the iterator of an array gets each element through a coroutine
/// of the collection, which allocates memory. This iterator gets the element directly from the
/// array.
struct ArrayElements<Element>: Sequence, IteratorProtocol {
  private var iterator: IndexingIterator<[Element]>

  init(_ array: [Element]) {
    iterator = array.makeIterator()
  }

  mutating func next() -> Element? { iterator.next() }
}

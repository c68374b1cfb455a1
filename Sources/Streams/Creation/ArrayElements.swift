/// The elements of an array, and an iterator of them.
///
/// In code that is not specialized, the iterator of an array gets each element through a coroutine
/// of the collection, which allocates memory. This one gets it from the array.
struct ArrayElements<Element>: Sequence, IteratorProtocol {
  private var iterator: IndexingIterator<[Element]>

  init(_ array: [Element]) {
    iterator = array.makeIterator()
  }

  mutating func next() -> Element? { iterator.next() }
}

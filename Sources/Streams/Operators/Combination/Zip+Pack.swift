extension Observable {
  /// Returns an observable sequence that combines the elements at the same index in any number of
  /// sequences.
  ///
  /// `Single`, `Maybe` and `Infallible` have `zip` functions that call this one. `Observable` has a
  /// `zip` for each number of sources, because expanding a parameter pack for each element is slow.
  static func zip<each Value>(
    all source: repeat Observable<each Value>,
    resultSelector: @escaping (repeat each Value) throws -> Element
  ) -> Observable<Element> {
    let sources = (repeat each source)
    return Zip {
      let queues = (repeat ElementQueue<each Value>())
      var zipped: [ZippedSource<Element>] = []
      for (source, queue) in repeat (each sources, each queues) {
        zipped.append(ZippedSource(source, queue))
      }
      return (zipped, { try resultSelector(repeat (each queues).take()) })
    }
  }
}

/// Returns its arguments as a tuple. The traits have `zip` functions that take no closure; these
/// functions combine elements by calling `tuple`.
func tuple<First, Second, each Rest>(
  _ first: First, _ second: Second, _ rest: repeat each Rest
) -> (First, Second, repeat each Rest) {
  (first, second, repeat each rest)
}

extension Observable {
  /// Returns an observable sequence that combines the elements at the same index in any number of
  /// sequences.
  ///
  /// The `zip` functions of the traits use this function. The functions of `Observable` are written
  /// out for each number of sources, because a parameter pack is unpacked again for each element.
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

/// Returns its arguments as a tuple. The traits' `zip` functions without a closure combine elements
/// with this function.
func tuple<First, Second, each Rest>(
  _ first: First, _ second: Second, _ rest: repeat each Rest
) -> (First, Second, repeat each Rest) {
  (first, second, repeat each rest)
}

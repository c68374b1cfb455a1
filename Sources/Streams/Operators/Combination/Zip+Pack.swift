extension Observable {
  /// The elements of any number of sequences, combined by their places.
  ///
  /// The traits' `zip` are made of it. `Observable`'s own are written out for each number of
  /// sources, because a pack is unpacked anew for each element.
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

/// The values as a tuple: what a combination makes of them when it is not told.
func tuple<First, Second, each Rest>(
  _ first: First, _ second: Second, _ rest: repeat each Rest
) -> (First, Second, repeat each Rest) {
  (first, second, repeat each rest)
}

extension Observable {
  /// The latest elements of any number of sequences, combined whenever one of them sends.
  ///
  /// `Infallible.combineLatest` is made of it. `Observable`'s own are written out for each
  /// number of sources, because a pack is unpacked anew for each element.
  static func combineLatest<each Value>(
    all source: repeat Observable<each Value>,
    resultSelector: @escaping (repeat each Value) throws -> Element
  ) -> Observable<Element> {
    let sources = (repeat each source)
    return CombineLatest {
      let boxes = (repeat LatestElement<each Value>())
      var combined: [CombinedSource<Element>] = []
      for (source, box) in repeat (each sources, each boxes) {
        combined.append(CombinedSource(source, box))
      }
      return (combined, { try resultSelector(repeat (each boxes).value) })
    }
  }
}

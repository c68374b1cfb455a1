// Written by `make generate`; to change it, change .ci/arities.swift.

extension ObservableType {
  /// Returns an observable sequence that combines the elements at the same index in two sequences,
  /// using a closure.
  ///
  /// An element is retained until every sequence has sent its element at the same index.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result fails
  ///     with that error.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and fails
  ///   as soon as one of them fails.
  public static func zip<
    O1: ObservableType, O2: ObservableType
  >(
    _ source1: O1, _ source2: O2,
    resultSelector:
      @escaping (
        O1.Element, O2.Element
      ) throws -> Element
  ) -> Observable<Element> {
    let source1 = source1.asObservable()
    let source2 = source2.asObservable()
    return Zip {
      let box1 = ElementQueue<O1.Element>()
      let box2 = ElementQueue<O2.Element>()
      return (
        [
          ZippedSource(source1, box1),
          ZippedSource(source2, box2),
        ],
        { try resultSelector(box1.take(), box2.take()) }
      )
    }
  }

  /// Returns an observable sequence that combines the elements at the same index in three
  /// sequences, using a closure.
  ///
  /// An element is retained until every sequence has sent its element at the same index.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - source3: The third sequence.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result fails
  ///     with that error.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and fails
  ///   as soon as one of them fails.
  public static func zip<
    O1: ObservableType, O2: ObservableType, O3: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3,
    resultSelector:
      @escaping (
        O1.Element, O2.Element, O3.Element
      ) throws -> Element
  ) -> Observable<Element> {
    let source1 = source1.asObservable()
    let source2 = source2.asObservable()
    let source3 = source3.asObservable()
    return Zip {
      let box1 = ElementQueue<O1.Element>()
      let box2 = ElementQueue<O2.Element>()
      let box3 = ElementQueue<O3.Element>()
      return (
        [
          ZippedSource(source1, box1),
          ZippedSource(source2, box2),
          ZippedSource(source3, box3),
        ],
        { try resultSelector(box1.take(), box2.take(), box3.take()) }
      )
    }
  }

  /// Returns an observable sequence that combines the elements at the same index in four sequences,
  /// using a closure.
  ///
  /// An element is retained until every sequence has sent its element at the same index.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - source3: The third sequence.
  ///   - source4: The fourth sequence.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result fails
  ///     with that error.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and fails
  ///   as soon as one of them fails.
  public static func zip<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3,
    _ source4: O4,
    resultSelector:
      @escaping (
        O1.Element, O2.Element, O3.Element, O4.Element
      ) throws -> Element
  ) -> Observable<Element> {
    let source1 = source1.asObservable()
    let source2 = source2.asObservable()
    let source3 = source3.asObservable()
    let source4 = source4.asObservable()
    return Zip {
      let box1 = ElementQueue<O1.Element>()
      let box2 = ElementQueue<O2.Element>()
      let box3 = ElementQueue<O3.Element>()
      let box4 = ElementQueue<O4.Element>()
      return (
        [
          ZippedSource(source1, box1),
          ZippedSource(source2, box2),
          ZippedSource(source3, box3),
          ZippedSource(source4, box4),
        ],
        { try resultSelector(box1.take(), box2.take(), box3.take(), box4.take()) }
      )
    }
  }

  /// Returns an observable sequence that combines the elements at the same index in five sequences,
  /// using a closure.
  ///
  /// An element is retained until every sequence has sent its element at the same index.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - source3: The third sequence.
  ///   - source4: The fourth sequence.
  ///   - source5: The fifth sequence.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result fails
  ///     with that error.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and fails
  ///   as soon as one of them fails.
  public static func zip<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType,
    O5: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3,
    _ source4: O4, _ source5: O5,
    resultSelector:
      @escaping (
        O1.Element, O2.Element, O3.Element, O4.Element,
        O5.Element
      ) throws -> Element
  ) -> Observable<Element> {
    let source1 = source1.asObservable()
    let source2 = source2.asObservable()
    let source3 = source3.asObservable()
    let source4 = source4.asObservable()
    let source5 = source5.asObservable()
    return Zip {
      let box1 = ElementQueue<O1.Element>()
      let box2 = ElementQueue<O2.Element>()
      let box3 = ElementQueue<O3.Element>()
      let box4 = ElementQueue<O4.Element>()
      let box5 = ElementQueue<O5.Element>()
      return (
        [
          ZippedSource(source1, box1),
          ZippedSource(source2, box2),
          ZippedSource(source3, box3),
          ZippedSource(source4, box4),
          ZippedSource(source5, box5),
        ],
        { try resultSelector(box1.take(), box2.take(), box3.take(), box4.take(), box5.take()) }
      )
    }
  }

  /// Returns an observable sequence that combines the elements at the same index in six sequences,
  /// using a closure.
  ///
  /// An element is retained until every sequence has sent its element at the same index.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - source3: The third sequence.
  ///   - source4: The fourth sequence.
  ///   - source5: The fifth sequence.
  ///   - source6: The sixth sequence.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result fails
  ///     with that error.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and fails
  ///   as soon as one of them fails.
  public static func zip<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType,
    O5: ObservableType, O6: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3,
    _ source4: O4, _ source5: O5, _ source6: O6,
    resultSelector:
      @escaping (
        O1.Element, O2.Element, O3.Element, O4.Element,
        O5.Element, O6.Element
      ) throws -> Element
  ) -> Observable<Element> {
    let source1 = source1.asObservable()
    let source2 = source2.asObservable()
    let source3 = source3.asObservable()
    let source4 = source4.asObservable()
    let source5 = source5.asObservable()
    let source6 = source6.asObservable()
    return Zip {
      let box1 = ElementQueue<O1.Element>()
      let box2 = ElementQueue<O2.Element>()
      let box3 = ElementQueue<O3.Element>()
      let box4 = ElementQueue<O4.Element>()
      let box5 = ElementQueue<O5.Element>()
      let box6 = ElementQueue<O6.Element>()
      return (
        [
          ZippedSource(source1, box1),
          ZippedSource(source2, box2),
          ZippedSource(source3, box3),
          ZippedSource(source4, box4),
          ZippedSource(source5, box5),
          ZippedSource(source6, box6),
        ],
        {
          try resultSelector(
            box1.take(), box2.take(), box3.take(), box4.take(),
            box5.take(), box6.take())
        }
      )
    }
  }

  /// Returns an observable sequence that combines the elements at the same index in seven
  /// sequences, using a closure.
  ///
  /// An element is retained until every sequence has sent its element at the same index.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - source3: The third sequence.
  ///   - source4: The fourth sequence.
  ///   - source5: The fifth sequence.
  ///   - source6: The sixth sequence.
  ///   - source7: The seventh sequence.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result fails
  ///     with that error.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and fails
  ///   as soon as one of them fails.
  public static func zip<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType,
    O5: ObservableType, O6: ObservableType, O7: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3,
    _ source4: O4, _ source5: O5, _ source6: O6,
    _ source7: O7,
    resultSelector:
      @escaping (
        O1.Element, O2.Element, O3.Element, O4.Element,
        O5.Element, O6.Element, O7.Element
      ) throws -> Element
  ) -> Observable<Element> {
    let source1 = source1.asObservable()
    let source2 = source2.asObservable()
    let source3 = source3.asObservable()
    let source4 = source4.asObservable()
    let source5 = source5.asObservable()
    let source6 = source6.asObservable()
    let source7 = source7.asObservable()
    return Zip {
      let box1 = ElementQueue<O1.Element>()
      let box2 = ElementQueue<O2.Element>()
      let box3 = ElementQueue<O3.Element>()
      let box4 = ElementQueue<O4.Element>()
      let box5 = ElementQueue<O5.Element>()
      let box6 = ElementQueue<O6.Element>()
      let box7 = ElementQueue<O7.Element>()
      return (
        [
          ZippedSource(source1, box1),
          ZippedSource(source2, box2),
          ZippedSource(source3, box3),
          ZippedSource(source4, box4),
          ZippedSource(source5, box5),
          ZippedSource(source6, box6),
          ZippedSource(source7, box7),
        ],
        {
          try resultSelector(
            box1.take(), box2.take(), box3.take(), box4.take(),
            box5.take(), box6.take(), box7.take())
        }
      )
    }
  }

  /// Returns an observable sequence that combines the elements at the same index in eight
  /// sequences, using a closure.
  ///
  /// An element is retained until every sequence has sent its element at the same index.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - source3: The third sequence.
  ///   - source4: The fourth sequence.
  ///   - source5: The fifth sequence.
  ///   - source6: The sixth sequence.
  ///   - source7: The seventh sequence.
  ///   - source8: The eighth sequence.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result fails
  ///     with that error.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and fails
  ///   as soon as one of them fails.
  public static func zip<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType,
    O5: ObservableType, O6: ObservableType, O7: ObservableType, O8: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3,
    _ source4: O4, _ source5: O5, _ source6: O6,
    _ source7: O7, _ source8: O8,
    resultSelector:
      @escaping (
        O1.Element, O2.Element, O3.Element, O4.Element,
        O5.Element, O6.Element, O7.Element, O8.Element
      ) throws -> Element
  ) -> Observable<Element> {
    let source1 = source1.asObservable()
    let source2 = source2.asObservable()
    let source3 = source3.asObservable()
    let source4 = source4.asObservable()
    let source5 = source5.asObservable()
    let source6 = source6.asObservable()
    let source7 = source7.asObservable()
    let source8 = source8.asObservable()
    return Zip {
      let box1 = ElementQueue<O1.Element>()
      let box2 = ElementQueue<O2.Element>()
      let box3 = ElementQueue<O3.Element>()
      let box4 = ElementQueue<O4.Element>()
      let box5 = ElementQueue<O5.Element>()
      let box6 = ElementQueue<O6.Element>()
      let box7 = ElementQueue<O7.Element>()
      let box8 = ElementQueue<O8.Element>()
      return (
        [
          ZippedSource(source1, box1),
          ZippedSource(source2, box2),
          ZippedSource(source3, box3),
          ZippedSource(source4, box4),
          ZippedSource(source5, box5),
          ZippedSource(source6, box6),
          ZippedSource(source7, box7),
          ZippedSource(source8, box8),
        ],
        {
          try resultSelector(
            box1.take(), box2.take(), box3.take(), box4.take(),
            box5.take(), box6.take(), box7.take(), box8.take())
        }
      )
    }
  }
}

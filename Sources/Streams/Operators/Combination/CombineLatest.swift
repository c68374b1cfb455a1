// Written by `make generate`; to change it, change .ci/arities.swift.

extension ObservableType {
  /// Returns an observable sequence that combines the latest elements of two sequences, using a
  /// closure, each time one of them sends an element.
  ///
  /// The first element is sent when every sequence has sent one.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result fails
  ///     with that error.
  /// - Returns: An observable sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element, and fails as soon as one of them fails.
  public static func combineLatest<
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
    return CombineLatest {
      let box1 = LatestElement<O1.Element>()
      let box2 = LatestElement<O2.Element>()
      return (
        [
          CombinedSource(source1, box1),
          CombinedSource(source2, box2),
        ],
        { try resultSelector(box1.value, box2.value) }
      )
    }
  }

  /// Returns an observable sequence that combines the latest elements of three sequences, using a
  /// closure, each time one of them sends an element.
  ///
  /// The first element is sent when every sequence has sent one.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - source3: The third sequence.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result fails
  ///     with that error.
  /// - Returns: An observable sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element, and fails as soon as one of them fails.
  public static func combineLatest<
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
    return CombineLatest {
      let box1 = LatestElement<O1.Element>()
      let box2 = LatestElement<O2.Element>()
      let box3 = LatestElement<O3.Element>()
      return (
        [
          CombinedSource(source1, box1),
          CombinedSource(source2, box2),
          CombinedSource(source3, box3),
        ],
        { try resultSelector(box1.value, box2.value, box3.value) }
      )
    }
  }

  /// Returns an observable sequence that combines the latest elements of four sequences, using a
  /// closure, each time one of them sends an element.
  ///
  /// The first element is sent when every sequence has sent one.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - source3: The third sequence.
  ///   - source4: The fourth sequence.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result fails
  ///     with that error.
  /// - Returns: An observable sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element, and fails as soon as one of them fails.
  public static func combineLatest<
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
    return CombineLatest {
      let box1 = LatestElement<O1.Element>()
      let box2 = LatestElement<O2.Element>()
      let box3 = LatestElement<O3.Element>()
      let box4 = LatestElement<O4.Element>()
      return (
        [
          CombinedSource(source1, box1),
          CombinedSource(source2, box2),
          CombinedSource(source3, box3),
          CombinedSource(source4, box4),
        ],
        { try resultSelector(box1.value, box2.value, box3.value, box4.value) }
      )
    }
  }

  /// Returns an observable sequence that combines the latest elements of five sequences, using a
  /// closure, each time one of them sends an element.
  ///
  /// The first element is sent when every sequence has sent one.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - source3: The third sequence.
  ///   - source4: The fourth sequence.
  ///   - source5: The fifth sequence.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result fails
  ///     with that error.
  /// - Returns: An observable sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element, and fails as soon as one of them fails.
  public static func combineLatest<
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
    return CombineLatest {
      let box1 = LatestElement<O1.Element>()
      let box2 = LatestElement<O2.Element>()
      let box3 = LatestElement<O3.Element>()
      let box4 = LatestElement<O4.Element>()
      let box5 = LatestElement<O5.Element>()
      return (
        [
          CombinedSource(source1, box1),
          CombinedSource(source2, box2),
          CombinedSource(source3, box3),
          CombinedSource(source4, box4),
          CombinedSource(source5, box5),
        ],
        { try resultSelector(box1.value, box2.value, box3.value, box4.value, box5.value) }
      )
    }
  }

  /// Returns an observable sequence that combines the latest elements of six sequences, using a
  /// closure, each time one of them sends an element.
  ///
  /// The first element is sent when every sequence has sent one.
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
  /// - Returns: An observable sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element, and fails as soon as one of them fails.
  public static func combineLatest<
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
    return CombineLatest {
      let box1 = LatestElement<O1.Element>()
      let box2 = LatestElement<O2.Element>()
      let box3 = LatestElement<O3.Element>()
      let box4 = LatestElement<O4.Element>()
      let box5 = LatestElement<O5.Element>()
      let box6 = LatestElement<O6.Element>()
      return (
        [
          CombinedSource(source1, box1),
          CombinedSource(source2, box2),
          CombinedSource(source3, box3),
          CombinedSource(source4, box4),
          CombinedSource(source5, box5),
          CombinedSource(source6, box6),
        ],
        {
          try resultSelector(
            box1.value, box2.value, box3.value, box4.value,
            box5.value, box6.value)
        }
      )
    }
  }

  /// Returns an observable sequence that combines the latest elements of seven sequences, using a
  /// closure, each time one of them sends an element.
  ///
  /// The first element is sent when every sequence has sent one.
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
  /// - Returns: An observable sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element, and fails as soon as one of them fails.
  public static func combineLatest<
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
    return CombineLatest {
      let box1 = LatestElement<O1.Element>()
      let box2 = LatestElement<O2.Element>()
      let box3 = LatestElement<O3.Element>()
      let box4 = LatestElement<O4.Element>()
      let box5 = LatestElement<O5.Element>()
      let box6 = LatestElement<O6.Element>()
      let box7 = LatestElement<O7.Element>()
      return (
        [
          CombinedSource(source1, box1),
          CombinedSource(source2, box2),
          CombinedSource(source3, box3),
          CombinedSource(source4, box4),
          CombinedSource(source5, box5),
          CombinedSource(source6, box6),
          CombinedSource(source7, box7),
        ],
        {
          try resultSelector(
            box1.value, box2.value, box3.value, box4.value,
            box5.value, box6.value, box7.value)
        }
      )
    }
  }

  /// Returns an observable sequence that combines the latest elements of eight sequences, using a
  /// closure, each time one of them sends an element.
  ///
  /// The first element is sent when every sequence has sent one.
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
  /// - Returns: An observable sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element, and fails as soon as one of them fails.
  public static func combineLatest<
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
    return CombineLatest {
      let box1 = LatestElement<O1.Element>()
      let box2 = LatestElement<O2.Element>()
      let box3 = LatestElement<O3.Element>()
      let box4 = LatestElement<O4.Element>()
      let box5 = LatestElement<O5.Element>()
      let box6 = LatestElement<O6.Element>()
      let box7 = LatestElement<O7.Element>()
      let box8 = LatestElement<O8.Element>()
      return (
        [
          CombinedSource(source1, box1),
          CombinedSource(source2, box2),
          CombinedSource(source3, box3),
          CombinedSource(source4, box4),
          CombinedSource(source5, box5),
          CombinedSource(source6, box6),
          CombinedSource(source7, box7),
          CombinedSource(source8, box8),
        ],
        {
          try resultSelector(
            box1.value, box2.value, box3.value, box4.value,
            box5.value, box6.value, box7.value, box8.value)
        }
      )
    }
  }
}

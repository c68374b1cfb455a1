// Written by `make generate`; to change it, change .ci/arities.swift.

extension ObservableType where Element == Any {
  /// Returns an observable sequence that sends a tuple of the latest elements of two sequences each
  /// time one of them sends an element.
  ///
  /// The first element is sent when every sequence has sent one.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  /// - Returns: An observable sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element, and fails as soon as one of them fails.
  public static func combineLatest<
    O1: ObservableType, O2: ObservableType
  >(
    _ source1: O1, _ source2: O2
  ) -> Observable<(O1.Element, O2.Element)> {
    .combineLatest(
      source1, source2,
      resultSelector: { ($0, $1) })
  }

  /// Returns an observable sequence that sends a tuple of the latest elements of three sequences
  /// each time one of them sends an element.
  ///
  /// The first element is sent when every sequence has sent one.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - source3: The third sequence.
  /// - Returns: An observable sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element, and fails as soon as one of them fails.
  public static func combineLatest<
    O1: ObservableType, O2: ObservableType, O3: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3
  ) -> Observable<(O1.Element, O2.Element, O3.Element)> {
    .combineLatest(
      source1, source2, source3,
      resultSelector: { ($0, $1, $2) })
  }

  /// Returns an observable sequence that sends a tuple of the latest elements of four sequences
  /// each time one of them sends an element.
  ///
  /// The first element is sent when every sequence has sent one.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - source3: The third sequence.
  ///   - source4: The fourth sequence.
  /// - Returns: An observable sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element, and fails as soon as one of them fails.
  public static func combineLatest<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3,
    _ source4: O4
  ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element)> {
    .combineLatest(
      source1, source2, source3, source4,
      resultSelector: { ($0, $1, $2, $3) })
  }

  /// Returns an observable sequence that sends a tuple of the latest elements of five sequences
  /// each time one of them sends an element.
  ///
  /// The first element is sent when every sequence has sent one.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - source3: The third sequence.
  ///   - source4: The fourth sequence.
  ///   - source5: The fifth sequence.
  /// - Returns: An observable sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element, and fails as soon as one of them fails.
  public static func combineLatest<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType,
    O5: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3,
    _ source4: O4, _ source5: O5
  ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)> {
    .combineLatest(
      source1, source2, source3, source4, source5,
      resultSelector: { ($0, $1, $2, $3, $4) })
  }

  /// Returns an observable sequence that sends a tuple of the latest elements of six sequences each
  /// time one of them sends an element.
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
  /// - Returns: An observable sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element, and fails as soon as one of them fails.
  public static func combineLatest<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType,
    O5: ObservableType, O6: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3,
    _ source4: O4, _ source5: O5, _ source6: O6
  ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)> {
    .combineLatest(
      source1, source2, source3, source4, source5, source6,
      resultSelector: { ($0, $1, $2, $3, $4, $5) })
  }

  /// Returns an observable sequence that sends a tuple of the latest elements of seven sequences
  /// each time one of them sends an element.
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
  /// - Returns: An observable sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element, and fails as soon as one of them fails.
  public static func combineLatest<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType,
    O5: ObservableType, O6: ObservableType, O7: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3,
    _ source4: O4, _ source5: O5, _ source6: O6,
    _ source7: O7
  ) -> Observable<
    (
      O1.Element, O2.Element, O3.Element, O4.Element,
      O5.Element, O6.Element, O7.Element
    )
  > {
    .combineLatest(
      source1, source2, source3, source4, source5, source6, source7,
      resultSelector: { ($0, $1, $2, $3, $4, $5, $6) })
  }

  /// Returns an observable sequence that sends a tuple of the latest elements of eight sequences
  /// each time one of them sends an element.
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
  /// - Returns: An observable sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element, and fails as soon as one of them fails.
  public static func combineLatest<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType,
    O5: ObservableType, O6: ObservableType, O7: ObservableType, O8: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3,
    _ source4: O4, _ source5: O5, _ source6: O6,
    _ source7: O7, _ source8: O8
  ) -> Observable<
    (
      O1.Element, O2.Element, O3.Element, O4.Element,
      O5.Element, O6.Element, O7.Element, O8.Element
    )
  > {
    .combineLatest(
      source1, source2, source3, source4, source5, source6, source7, source8,
      resultSelector: { ($0, $1, $2, $3, $4, $5, $6, $7) })
  }
}

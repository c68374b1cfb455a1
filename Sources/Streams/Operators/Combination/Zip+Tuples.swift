// Written by `make generate`; to change it, change .ci/arities.swift.

extension ObservableType where Element == Any {
  /// Returns an observable sequence that sends tuples of the elements at the same index in two
  /// sequences.
  ///
  /// An element is retained until every sequence has sent its element at the same index.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and fails
  ///   as soon as one of them fails.
  public static func zip<
    O1: ObservableType, O2: ObservableType
  >(
    _ source1: O1, _ source2: O2
  ) -> Observable<(O1.Element, O2.Element)> {
    .zip(
      source1, source2,
      resultSelector: { ($0, $1) })
  }

  /// Returns an observable sequence that sends tuples of the elements at the same index in three
  /// sequences.
  ///
  /// An element is retained until every sequence has sent its element at the same index.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - source3: The third sequence.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and fails
  ///   as soon as one of them fails.
  public static func zip<
    O1: ObservableType, O2: ObservableType, O3: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3
  ) -> Observable<(O1.Element, O2.Element, O3.Element)> {
    .zip(
      source1, source2, source3,
      resultSelector: { ($0, $1, $2) })
  }

  /// Returns an observable sequence that sends tuples of the elements at the same index in four
  /// sequences.
  ///
  /// An element is retained until every sequence has sent its element at the same index.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - source3: The third sequence.
  ///   - source4: The fourth sequence.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and fails
  ///   as soon as one of them fails.
  public static func zip<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3,
    _ source4: O4
  ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element)> {
    .zip(
      source1, source2, source3, source4,
      resultSelector: { ($0, $1, $2, $3) })
  }

  /// Returns an observable sequence that sends tuples of the elements at the same index in five
  /// sequences.
  ///
  /// An element is retained until every sequence has sent its element at the same index.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - source3: The third sequence.
  ///   - source4: The fourth sequence.
  ///   - source5: The fifth sequence.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and fails
  ///   as soon as one of them fails.
  public static func zip<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType,
    O5: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3,
    _ source4: O4, _ source5: O5
  ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)> {
    .zip(
      source1, source2, source3, source4, source5,
      resultSelector: { ($0, $1, $2, $3, $4) })
  }

  /// Returns an observable sequence that sends tuples of the elements at the same index in six
  /// sequences.
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
  /// - Returns: An observable sequence. It completes when all sequences have completed, and fails
  ///   as soon as one of them fails.
  public static func zip<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType,
    O5: ObservableType, O6: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3,
    _ source4: O4, _ source5: O5, _ source6: O6
  ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)> {
    .zip(
      source1, source2, source3, source4, source5, source6,
      resultSelector: { ($0, $1, $2, $3, $4, $5) })
  }

  /// Returns an observable sequence that sends tuples of the elements at the same index in seven
  /// sequences.
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
  /// - Returns: An observable sequence. It completes when all sequences have completed, and fails
  ///   as soon as one of them fails.
  public static func zip<
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
    .zip(
      source1, source2, source3, source4, source5, source6, source7,
      resultSelector: { ($0, $1, $2, $3, $4, $5, $6) })
  }

  /// Returns an observable sequence that sends tuples of the elements at the same index in eight
  /// sequences.
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
  /// - Returns: An observable sequence. It completes when all sequences have completed, and fails
  ///   as soon as one of them fails.
  public static func zip<
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
    .zip(
      source1, source2, source3, source4, source5, source6, source7, source8,
      resultSelector: { ($0, $1, $2, $3, $4, $5, $6, $7) })
  }
}

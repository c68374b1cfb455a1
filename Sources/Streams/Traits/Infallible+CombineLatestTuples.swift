// Written by `make generate`; to change it, change .ci/arities.swift.

extension InfallibleType where Element == Any {
  /// Returns an infallible sequence that sends a tuple of the latest elements of two sequences each
  /// time one of them sends an element.
  ///
  /// The first element is sent when every sequence has sent one.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  /// - Returns: An infallible sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element.
  public static func combineLatest<
    S1: InfallibleType, S2: InfallibleType
  >(
    _ source1: S1, _ source2: S2
  ) -> Infallible<
    (
      S1.Element, S2.Element
    )
  > {
    Infallible(
      Observable.combineLatest(
        source1.asObservable(), source2.asObservable()))
  }

  /// Returns an infallible sequence that sends a tuple of the latest elements of three sequences
  /// each time one of them sends an element.
  ///
  /// The first element is sent when every sequence has sent one.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - source3: The third sequence.
  /// - Returns: An infallible sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element.
  public static func combineLatest<
    S1: InfallibleType, S2: InfallibleType, S3: InfallibleType
  >(
    _ source1: S1, _ source2: S2, _ source3: S3
  ) -> Infallible<
    (
      S1.Element, S2.Element, S3.Element
    )
  > {
    Infallible(
      Observable.combineLatest(
        source1.asObservable(), source2.asObservable(), source3.asObservable()))
  }

  /// Returns an infallible sequence that sends a tuple of the latest elements of four sequences
  /// each time one of them sends an element.
  ///
  /// The first element is sent when every sequence has sent one.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - source3: The third sequence.
  ///   - source4: The fourth sequence.
  /// - Returns: An infallible sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element.
  public static func combineLatest<
    S1: InfallibleType, S2: InfallibleType, S3: InfallibleType, S4: InfallibleType
  >(
    _ source1: S1, _ source2: S2, _ source3: S3, _ source4: S4
  ) -> Infallible<
    (
      S1.Element, S2.Element, S3.Element, S4.Element
    )
  > {
    Infallible(
      Observable.combineLatest(
        source1.asObservable(), source2.asObservable(), source3.asObservable(),
        source4.asObservable()))
  }

  /// Returns an infallible sequence that sends a tuple of the latest elements of five sequences
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
  /// - Returns: An infallible sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element.
  public static func combineLatest<
    S1: InfallibleType, S2: InfallibleType, S3: InfallibleType, S4: InfallibleType,
    S5: InfallibleType
  >(
    _ source1: S1, _ source2: S2, _ source3: S3, _ source4: S4, _ source5: S5
  ) -> Infallible<
    (
      S1.Element, S2.Element, S3.Element, S4.Element, S5.Element
    )
  > {
    Infallible(
      Observable.combineLatest(
        source1.asObservable(), source2.asObservable(), source3.asObservable(),
        source4.asObservable(), source5.asObservable()))
  }

  /// Returns an infallible sequence that sends a tuple of the latest elements of six sequences each
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
  /// - Returns: An infallible sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element.
  public static func combineLatest<
    S1: InfallibleType, S2: InfallibleType, S3: InfallibleType, S4: InfallibleType,
    S5: InfallibleType, S6: InfallibleType
  >(
    _ source1: S1, _ source2: S2, _ source3: S3, _ source4: S4, _ source5: S5, _ source6: S6
  ) -> Infallible<
    (
      S1.Element, S2.Element, S3.Element, S4.Element, S5.Element, S6.Element
    )
  > {
    Infallible(
      Observable.combineLatest(
        source1.asObservable(), source2.asObservable(), source3.asObservable(),
        source4.asObservable(), source5.asObservable(), source6.asObservable()))
  }

  /// Returns an infallible sequence that sends a tuple of the latest elements of seven sequences
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
  /// - Returns: An infallible sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element.
  public static func combineLatest<
    S1: InfallibleType, S2: InfallibleType, S3: InfallibleType, S4: InfallibleType,
    S5: InfallibleType, S6: InfallibleType, S7: InfallibleType
  >(
    _ source1: S1, _ source2: S2, _ source3: S3, _ source4: S4, _ source5: S5, _ source6: S6,
    _ source7: S7
  ) -> Infallible<
    (
      S1.Element, S2.Element, S3.Element, S4.Element, S5.Element, S6.Element, S7.Element
    )
  > {
    Infallible(
      Observable.combineLatest(
        source1.asObservable(), source2.asObservable(), source3.asObservable(),
        source4.asObservable(), source5.asObservable(), source6.asObservable(),
        source7.asObservable()))
  }

  /// Returns an infallible sequence that sends a tuple of the latest elements of eight sequences
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
  /// - Returns: An infallible sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element.
  public static func combineLatest<
    S1: InfallibleType, S2: InfallibleType, S3: InfallibleType, S4: InfallibleType,
    S5: InfallibleType, S6: InfallibleType, S7: InfallibleType, S8: InfallibleType
  >(
    _ source1: S1, _ source2: S2, _ source3: S3, _ source4: S4, _ source5: S5, _ source6: S6,
    _ source7: S7, _ source8: S8
  ) -> Infallible<
    (
      S1.Element, S2.Element, S3.Element, S4.Element, S5.Element, S6.Element, S7.Element,
      S8.Element
    )
  > {
    Infallible(
      Observable.combineLatest(
        source1.asObservable(), source2.asObservable(), source3.asObservable(),
        source4.asObservable(), source5.asObservable(), source6.asObservable(),
        source7.asObservable(), source8.asObservable()))
  }
}

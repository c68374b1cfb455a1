// Written by `make generate`; to change it, change .ci/arities.swift.

extension InfallibleType {
  /// Returns an infallible sequence that combines the latest elements of two sequences, using a
  /// closure, each time one of them sends an element.
  ///
  /// The first element is sent when every sequence has sent one.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result ends
  ///     and the error is passed to ``Hooks/defaultErrorHandler``.
  /// - Returns: An infallible sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element.
  public static func combineLatest<
    S1: InfallibleType, S2: InfallibleType
  >(
    _ source1: S1, _ source2: S2,
    resultSelector:
      @escaping (
        S1.Element, S2.Element
      ) throws -> Element
  ) -> Infallible<Element> {
    Infallible(
      Observable.combineLatest(
        source1.asObservable(), source2.asObservable(),
        resultSelector: resultSelector))
  }

  /// Returns an infallible sequence that combines the latest elements of three sequences, using a
  /// closure, each time one of them sends an element.
  ///
  /// The first element is sent when every sequence has sent one.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - source3: The third sequence.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result ends
  ///     and the error is passed to ``Hooks/defaultErrorHandler``.
  /// - Returns: An infallible sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element.
  public static func combineLatest<
    S1: InfallibleType, S2: InfallibleType, S3: InfallibleType
  >(
    _ source1: S1, _ source2: S2, _ source3: S3,
    resultSelector:
      @escaping (
        S1.Element, S2.Element, S3.Element
      ) throws -> Element
  ) -> Infallible<Element> {
    Infallible(
      Observable.combineLatest(
        source1.asObservable(), source2.asObservable(), source3.asObservable(),
        resultSelector: resultSelector))
  }

  /// Returns an infallible sequence that combines the latest elements of four sequences, using a
  /// closure, each time one of them sends an element.
  ///
  /// The first element is sent when every sequence has sent one.
  ///
  /// - Parameters:
  ///   - source1: The first sequence.
  ///   - source2: The second sequence.
  ///   - source3: The third sequence.
  ///   - source4: The fourth sequence.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result ends
  ///     and the error is passed to ``Hooks/defaultErrorHandler``.
  /// - Returns: An infallible sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element.
  public static func combineLatest<
    S1: InfallibleType, S2: InfallibleType, S3: InfallibleType, S4: InfallibleType
  >(
    _ source1: S1, _ source2: S2, _ source3: S3, _ source4: S4,
    resultSelector:
      @escaping (
        S1.Element, S2.Element, S3.Element, S4.Element
      ) throws -> Element
  ) -> Infallible<Element> {
    Infallible(
      Observable.combineLatest(
        source1.asObservable(), source2.asObservable(), source3.asObservable(),
        source4.asObservable(),
        resultSelector: resultSelector))
  }

  /// Returns an infallible sequence that combines the latest elements of five sequences, using a
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
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result ends
  ///     and the error is passed to ``Hooks/defaultErrorHandler``.
  /// - Returns: An infallible sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element.
  public static func combineLatest<
    S1: InfallibleType, S2: InfallibleType, S3: InfallibleType, S4: InfallibleType,
    S5: InfallibleType
  >(
    _ source1: S1, _ source2: S2, _ source3: S3, _ source4: S4, _ source5: S5,
    resultSelector:
      @escaping (
        S1.Element, S2.Element, S3.Element, S4.Element, S5.Element
      ) throws -> Element
  ) -> Infallible<Element> {
    Infallible(
      Observable.combineLatest(
        source1.asObservable(), source2.asObservable(), source3.asObservable(),
        source4.asObservable(), source5.asObservable(),
        resultSelector: resultSelector))
  }

  /// Returns an infallible sequence that combines the latest elements of six sequences, using a
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
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result ends
  ///     and the error is passed to ``Hooks/defaultErrorHandler``.
  /// - Returns: An infallible sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element.
  public static func combineLatest<
    S1: InfallibleType, S2: InfallibleType, S3: InfallibleType, S4: InfallibleType,
    S5: InfallibleType, S6: InfallibleType
  >(
    _ source1: S1, _ source2: S2, _ source3: S3, _ source4: S4, _ source5: S5, _ source6: S6,
    resultSelector:
      @escaping (
        S1.Element, S2.Element, S3.Element, S4.Element, S5.Element, S6.Element
      ) throws -> Element
  ) -> Infallible<Element> {
    Infallible(
      Observable.combineLatest(
        source1.asObservable(), source2.asObservable(), source3.asObservable(),
        source4.asObservable(), source5.asObservable(), source6.asObservable(),
        resultSelector: resultSelector))
  }

  /// Returns an infallible sequence that combines the latest elements of seven sequences, using a
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
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result ends
  ///     and the error is passed to ``Hooks/defaultErrorHandler``.
  /// - Returns: An infallible sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element.
  public static func combineLatest<
    S1: InfallibleType, S2: InfallibleType, S3: InfallibleType, S4: InfallibleType,
    S5: InfallibleType, S6: InfallibleType, S7: InfallibleType
  >(
    _ source1: S1, _ source2: S2, _ source3: S3, _ source4: S4, _ source5: S5, _ source6: S6,
    _ source7: S7,
    resultSelector:
      @escaping (
        S1.Element, S2.Element, S3.Element, S4.Element, S5.Element, S6.Element, S7.Element
      ) throws -> Element
  ) -> Infallible<Element> {
    Infallible(
      Observable.combineLatest(
        source1.asObservable(), source2.asObservable(), source3.asObservable(),
        source4.asObservable(), source5.asObservable(), source6.asObservable(),
        source7.asObservable(),
        resultSelector: resultSelector))
  }

  /// Returns an infallible sequence that combines the latest elements of eight sequences, using a
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
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result ends
  ///     and the error is passed to ``Hooks/defaultErrorHandler``.
  /// - Returns: An infallible sequence. It completes when all sequences have completed, or earlier
  ///   if it can send no further element.
  public static func combineLatest<
    S1: InfallibleType, S2: InfallibleType, S3: InfallibleType, S4: InfallibleType,
    S5: InfallibleType, S6: InfallibleType, S7: InfallibleType, S8: InfallibleType
  >(
    _ source1: S1, _ source2: S2, _ source3: S3, _ source4: S4, _ source5: S5, _ source6: S6,
    _ source7: S7, _ source8: S8,
    resultSelector:
      @escaping (
        S1.Element, S2.Element, S3.Element, S4.Element, S5.Element, S6.Element, S7.Element,
        S8.Element
      ) throws -> Element
  ) -> Infallible<Element> {
    Infallible(
      Observable.combineLatest(
        source1.asObservable(), source2.asObservable(), source3.asObservable(),
        source4.asObservable(), source5.asObservable(), source6.asObservable(),
        source7.asObservable(), source8.asObservable(),
        resultSelector: resultSelector))
  }
}

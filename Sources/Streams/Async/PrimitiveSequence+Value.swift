extension PrimitiveSequenceType where Trait == SingleTrait {
  /// The element, when it comes.
  ///
  /// - Throws: The error of the single, or `CancellationError` if the task was cancelled.
  public var value: Element {
    get async throws {
      for try await element in primitiveSequence.values { return element }
      throw CancellationError()
    }
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// The element, when it comes, or nil if there is none.
  ///
  /// - Throws: The error of the maybe.
  public var value: Element? {
    get async throws {
      for try await element in primitiveSequence.values { return element }
      try Task.checkCancellation()
      return nil
    }
  }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Swift.Never {
  /// Returns when the completable has completed.
  ///
  /// - Throws: The error of the completable.
  public var value: Void {
    get async throws {
      for try await _ in primitiveSequence.values {}
      try Task.checkCancellation()
    }
  }
}

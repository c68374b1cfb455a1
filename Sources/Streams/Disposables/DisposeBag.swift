/// A container that disposes its members when it is deallocated.
///
///     let bag = DisposeBag()
///     observable.subscribe(onNext: show).disposed(by: bag)
///
/// Store the bag in the object that owns the subscriptions. To end them earlier, assign a new bag.
/// If a subscription in the bag has a closure that captures the bag's owner strongly, the owner and
/// the bag stay alive until the sequence ends or the bag is replaced. Capture the owner weakly.
///
/// An insertion also removes the finished members, such as ended subscriptions, if there are more
/// than 32 members and more than twice as many as after the previous such removal. A bag to which
/// nothing is added keeps its finished members.
public final class DisposeBag: TracedObject, @unchecked Sendable {
  private let lock = Lock()
  @safe @exclusivity(unchecked) private var disposables: [DisposableObject] = []
  @safe @exclusivity(unchecked) private var isDisposed = false
  /// The number of members above which the bag removes finished members.
  @safe @exclusivity(unchecked) private var sweepLimit = DisposeBag.smallestSweep

  private static let smallestSweep = 32

  /// Creates an empty bag.
  public override init() {}

  deinit {
    // This call records the release of the bag before the releases of its members.
    leaveRegistry()
    dispose()
  }

  /// Adds a disposable, or disposes it immediately if the bag is being deallocated.
  ///
  /// - Parameter disposable: The new member.
  /// - Complexity: O(1) amortized.
  public func insert(_ disposable: any Disposable) {
    insert(object: disposable.asObject)
  }

  fileprivate func insert(object: __owned DisposableObject) {
    let outcome = lock.withLock { () -> Insertion in
      if isDisposed { return .bagIsDeallocating }
      disposables.append(object)
      return disposables.count > sweepLimit ? .addedAndSweepDue : .added
    }
    switch outcome {
    case .added: break
    case .bagIsDeallocating: object.dispose()
    case .addedAndSweepDue: sweep()
    }
  }

  /// Removes finished members. `isFinished` is read while the lock is not held, because it may run
  /// code that is not part of the library.
  @inline(never)
  private func sweep() {
    var candidates: [DisposableObject] = []
    lock.withLock {
      swap(&candidates, &disposables)
      sweepLimit = .max
    }
    if anyIsFinished(candidates) {
      candidates.removeAll { $0.isFinished }
    }
    // The bag cannot have been disposed meanwhile, because only its `deinit` disposes it.
    lock.withLock {
      // The remaining candidates precede the members that were inserted meanwhile.
      candidates.append(contentsOf: disposables)
      swap(&candidates, &disposables)
      sweepLimit = max(DisposeBag.smallestSweep, 2 * disposables.count)
    }
  }

  /// Returns whether any of the members is finished.
  ///
  /// `isFinished` is read without retaining the member, which the array already retains. Retaining
  /// each member took half of the time of a search.
  private func anyIsFinished(_ candidates: [DisposableObject]) -> Bool {
    unsafe candidates.withUnsafeBufferPointer { held in
      for index in held.indices {
        let isFinished = unsafe Unmanaged.passUnretained(held[index])
          ._withUnsafeGuaranteedRef { $0.isFinished }
        if isFinished { return true }
      }
      return false
    }
  }

  private func dispose() {
    var taken: [DisposableObject] = []
    lock.withLock {
      swap(&taken, &disposables)
      isDisposed = true
    }
    // `popLast()` moves a disposable out of the array. A `for` loop over the array would retain and
    // release each disposable.
    taken.reverse()
    while let disposable = taken.popLast() { disposable.dispose() }
  }
}

extension DisposeBag {
  /// Creates a bag of the given disposables.
  ///
  /// - Parameter disposables: The disposables that the bag disposes when it is deallocated.
  public convenience init(disposing disposables: any Disposable...) {
    self.init()
    insert(disposables)
  }

  /// Creates a bag of the disposables in an array.
  ///
  /// - Parameter disposables: The disposables that the bag disposes when it is deallocated.
  public convenience init(disposing disposables: [any Disposable]) {
    self.init()
    insert(disposables)
  }

  /// Creates a bag of the disposables that the statements of a closure return.
  ///
  ///     let bag = DisposeBag {
  ///       first.subscribe(onNext: show)
  ///       second.subscribe(onNext: show)
  ///     }
  ///
  /// - Parameter builder: A closure whose statements each return a disposable.
  public convenience init(@DisposableBuilder builder: () -> [any Disposable]) {
    self.init(disposing: builder())
  }

  /// Adds the given disposables.
  ///
  /// - Parameter disposables: The disposables to add. They are disposed immediately if the bag is
  ///   being deallocated.
  public func insert(_ disposables: any Disposable...) {
    insert(disposables)
  }

  /// Adds the disposables in an array.
  ///
  /// - Parameter disposables: The disposables to add. They are disposed immediately if the bag is
  ///   being deallocated.
  public func insert(_ disposables: [any Disposable]) {
    for disposable in disposables { insert(disposable) }
  }

  /// Adds the disposables that the statements of a closure return.
  ///
  /// - Parameter builder: A closure whose statements each return a disposable.
  public func insert(@DisposableBuilder builder: () -> [any Disposable]) {
    insert(builder())
  }

  /// A result builder that collects the disposables returned by the statements of a closure.
  @resultBuilder
  public struct DisposableBuilder {
    /// Returns the disposables of a block's statements.
    ///
    /// - Parameter disposables: The results of the statements.
    /// - Returns: The disposables, in order.
    public static func buildBlock(_ disposables: any Disposable...) -> [any Disposable] {
      disposables
    }
  }
}

extension Disposable {
  /// Adds the disposable to a bag, which disposes it when the bag is deallocated.
  ///
  /// - Parameter bag: The bag, which retains the disposable.
  public func disposed(by bag: DisposeBag) {
    bag.insert(object: asObject)
  }
}

/// The outcome of adding a disposable to a bag.
private enum Insertion {
  case added
  /// The bag is being deallocated, and the disposable was not added.
  case bagIsDeallocating
  /// The disposable was added, and the bag must search for finished members.
  case addedAndSweepDue
}

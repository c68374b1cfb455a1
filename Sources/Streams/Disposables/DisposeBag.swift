/// Disposes what was put into it when it goes away.
///
///     let bag = DisposeBag()
///     observable.subscribe(onNext: show).disposed(by: bag)
///
/// A bag that lives long drops what has been disposed already whenever it would otherwise
/// double, so finished subscriptions do not pile up in it; a bag that nothing more is put
/// into keeps them.
public final class DisposeBag: TracedObject, @unchecked Sendable {
  private let lock = Lock()
  @safe @exclusivity(unchecked) private var disposables: [DisposableObject] = []
  @safe @exclusivity(unchecked) private var isDisposed = false
  /// The number of disposables at which the bag next looks for finished ones.
  @safe @exclusivity(unchecked) private var sweepLimit = DisposeBag.smallestSweep

  private static let smallestSweep = 32

  /// An empty bag.
  public override init() {}

  deinit {
    // The bag is gone before what it held.
    leaveRegistry()
    dispose()
  }

  /// Puts a disposable into the bag, or disposes it at once if the bag is going away.
  ///
  /// - Complexity: O(1) amortised.
  public func insert(_ disposable: any Disposable) {
    insert(object: disposable.asObject)
  }

  fileprivate func insert(object: __owned DisposableObject) {
    let outcome = lock.withLock { () -> Insertion in
      if isDisposed { return .late }
      disposables.append(object)
      return disposables.count > sweepLimit ? .full : .done
    }
    switch outcome {
    case .done: break
    case .late: object.dispose()
    case .full: sweep()
    }
  }

  /// Drops what is finished, outside the lock: asking somebody else's disposable whether
  /// it is disposed runs their code.
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
    let isLate = lock.withLock {
      guard !isDisposed else { return true }
      // Before what was inserted meanwhile.
      candidates.append(contentsOf: disposables)
      swap(&candidates, &disposables)
      sweepLimit = max(DisposeBag.smallestSweep, 2 * disposables.count)
      return false
    }
    if isLate {
      for disposable in candidates { disposable.dispose() }
    }
  }

  /// Whether something is finished, asked of each in place: the array holds it meanwhile,
  /// and retaining it for the question was half of what a sweep took.
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
    // Taken from the end, a disposable moves out of the array: in a loop over it, each
    // would be retained and released once more.
    taken.reverse()
    while let disposable = taken.popLast() { disposable.dispose() }
  }
}

extension DisposeBag {
  /// A bag of disposables.
  public convenience init(disposing disposables: any Disposable...) {
    self.init()
    insert(disposables)
  }

  /// A bag of disposables.
  public convenience init(disposing disposables: [any Disposable]) {
    self.init()
    insert(disposables)
  }

  /// A bag of the disposables that the statements of a closure make.
  public convenience init(@DisposableBuilder builder: () -> [any Disposable]) {
    self.init(disposing: builder())
  }

  /// Puts several disposables into the bag.
  public func insert(_ disposables: any Disposable...) {
    insert(disposables)
  }

  /// Puts several disposables into the bag.
  public func insert(_ disposables: [any Disposable]) {
    for disposable in disposables { insert(disposable) }
  }

  /// Puts the disposables that the statements of a closure make into the bag.
  public func insert(@DisposableBuilder builder: () -> [any Disposable]) {
    insert(builder())
  }

  /// Lets a bag be filled by a closure whose every statement makes a disposable.
  @resultBuilder
  public struct DisposableBuilder {
    public static func buildBlock(_ disposables: any Disposable...) -> [any Disposable] {
      disposables
    }
  }
}

extension Disposable {
  /// Puts the disposable into a bag, which disposes it when the bag goes away.
  public func disposed(by bag: DisposeBag) {
    bag.insert(object: asObject)
  }
}

/// What became of a disposable that was put into a bag.
private enum Insertion {
  case done
  /// The bag is going away; the disposable is not in it.
  case late
  /// It is in, and it is time to look for finished ones.
  case full
}

import Synchronization

/// A disposable of many others, which can be added and removed, by identity.
///
/// Most hold one or two: those have places of their own, which are used again after a
/// removal; the others are in an array. Going away does not dispose what it holds.
public final class RACCompoundDisposable: RACDisposable, @unchecked Sendable {
  private let contents = Mutex(Contents())

  private struct Contents: @unchecked Sendable {
    var first: RACDisposable?
    var second: RACDisposable?
    var others: [RACDisposable] = []
    var isDisposed = false
  }

  /// A disposable of nothing yet.
  public override init() {
    super.init()
  }

  /// A disposable of others.
  public convenience init(disposables: [RACDisposable]) {
    self.init()
    for disposable in disposables { addDisposable(disposable) }
  }

  public override var isDisposed: Bool { contents.withLock { $0.isDisposed } }

  /// Adds a disposable, or disposes it at once if this one was disposed.
  ///
  /// Nil, and what was disposed already, is ignored. Adding it to itself is a programmer's
  /// error.
  public func addDisposable(_ disposable: RACDisposable?) {
    precondition(disposable !== self, "A compound disposable cannot be added to itself.")
    guard let disposable, !disposable.isDisposed else { return }
    let isLate = contents.withLock { contents in
      guard !contents.isDisposed else { return true }
      if contents.first == nil {
        contents.first = disposable
      } else if contents.second == nil {
        contents.second = disposable
      } else {
        contents.others.append(disposable)
      }
      return false
    }
    if isLate {
      disposable.dispose()
    } else {
      trace("RACCompoundDisposable.add", with: disposable)
    }
  }

  /// Takes a disposable out without disposing it.
  ///
  /// - Complexity: O(*n*) for *n* disposables.
  public func removeDisposable(_ disposable: RACDisposable?) {
    guard let disposable else { return }
    // What is taken out goes after the lock.
    let removed = contents.withLock { contents -> RACDisposable? in
      if contents.first === disposable {
        defer { contents.first = nil }
        return contents.first
      }
      if contents.second === disposable {
        defer { contents.second = nil }
        return contents.second
      }
      guard let index = contents.others.firstIndex(where: { $0 === disposable }) else {
        return nil
      }
      return contents.others.remove(at: index)
    }
    if removed != nil { trace("RACCompoundDisposable.remove", with: disposable) }
  }

  /// Takes everything out and disposes it, outside the lock.
  public override func dispose() {
    let taken = contents.withLock { contents -> [RACDisposable] in
      guard !contents.isDisposed else { return [] }
      let taken = [contents.first, contents.second].compactMap(\.self) + contents.others
      contents = Contents(isDisposed: true)
      return taken
    }
    for disposable in taken { disposable.dispose() }
    super.dispose()
  }
}

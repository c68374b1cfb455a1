/// A disposable that contains any number of other disposables and disposes them when it is
/// disposed. Members are compared by identity.
///
/// Up to two members are stored in the object itself, and further members in an array. Deallocation
/// does not dispose the members.
public final class RACCompoundDisposable: RACDisposable, @unchecked Sendable {
  private let contents = Guarded(Contents())

  private struct Contents: @unchecked Sendable {
    var first: RACDisposable?
    var second: RACDisposable?
    var others: [RACDisposable] = []
    var isDisposed = false
  }

  /// Creates a disposable without members.
  public override init() {
    super.init()
  }

  /// Creates a disposable that contains other disposables.
  ///
  /// - Parameter disposables: The members.
  public convenience init(disposables: [RACDisposable]) {
    self.init()
    for disposable in disposables { addDisposable(disposable) }
  }

  /// A Boolean value indicating whether the disposable has been disposed.
  public override var isDisposed: Bool { contents.withLock { $0.isDisposed } }

  /// Adds a disposable, or disposes it immediately if this disposable was disposed.
  ///
  /// - Parameter disposable: The new member. `nil` and a disposable that is already disposed are
  ///   ignored. Adding a disposable to itself is a programming error.
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

  /// Removes a disposable without disposing it.
  ///
  /// - Parameter disposable: The member to remove. `nil` and a disposable that is not a member are
  ///   ignored.
  /// - Complexity: O(*n*) for *n* members.
  public func removeDisposable(_ disposable: RACDisposable?) {
    guard let disposable else { return }
    // The closure returns the member so that it is released only after the lock has been released.
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
      let removed = contents.others.remove(at: index)
      if contents.others.isEmpty { contents.others = [] }
      return removed
    }
    if removed != nil { trace("RACCompoundDisposable.remove", with: disposable) }
  }

  /// Removes all members, and disposes them after releasing the lock.
  public override func dispose() {
    let taken = contents.withLock { contents -> [RACDisposable] in
      let taken = [contents.first, contents.second].compactMap(\.self) + contents.others
      contents = Contents(isDisposed: true)
      return taken
    }
    for disposable in taken { disposable.dispose() }
    super.dispose()
  }
}

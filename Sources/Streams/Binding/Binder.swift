/// An observer that calls a closure with an object and each element. The object is not retained.
///
/// A failure of the bound sequence is a programming error. It stops the program in debug builds and
/// is ignored in release builds.
public struct Binder<Value>: ObserverType {
  /// The type of the elements that the binder receives.
  public typealias Element = Value

  private let binding: (Event<Value>) -> Void

  /// Creates a binder.
  ///
  /// - Parameters:
  ///   - target: The object that is passed to the closure. It is not retained.
  ///   - scheduler: The scheduler that runs the closure. The default uses the main thread.
  ///   - binding: A closure that receives the object and an element. It is not called after the
  ///     object has been deallocated.
  public init<Target: AnyObject>(
    _ target: Target, scheduler: any ImmediateSchedulerType = MainScheduler(),
    binding: @escaping (Target, Value) -> Void
  ) {
    weak let weakTarget = target
    self.binding = { event in
      switch event {
      case .next(let element):
        _ = scheduler.schedule(element) { element in
          if let target = weakTarget { binding(target, element) }
          return Disposables.create()
        }
      case .error(let error): assertionFailure("Binding error: \(error)")
      case .completed: break
      }
    }
  }

  /// Passes an element to the closure on the binder's scheduler. A completion has no effect.
  ///
  /// - Parameter event: The event. A failure stops the program in debug builds, and is ignored in
  ///   release builds.
  public func on(_ event: Event<Value>) {
    binding(event)
  }

  /// Returns the binder as a type-erased observer.
  ///
  /// - Returns: An observer that retains the binder's closure but not the target of the binder.
  public func asObserver() -> AnyObserver<Value> {
    AnyObserver(eventHandler: on)
  }
}

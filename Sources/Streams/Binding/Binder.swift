/// An observer that hands elements, with an object it holds weakly, to a closure.
///
/// An error is a programmer's mistake: it stops a debug build and is ignored otherwise.
public struct Binder<Value>: ObserverType {
  public typealias Element = Value

  private let binding: (Event<Value>) -> Void

  /// A binder that runs its closure on a scheduler.
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

  public func on(_ event: Event<Value>) {
    binding(event)
  }

  /// The binder with its type erased.
  public func asObserver() -> AnyObserver<Value> {
    AnyObserver(eventHandler: on)
  }
}

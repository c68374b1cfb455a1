public import Streams
import Synchronization

/// What an observation of a key path wants to be told.
public struct RACKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The value after the change.
  public static let new = RACKeyValueObservingOptions(rawValue: 1)
  /// The value before the change.
  public static let old = RACKeyValueObservingOptions(rawValue: 2)
  /// A first notification at once, with the present value.
  public static let initial = RACKeyValueObservingOptions(rawValue: 4)
  /// A notification before the change, too.
  public static let prior = RACKeyValueObservingOptions(rawValue: 8)
}

/// A change of the value at a key path.
public struct RACKeyValueChange {
  /// The value before the change, if it was asked for.
  public let old: Any?
  /// The value after the change, if it was asked for and is known.
  public let new: Any?
  /// Whether the change is still to come.
  public let isPrior: Bool
}

/// The base of classes whose properties can be observed where Objective-C's key-value
/// observing does not exist.
///
/// A property says when it changes:
///
///     final class Person: RACObservableObject {
///       var name = "" {
///         willSet { willChange(\Person.name, from: name) }
///         didSet { didChange(\Person.name, from: oldValue, to: name) }
///       }
///     }
open class RACObservableObject: PackageObject, @unchecked Sendable {
  /// Disposed when the object goes away, before its properties do.
  public final let deinitDisposable = RACCompoundDisposable()

  private final let registrations = Mutex<[Registration]>([])

  struct Registration: @unchecked Sendable {
    let keyPath: AnyKeyPath
    let options: RACKeyValueObservingOptions
    let context: RACKVOContext
  }

  /// An object that nobody observes.
  public init() {
    super.init(counted: ())
  }

  deinit {
    deinitDisposable.dispose()
  }

  /// Tells those who want to know it before that a value is about to change.
  public final func willChange(_ keyPath: AnyKeyPath, from old: Any?) {
    notify(keyPath, only: .prior) { options in
      RACKeyValueChange(old: options.contains(.old) ? old : nil, new: nil, isPrior: true)
    }
  }

  /// Tells everybody who observes a key path that its value has changed.
  public final func didChange(_ keyPath: AnyKeyPath, from old: Any?, to new: Any?) {
    notify(keyPath, only: []) { options in
      RACKeyValueChange(
        old: options.contains(.old) ? old : nil, new: options.contains(.new) ? new : nil,
        isPrior: false)
    }
  }

  /// Begins to notify the proxy of changes, for a context.
  final func addObservation(
    of keyPath: AnyKeyPath, options: RACKeyValueObservingOptions, context: RACKVOContext
  ) {
    registrations.withLock {
      $0.append(Registration(keyPath: keyPath, options: options, context: context))
    }
    guard options.contains(.initial) else { return }
    RACKVOProxy.shared.observe(
      RACKeyValueChange(
        old: nil, new: options.contains(.new) ? self[keyPath: keyPath] : nil, isPrior: false),
      context)
  }

  /// Stops notifying the proxy for a context.
  final func removeObservation(for context: RACKVOContext) {
    registrations.withLock { $0.removeAll { $0.context == context } }
  }

  private final func notify(
    _ keyPath: AnyKeyPath, only required: RACKeyValueObservingOptions,
    change: (RACKeyValueObservingOptions) -> RACKeyValueChange
  ) {
    let told = registrations.withLock { registrations in
      registrations.filter { $0.keyPath == keyPath && $0.options.isSuperset(of: required) }
    }
    for registration in told {
      RACKVOProxy.shared.observe(change(registration.options), registration.context)
    }
  }
}

public import Streams

/// The options of an observation: which values a change contains, and when changes are reported.
public struct RACKeyValueObservingOptions: OptionSet, Sendable {
  /// The raw value of the option set.
  public let rawValue: Int

  /// Creates an option set from a raw value.
  ///
  /// - Parameter rawValue: The raw value, one bit per option.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// An option to include the value after the change.
  public static let new = RACKeyValueObservingOptions(rawValue: 1)
  /// An option to include the value before the change.
  public static let old = RACKeyValueObservingOptions(rawValue: 2)
  /// An option to send an immediate notification, with the current value if `new` is also set.
  public static let initial = RACKeyValueObservingOptions(rawValue: 4)
  /// An option to send an additional notification before each change.
  public static let prior = RACKeyValueObservingOptions(rawValue: 8)
}

/// A change of the value at a key path.
public struct RACKeyValueChange {
  /// The value before the change, if the observation requested it; `nil` in the initial
  /// notification.
  public let old: Any?
  /// The value after the change or, in the initial notification, the current value; `nil` if the
  /// observation did not request the value, or if the change has not taken place yet.
  public let new: Any?
  /// A Boolean value indicating whether the change has not taken place yet.
  public let isPrior: Bool
}

/// The base class of objects with observable properties, for platforms without Objective-C's
/// key-value observing.
///
/// A property reports its changes:
///
///     final class Person: RACObservableObject {
///       var name = "" {
///         willSet { willChange(\Person.name, from: name) }
///         didSet { didChange(\Person.name, from: oldValue, to: name) }
///       }
///     }
open class RACObservableObject: PackageObject, @unchecked Sendable {
  /// A disposable that is disposed when the object is deallocated, before the object's properties
  /// are released.
  public final let deinitDisposable = RACCompoundDisposable()

  private final let registrations = Guarded<[Registration]>([])

  struct Registration: @unchecked Sendable {
    let keyPath: AnyKeyPath
    let options: RACKeyValueObservingOptions
    let context: RACKVOContext
  }

  /// Creates an object without observers.
  public init() {
    super.init(counted: ())
  }

  deinit {
    deinitDisposable.dispose()
  }

  /// Notifies observers that the value at a key path is about to change, if they requested prior
  /// notifications.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the value.
  ///   - old: The current value.
  public final func willChange(_ keyPath: AnyKeyPath, from old: Any?) {
    notify(keyPath, only: .prior) { options in
      RACKeyValueChange(old: options.contains(.old) ? old : nil, new: nil, isPrior: true)
    }
  }

  /// Notifies observers that the value at a key path has changed.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the value.
  ///   - old: The value before the change.
  ///   - new: The current value.
  public final func didChange(_ keyPath: AnyKeyPath, from old: Any?, to new: Any?) {
    notify(keyPath, only: []) { options in
      RACKeyValueChange(
        old: options.contains(.old) ? old : nil, new: options.contains(.new) ? new : nil,
        isPrior: false)
    }
  }

  /// Registers an observation. From then on, each change at the key path is passed to the proxy,
  /// together with the observation's context. With the option `initial`, the proxy first receives
  /// the initial notification.
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

  /// Stops passing changes to the proxy for the observation that has the given context.
  final func removeObservation(for context: RACKVOContext) {
    registrations.withLock { $0.removeAll { $0.context == context } }
  }

  private final func notify(
    _ keyPath: AnyKeyPath, only required: RACKeyValueObservingOptions,
    change: (RACKeyValueObservingOptions) -> RACKeyValueChange
  ) {
    let notified = registrations.withLock { registrations in
      registrations.filter { $0.keyPath == keyPath && $0.options.isSuperset(of: required) }
    }
    for registration in notified {
      RACKVOProxy.shared.observe(change(registration.options), registration.context)
    }
  }
}

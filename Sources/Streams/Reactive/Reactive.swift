public import Foundation

/// What the library adds to an object, kept apart from the object's own members.
///
///     extension Reactive where Base: Thermostat {
///       var target: Binder<Double> { Binder(base) { $0.setTarget($1) } }
///     }
///     readings.bind(to: thermostat.rx.target)
///
/// Every property of an object that can be set is a binder too, under its own name.
@dynamicMemberLookup
public struct Reactive<Base> {
  /// The object.
  public let base: Base

  /// What the library adds to an object.
  public init(_ base: Base) {
    self.base = base
  }

  /// A binder that sets a property of the object, which it holds weakly.
  public subscript<Property>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property>
  ) -> Binder<Property> where Base: AnyObject {
    Binder(base) { base, value in base[keyPath: keyPath] = value }
  }
}

/// Something that the library adds members to, under `rx`.
public protocol ReactiveCompatible {
  /// The type that is extended: the conforming one.
  associatedtype ReactiveBase

  /// What the library adds to the type.
  static var rx: Reactive<ReactiveBase>.Type { get set }

  /// What the library adds to this value.
  var rx: Reactive<ReactiveBase> { get set }
}

extension ReactiveCompatible {
  public static var rx: Reactive<Self>.Type {
    get { Reactive<Self>.self }
    // Settable only so that members of `rx` that change something can be called.
    set {}
  }

  public var rx: Reactive<Self> {
    get { Reactive(self) }
    // As above: nothing is stored.
    set {}
  }
}

extension NSObject: ReactiveCompatible {}

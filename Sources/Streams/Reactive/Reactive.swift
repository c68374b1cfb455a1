public import Foundation

/// A namespace for the reactive members of an object, separate from the object's own members.
///
///     extension Reactive where Base: Thermostat {
///       var target: Binder<Double> { Binder(base) { $0.setTarget($1) } }
///     }
///     readings.bind(to: thermostat.rx.target)
///
/// Each settable property of an object is also available as a ``Binder`` of the same name.
@dynamicMemberLookup
public struct Reactive<Base> {
  /// The object whose reactive members are in this namespace.
  public let base: Base

  /// Creates the namespace of an object.
  ///
  /// - Parameter base: The object.
  public init(_ base: Base) {
    self.base = base
  }

  /// A binder that sets a property of the object. It refers weakly to the object.
  ///
  /// - Parameter keyPath: The property to set.
  /// - Returns: A binder that sets the property for each element. It does nothing once the object
  ///   has been deallocated.
  public subscript<Property>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property>
  ) -> Binder<Property> where Base: AnyObject {
    Binder(base) { base, value in base[keyPath: keyPath] = value }
  }
}

/// A type with reactive members in the namespace `rx`.
public protocol ReactiveCompatible {
  /// The conforming type, to which `rx` adds reactive members.
  associatedtype ReactiveBase

  /// The namespace of the reactive members of the type.
  static var rx: Reactive<ReactiveBase>.Type { get set }

  /// The namespace of the reactive members of this value.
  var rx: Reactive<ReactiveBase> { get set }
}

extension ReactiveCompatible {
  /// The namespace of the reactive members of the type.
  public static var rx: Reactive<Self>.Type {
    get { Reactive<Self>.self }
    // The property is settable so that mutating members of `rx` can be called. Nothing is stored.
    set {}
  }

  /// The namespace of the reactive members of this value.
  public var rx: Reactive<Self> {
    get { Reactive(self) }
    // The property is settable so that mutating members of `rx` can be called. Nothing is stored.
    set {}
  }
}

extension NSObject: ReactiveCompatible {}

/// A resilient class. Modules that contain its subclasses look up its layout at run time.
open class ResilientBase {
  public var held: AnyObject?
  private var small: Int8 = 1
  private var also: AnyObject?

  public init(_ held: AnyObject?) {
    self.held = held
    also = held
  }
}

/// A generic resilient class.
open class ResilientGeneric<Value>: ResilientBase {
  public var value: Value

  public init(_ held: AnyObject?, value: Value) {
    self.value = value
    super.init(held)
  }
}

/// A struct whose size is unknown in the modules that store it.
public struct ResilientValue {
  private var number = 1
  public var object: AnyObject

  public init(_ object: AnyObject) { self.object = object }
}

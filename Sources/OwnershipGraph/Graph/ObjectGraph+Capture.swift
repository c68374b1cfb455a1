extension ObjectGraph.Reference {
  /// The properties of a variable that a closure or a nested function captures, according to the
  /// source and the types.
  ///
  /// In the comments on the properties, *the code* is the code that captures the variable: a
  /// closure, a nested function, or a method that is used as a value.
  package struct Capture: Hashable, Codable, Sendable {
    /// The captured value, if the capture list contains a value for the variable: `self` for
    /// `[screen = self]`.
    package var value: String?
    /// `false` if the variable cannot be captured weakly, because its type is a generic parameter
    /// or a protocol that is not restricted to classes.
    package var canBeWeak: Bool?
    /// `true` if the closure uses `super`. Swift rejects this in a closure that captures `self`
    /// weakly.
    package var usesSuper: Bool?
    /// The name of a nested function that the closure or function uses; `nil` if it uses none. The
    /// nested function may capture the same variable.
    package var nestedFunction: String?
    /// `true` if the code is a nested function that uses its own name, for example to store or to
    /// call itself.
    package var usesItself: Bool?
    /// `false` if the reference is a part of a captured value and no known expression for it can be
    /// written in a capture list. Examples are the payload of an enumeration's case and the only
    /// property of a structure.
    package var isExpression: Bool?
    /// If the code is a method that is used as a value: the name of the method.
    package var method: String?
    /// If the code is a method that is used as a value: the variable that refers to the method's
    /// object, which may be `self`; `nil` if another expression refers to the object.
    package var receiver: String?
    /// If the code is a method that is used as a value: `try`, `await` or `try await` if a call of
    /// the method needs it.
    package var callEffects: String?
    /// If the code is a method that is used as a value: `true` if the method returns a value that
    /// is not optional.
    package var returnsValue: Bool?
    /// The function that directly contains the closure or nested function, if the result of that
    /// function is a function or an optional function and so may be the closure; otherwise `nil`.
    package var factory: String?

    package init(
      value: String? = nil, canBeWeak: Bool? = nil, usesSuper: Bool? = nil,
      nestedFunction: String? = nil, usesItself: Bool? = nil, isExpression: Bool? = nil,
      method: String? = nil, receiver: String? = nil, callEffects: String? = nil,
      returnsValue: Bool? = nil, factory: String? = nil
    ) {
      self.value = value
      self.canBeWeak = canBeWeak
      self.usesSuper = usesSuper
      self.nestedFunction = nestedFunction
      self.usesItself = usesItself
      self.isExpression = isExpression
      self.method = method
      self.receiver = receiver
      self.callEffects = callEffects
      self.returnsValue = returnsValue
      self.factory = factory
    }
  }
}

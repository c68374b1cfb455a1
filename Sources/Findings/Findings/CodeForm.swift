package import OwnershipGraph

/// The form of source code that captures values.
package enum CodeForm {
  /// A closure expression, which can have a capture list.
  case closure
  /// The argument of an `@autoclosure` parameter.
  case autoclosure
  /// A function that is declared inside another function.
  case nestedFunction
  /// A method that is used as a value.
  case method
}

extension ObjectGraph.Node {
  /// The form of a closure's code, determined from its name.
  var codeForm: CodeForm {
    if type.hasPrefix("closure") { return .closure }
    if type.hasPrefix("implicit closure") {
      // For a method that is used as a value, the compiler creates an implicit closure. This
      // closure has the method's parameters, or is inside an implicit closure with the parameter
      // `self`.
      let isMethod =
        type.contains(" in implicit closure")
        || qualifiedType.contains(#/implicit closure #\d+ \([^)]/#)
      return isMethod ? .method : .autoclosure
    }
    return type.hasPrefix("method reference") || !type.contains(" in ") ? .method : .nestedFunction
  }
}

extension ObjectGraph {
  /// Returns the form of the code that captures a value. A method of the superclass that is used as
  /// a value, as in `super.update`, has the same symbol as an autoclosure. Only the source
  /// distinguishes them.
  package func codeForm(of capture: Reference) -> CodeForm {
    capture.capture?.receiver == "super" ? .method : nodes[capture.from].codeForm
  }

  /// Returns whether a reference is the capture of a key path that is used as a function. The
  /// compiler creates a closure for such a key path. This closure has no capture list.
  func isKeyPathOfFunction(_ capture: Reference) -> Bool {
    let target = nodes[capture.to]
    return nodes[capture.from].type.hasPrefix("implicit closure")
      && CodeOrigins().origin(of: target) == .language
      && target.type.prefix { $0 != "<" }.hasSuffix("KeyPath")
  }
}

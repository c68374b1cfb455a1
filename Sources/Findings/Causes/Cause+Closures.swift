/// Causes in which an object or a variable retains a closure that captures the object or variable.
extension Cause {
  package static let recursiveClosure = Cause(
    "recursive-closure", in: .cycles,
    summary: "A closure captures the variable that stores it, directly or through another closure.",
    fix: "Use a nested func instead of a closure that calls itself: a nested func does not "
      + "capture itself. Or assign another value to the variable when done."
  ) { shape in
    shape.closures.contains { shape.refers([$0], to: [$0]) } || shape.containsOnlyClosures
  }

  package static let lazyClosure = Cause(
    "lazy-closure", in: .cyclesWithoutSubscription,
    summary: "A lazy property stores a closure that captures self.",
    fix: "Write `{ [weak self] in … }` in the lazy property, or `{ [unowned self] in … }` "
      + "if the closure runs only while the object is alive. Or use a computed property or a method."
  ) { shape in
    shape.storesCapturing { owner, closure in
      guard let label = shape.label(from: owner, to: closure) else { return false }
      let property = FindingShape.property(label).replacing("$__lazy_storage_$_", with: "")
      return shape.node(closure).type.hasSuffix(".\(property).getter")
        || label.contains("$__lazy_storage")
    }
  }

  package static let handlerList = Cause(
    "handler-list", in: .cyclesWithoutSubscription,
    summary: "An object keeps a list of handlers, one of which captures the object.",
    fix: "Capture [weak self] when registering, or remove the handler from the list when "
      + "done."
  ) { shape in
    shape.storesCapturing { shape.isCollectionBetween([$0], [$1]) }
  }

  package static let completionHandlerKept = Cause(
    "completion-handler-kept", in: .cyclesWithoutSubscription,
    summary: "An object keeps a completion handler that captures the object.",
    fix: "Set the property to nil when the handler has been called, or capture [weak self] "
      + "in it."
  ) { shape in
    shape.storesCapturing { owner, closure in
      // A handler that is called only once is stored in a property that can be set to nil.
      shape.references.contains {
        $0.from == owner && $0.to == closure && $0.canBeCleared
          && isCompletionName(FindingShape.property($0.label))
      }
    }
  }

  /// Returns whether a property's name is that of a handler that is called once, when something is
  /// done: `completion`, `completionHandler`, `onFinish`, but not `isCompleted` or
  /// `autocompletion`.
  private static func isCompletionName(_ name: String) -> Bool {
    let words = name.matches(of: #/\p{Lu}?[^\p{Lu}_]+|\p{Lu}+(?!\p{Ll})/#).map {
      $0.output.lowercased()
    }
    return words.contains("completion")
      || words.first == "on" && words.count == 2
        && ["complete", "completed", "finish", "finished", "done"].contains(words[1])
  }

  package static let closureCapturesOwner = Cause(
    "closure-captures-owner", in: .cyclesWithoutSubscription,
    summary: "An object stores a closure that captures the object.",
    fix: "Capture [weak self], or [unowned self] if the closure runs only while the "
      + "object is alive."
  ) { shape in
    shape.storesCapturing { _, _ in true }
  }

  package static let libraryHandlerCapturesOwner = Cause(
    "library-handler-captures-owner", in: .cyclesWithoutSubscription,
    summary: "An object retains a library's object that stores a handler, and the handler captures "
      + "the first object.",
    fix: "Capture [weak self] in the handler, or remove the handler when done."
  ) { shape in
    shape.captures.contains { shape.hasPath(from: $0.to, to: $0.from) }
  }

  package static let libraryCallCapturesOwner = Cause(
    "library-call-captures-owner", in: .cycles,
    summary: "A library's function created a closure that captures an object, and the object "
      + "retains the closure.",
    fix: "Replace the call of the library's function with code of your own, in a closure that "
      + "captures the object weakly. Or undo the effect of the call when done."
  ) { shape in
    shape.broken.contains { BreakAdvice.callRetaining($0, in: shape.graph, shape.origins) != nil }
  }

  package static let autoclosureCapturesOwner = Cause(
    "autoclosure-captures-owner", in: .cycles,
    summary: "An object keeps an autoclosure that captures the object.",
    fix:
      "An autoclosure has no capture list: remove @autoclosure from the parameter, and pass a "
      + "closure with [weak self]."
  ) { shape in
    shape.captures.contains { shape.graph.codeForm(of: $0) == .autoclosure }
  }

  package static let nestedFunctionAsHandler = Cause(
    "nested-function-as-handler", in: .cycles,
    summary: "An object keeps, as a handler, a nested function that captures the object.",
    fix: "Move the function's body into a closure with [weak self]: a nested function has no "
      + "capture list, and a closure that calls it captures self as well."
  ) { shape in
    shape.captures.contains { shape.graph.codeForm(of: $0) == .nestedFunction }
  }
}

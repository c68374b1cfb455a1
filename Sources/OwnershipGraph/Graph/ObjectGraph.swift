/// Named objects and the references between them, for reports.
///
/// An object graph is small: it describes a matrix cell, a finding or a component. The compact form
/// for a whole heap is ``SparseRows``. An object graph contains no addresses, so the graphs of two
/// runs can be compared.
package struct ObjectGraph: Hashable, Codable, Sendable {
  /// The kind of an object.
  package enum Kind: String, Codable, Sendable, BitwiseCopyable {
    case classInstance, actor, closureContext, box, error, array, dictionary, set, task, block,
      unknown
    /// A function value that captures exactly one object. The captured object is also the context,
    /// so the function value is not an allocation. Its code has a name and can be edited.
    case function
    /// An owner outside the graph.
    case root

    /// A Boolean value indicating whether the object is a closure, with or without a context of its
    /// own.
    package var isClosure: Bool { self == .closureContext || self == .function }
    /// A Boolean value indicating whether the object is the storage of a collection.
    package var isCollection: Bool { self == .array || self == .dictionary || self == .set }

    /// A Boolean value indicating whether the node stands for an allocation, rather than for a
    /// function value or an owner outside the graph. Only such nodes are counted as objects.
    package var isObject: Bool { self != .function && self != .root }
  }

  /// The role of an object in a finding.
  package enum Role: String, Codable, Sendable {
    /// A member of a cycle.
    case cycle
    /// Kept alive by a cycle or by objects with the role `held`, but not one of these objects.
    case behind
    /// Kept alive by an owner outside the graph: a root, the runtime, or an owner that is unknown.
    case held
    /// A neighboring object that is shown for orientation, or an object that is kept alive only by
    /// other occurrences of the finding, which are not shown.
    case context
  }

  /// One object, or several objects that are represented together. See ``count``.
  package struct Node: Hashable, Codable, Sendable {
    /// The type and a number in the order of discovery: `SinkDisposer#1`. It is unique in the
    /// graph.
    package var id: String
    /// The type's short name; for a closure, a name such as `closure #1 in FeedViewModel.start()`.
    package var type: String
    /// The type's full name, including the module and generic arguments.
    package var qualifiedType: String
    /// The module that declares the type. For a closure, the module that declares the enclosing
    /// function. Empty if unknown.
    package var module: String
    package var kind: Kind
    package var role: Role
    /// The size in bytes of the object and of the storage that is shown as a part of it. If an
    /// allocation is not recorded, the size of the instance is used.
    package var size: Int
    /// The strong reference count; `nil` if the object is immortal or the count cannot be read.
    package var retainCount: Int?
    /// The number of strong references to the object that the heap walk found.
    package var referencesFound: Int
    /// A Boolean value indicating whether the object is running its deinitializer.
    package var isDeiniting: Bool
    /// The location of the closure in the source; `nil` for other objects, and if it is unknown.
    package var location: SourceLocation?
    /// The calls that were running when the object was allocated, starting with the innermost call
    /// of the program's own code; empty if not recorded.
    package var allocation: [StackFrame]
    /// The location of the declaration of the object's class; `nil` for a class of a dependency or
    /// of the toolchain's libraries, and if it is unknown.
    package var declaration: SourceLocation?
    /// `.dependency` if the type or closure is known to belong to a dependency; otherwise `nil`.
    package var origin: Origin?
    /// The innermost call in the root package's code that was running when a dependency's closure
    /// was allocated; `nil` for other objects, and if not recorded.
    package var call: StackFrame?
    /// The number of objects that the node represents.
    package var count = 1
    /// The position of the object's allocation stack in the order in which stacks were first
    /// recorded; `nil` if not recorded.
    package var order: Int?
    /// The functions that await in a suspended task; `nil` for other objects. Also `nil` if only
    /// functions of the toolchain's libraries await.
    package var suspended: SuspendedCode?
    /// The event or object for which a task waits; `nil` for other objects, and if the task's state
    /// does not show it.
    package var wait: TaskWait?

    package init(
      id: String, type: String, qualifiedType: String? = nil, module: String = "",
      kind: Kind = .classInstance,
      role: Role = .context, size: Int = 0, retainCount: Int? = nil, referencesFound: Int = 0,
      isDeiniting: Bool = false, location: SourceLocation? = nil, allocation: [StackFrame] = [],
      origin: Origin? = nil, declaration: SourceLocation? = nil, count: Int = 1, order: Int? = nil
    ) {
      self.id = id
      self.type = type
      self.qualifiedType = qualifiedType ?? type
      self.module = module
      self.kind = kind
      self.role = role
      self.size = size
      self.retainCount = retainCount
      self.referencesFound = referencesFound
      self.isDeiniting = isDeiniting
      self.location = location
      self.allocation = allocation
      self.origin = origin
      self.declaration = declaration
      self.count = count
      self.order = order
    }

    /// The type, with the number of objects if there are several: `1,000 × RingNode`.
    package var title: String { count == 1 ? type : "\(Self.grouped(count)) × \(type)" }

    /// Returns a number with its digits in groups of three.
    package static func grouped(_ number: Int) -> String {
      let digits = Array(String(number))
      return digits.indices.reduce(into: "") { text, index in
        if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
        text.append(digits[index])
      }
    }

    /// The number of owners that no reference explains: the retain count minus ``referencesFound``.
    /// It is 0 if the count is unknown. It is also 0 for a node with the role `context`, because
    /// the graph contains only some of the references to such a node.
    package var unexplainedOwners: Int {
      guard role != .context, let retainCount else { return 0 }
      return max(0, retainCount - referencesFound)
    }
  }

  /// One reference from one object to another.
  package struct Reference: Hashable, Codable, Sendable {
    /// The label of a reference from memory that is not an object, or from memory of unknown type.
    package static let untypedMemory = "untyped memory"

    /// The label of a reference from a stored property of unknown name, whose class was compiled
    /// without reflection metadata.
    package static let storedProperty = "stored property"

    /// A Boolean value indicating whether the reference is in a stored property whose class was
    /// compiled without reflection metadata.
    package var isInUndescribedProperty: Bool {
      label == Self.storedProperty || evidence == .scanned && declaration != nil
    }

    /// Returns the label of a reference that is stored in the untyped memory to which `property`
    /// refers.
    package static func untypedMemory(of property: String) -> String {
      "\(property): \(untypedMemory)"
    }

    /// The property that refers to the untyped memory in which the reference was found; `nil` if
    /// the property is unknown or the reference is not in untyped memory.
    package var propertyOfUntypedMemory: String? {
      let end = ": " + Self.untypedMemory
      return shownLabel.hasSuffix(end) ? String(shownLabel.dropLast(end.count)) : nil
    }

    /// The path of the reference, or of the collection that contains it, starting at the captured
    /// variable: `settings.handlers`. If the variable's name is unknown, the path starts with `#`
    /// and the variable's position. `nil` unless a closure captures the variable itself rather than
    /// only its value.
    package var capturedVariable: String? {
      let start = "capture var "
      guard shownLabel.hasPrefix(start) else { return nil }
      return String(shownLabel.dropFirst(start.count).prefix { $0 != "[" })
    }

    /// A Boolean value indicating whether the reference is an element of a collection, or a part of
    /// a structure, tuple or enumeration that is an element.
    package var isInCollection: Bool { label.contains("[") }

    /// The index of the referring object in ``ObjectGraph/nodes``.
    package var from: Int
    /// The index of the referenced object in ``ObjectGraph/nodes``.
    package var to: Int
    /// The field path or capture: `state.handlers[*].onNext`, `capture self`.
    package var label: String
    /// A label that contains a name from the source or from debug information; `nil` if ``label``
    /// is already correct or no such name is known.
    ///
    /// The name is that of a captured variable, as in `capture other`, or of the property that
    /// refers to untyped memory. Fingerprints depend on ``label`` alone, which does not depend on
    /// debug information.
    package var sourceLabel: String?
    package var strength: Strength
    package var evidence: Evidence
    /// The declaration of the property that contains the reference; `nil` if the object's own class
    /// declares the property and nothing else is known about the declaration.
    package var declaration: Declaration?
    /// A Boolean value indicating whether live objects show that this property or capture owns its
    /// target.
    ///
    /// The value is `true` if the same property of a live object, or the same capture of a live
    /// closure, is the only reference to its target. If the reference were weak, its target would
    /// be deallocated while the program uses it.
    package var ownsInLiveObjects = false
    /// The properties of the captured variable that contains the reference, according to the
    /// source; `nil` if none are known, or if the reference is not a capture.
    package var capture: Capture?

    /// The label to show.
    package var shownLabel: String { sourceLabel ?? label }

    /// The declaration of a stored property.
    package struct Declaration: Hashable, Codable, Sendable {
      /// The class that declares the property.
      package var type: String
      /// The line of the property, or of the class if the property's line is unknown.
      package var location: SourceLocation?
      /// The property's name in the source, if a macro or a wrapper stores it under another name.
      package var property: String?
      /// `false` if the property cannot be `weak`, because its type is neither a class nor a
      /// class-bound protocol.
      package var canBeWeak: Bool?
      /// `false` if the type of the property is not an optional.
      package var isOptional: Bool?
      /// `false` if the type of the property is one of the standard library's sequences or
      /// iterators that have no method to remove an element.
      package var hasRemovableElements: Bool?
      /// `true` if the property is declared with `let`.
      package var isConstant: Bool?
      /// `true` if the property is declared with `let` and the compiler checks that its class
      /// conforms to `Sendable`. In general, Swift does not allow a variable in such a class.
      package var mustBeConstant: Bool?
      /// The module of the class that declares the property, if that class is a superclass in
      /// another module.
      package var module: String?
      /// If the reference is a property of a structure that the class's property contains: the
      /// declaration of the structure's property. It is `nil` if that property cannot be `weak`.
      package var field: Field?

      package init(
        type: String, location: SourceLocation? = nil, property: String? = nil,
        canBeWeak: Bool? = nil, isOptional: Bool? = nil, hasRemovableElements: Bool? = nil,
        isConstant: Bool? = nil, mustBeConstant: Bool? = nil, module: String? = nil
      ) {
        self.type = type
        self.location = location
        self.property = property
        self.canBeWeak = canBeWeak
        self.isOptional = isOptional
        self.hasRemovableElements = hasRemovableElements
        self.isConstant = isConstant
        self.mustBeConstant = mustBeConstant
        self.module = module
      }
    }

    package init(
      from: Int, to: Int, label: String, strength: Strength = .strong, evidence: Evidence = .typed,
      declaration: Declaration? = nil, sourceLabel: String? = nil
    ) {
      self.from = from
      self.to = to
      self.label = label
      self.strength = strength
      self.evidence = evidence
      self.declaration = declaration
      self.sourceLabel = sourceLabel
    }
  }

  package var nodes: [Node]
  package var references: [Reference]

  package init(nodes: [Node] = [], references: [Reference] = []) {
    self.nodes = nodes
    self.references = references
  }
}

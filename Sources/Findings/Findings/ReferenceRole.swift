/// The purpose of a strong reference, judged by its label and its surroundings.
///
/// The cases are in the order in which a maintainer would choose a reference to cut. In general,
/// captures and references back to an owner come first; references that own their targets, and
/// references that the program cannot change, come last.
package enum ReferenceRole: Int, Comparable, Sendable {
  /// A closure of the program captures `self`.
  case selfCapture
  /// A property whose name, such as `delegate` or `parent`, indicates a reference back to an owner,
  /// or an element of a list of observers.
  case backReference
  /// A closure of the program captures another object, or a suspended task of the program refers to
  /// an object of the program.
  case capture
  /// A property in which several objects refer to the same object, or in which an object refers to
  /// its creator, the object that allocated it.
  case referenceToCreator
  /// A property that refers to an older object. The initializers of the property's class need not
  /// set the property.
  case referenceToOlder
  /// A property of the program whose target has other owners.
  case sharedProperty
  /// A capture that is the only reference to an object.
  case onlyCapture
  /// An element of a collection. It refers back to the object that created the collection's owner.
  case backElement
  /// A capture of an object of the program by a closure of a dependency. The closure was created
  /// because the program called a function of the dependency.
  case dependencyCall
  /// A property that is the only reference to an object of the program.
  case onlyProperty
  /// A property that the initializers of its class have to set. Nothing indicates that the property
  /// refers back to an owner.
  case initialProperty
  /// A property that refers to an object that the property's owner created.
  case createdProperty
  /// A property of the program that can be set to nil and is the only reference to an object of a
  /// dependency.
  case dependencyProperty
  /// A property of the program that refers to an older object of a dependency and cannot be set to
  /// nil. For example, an object refers to the container that retains it.
  case olderDependencyProperty
  /// A reference from an object of a dependency to an object of the program.
  case dependencyToProgram
  /// Any other reference from an object of a dependency.
  case dependency
  /// A reference in an object of the toolchain's libraries. A call that clears the reference is
  /// known; see ``LibraryCall``.
  case libraryCall
  /// A property of the program that can be cleared, and that refers to an object of the toolchain's
  /// libraries or to the storage of a collection.
  case clearedProperty
  /// An element of a Foundation collection that a call can remove.
  case libraryElement
  /// A reference in storage that the language allocates, such as an array or a box, or any other
  /// reference in a task or block.
  case storage
  /// A property of the program that owns its target. The target is a closure, storage, an element
  /// of a collection, or a library's object without other owners. It may also be an object with a
  /// property that refers back to the owner. This role also applies to the capture of a closure
  /// that is not stored in a variable.
  case ownership
  /// A property or capture that is known to own its target. In an object or closure that is not
  /// leaked, the same property or capture is the only reference to its target.
  case provenOwnership
  /// Any other reference in an object of the toolchain's libraries. The program cannot change it.
  /// This role also applies to an element of a collection to which a property of the program
  /// refers: an edit changes the property instead.
  case language

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The cost of cutting a reference with this role.
  ///
  /// Cutting several captures, or several properties with names such as `parent`, costs less than
  /// cutting one property with another name. Almost any edit costs less than cutting a reference
  /// that owns its target.
  var cost: Int {
    switch self {
    case .selfCapture: 4
    case .backReference: 5
    case .capture: 6
    case .referenceToCreator: 36
    case .referenceToOlder: 38
    case .sharedProperty: 39
    case .onlyCapture: 40
    case .backElement: 200
    case .dependencyCall: 250
    case .onlyProperty: 300
    case .initialProperty: 550
    case .createdProperty: 600
    case .dependencyProperty: 900
    case .olderDependencyProperty: 950
    case .dependencyToProgram: 1_000
    case .dependency: 1_500
    case .libraryCall: 1_800
    case .clearedProperty: 2_000
    case .libraryElement: 2_500
    case .storage: 3_000
    case .ownership: 10_000
    case .provenOwnership: 20_000
    case .language: 30_000
    }
  }

  /// A Boolean value indicating whether a reference with this role is cut by clearing it when its
  /// target is no longer needed. Such an edit may remove the last reference to a library's object.
  package var isMadeWhenDone: Bool {
    [.dependencyProperty, .clearedProperty, .libraryElement].contains(self)
  }

  /// A Boolean value indicating whether cutting a reference with this role does not release its
  /// target too early.
  var keepsTarget: Bool { isMadeWhenDone || self == .olderDependencyProperty }

  /// A Boolean value indicating whether the program's author can make the reference weak, or avoid
  /// it by replacing a call. The value is also `true` for references that own their targets,
  /// although some of them cannot be weak.
  package var isEditable: Bool { self <= .createdProperty || owns }

  /// A Boolean value indicating whether the reference owns its target.
  var owns: Bool { self == .ownership || self == .provenOwnership }

  /// Names of properties that usually do not own the object they refer to.
  ///
  /// For a longer name, the last word counts: `tableDelegate`. A name that starts with `parent`
  /// always counts.
  private static let backNames = [
    "delegate", "datasource", "parent", "owner", "target", "superview", "coordinator", "host",
    "container", "enclosing", "previous", "prev", "predecessor", "before",
    "preceding", "back",
  ]

  /// Names of collections that usually do not own their elements.
  private static let observerLists = [
    "delegates", "observers", "listeners", "subscribers", "watchers",
  ]

  /// Returns whether a label starts with the name of a list of observers, such as
  /// `observers[*].value`.
  static func isObserverList(_ label: String) -> Bool {
    let property = label.prefix { $0 != "." && $0 != "[" }.lowercased()
    return label.contains("[") && observerLists.contains { property.hasSuffix($0) }
  }

  /// The last words of the names of classes that serve a view, as in the architectures MVP, MVVM
  /// and VIPER. The view owns an object of such a class, directly or through its presenter.
  private static let viewCollaboratorSuffixes = [
    "Presenter", "ViewModel", "Interactor", "Router", "Wireframe",
  ]

  /// The names of properties with which an object of a class in ``viewCollaboratorSuffixes`` refers
  /// to the view, or an interactor or router to its presenter.
  private static let viewReferenceNames = ["view", "viewcontroller", "output", "presenter"]

  /// Returns whether a property refers back to an owner, judged by its name and its class:
  /// `view` of a `LoginPresenter` does.
  static func isBackName(_ name: String, ofClass type: String) -> Bool {
    if isBackName(name) { return true }
    let plain = type.prefix { $0 != "<" }
    return viewReferenceNames.contains(name.lowercased())
      && viewCollaboratorSuffixes.contains { plain.hasSuffix($0) }
  }

  /// Returns whether a property's name indicates that it refers back to an owner.
  static func isBackName(_ name: String) -> Bool {
    let lowercased = name.lowercased()
    if lowercased.hasPrefix("parent") { return true }
    return backNames.contains { back in
      lowercased == back || lowercased == "_" + back
        || name.hasSuffix(back.prefix(1).uppercased() + back.dropFirst())
        || back == "datasource" && lowercased.hasSuffix(back)
    }
  }
}

internal import OwnershipGraph

/// The kinds, names and owners of a set of objects that are described together. An owner outside
/// the set is not counted.
///
/// If there are many objects, only a few words are stored for each of them, and its references are
/// read again when needed. In this way, a million objects can be described in little memory.
struct ObjectSurvey {
  /// An index into ``ObjectSurvey/objects``.
  struct Position: Hashable, BitwiseCopyable {
    fileprivate let index: Int32

    fileprivate init(_ index: Int) { self.index = Int32(index) }

    var offset: Int { Int(index) }
  }

  /// A name that several objects share. Objects share a name if they have the same kind and the
  /// same plan for reading them. Closures must also have the same code.
  struct Title {
    var label: ObjectLabel
    /// The address of one of these objects.
    var example: UInt
    /// A Boolean value indicating whether an object with this name can be shown as a part of its
    /// only owner; see ``JoinedStorage``.
    var isStorage: Bool
  }

  private struct TitleKey: Hashable {
    var plan: Int
    var kind: ObjectGraph.Kind
    var function: UInt
  }

  private struct Entry: BitwiseCopyable {
    var plan: Int32 = 0
    var kind = ObjectGraph.Kind.unknown
    var title: Int32 = 0
    /// The number of strong references to this object from objects of the survey. References from
    /// the object to itself are included.
    var owners: UInt32 = 0
    /// The number of typed references among ``owners``.
    var typedOwners: UInt32 = 0
    /// The index of the first object that has a strong reference to this one; -1 if there is none.
    /// It may be the index of this object itself. If any of the references is typed, only typed
    /// references are considered.
    var owner: Int32 = -1
    /// A Boolean value indicating whether the object's retain count is greater than 1.
    var isShared = false
    var size = 0
    /// The address of the code of a closure whose context is this object; 0 for other objects.
    var function: UInt = 0
    /// A Boolean value indicating whether closures with different code use this object as their
    /// context.
    var hasSeveralFunctions = false

    /// A Boolean value indicating whether a typed reference explains the object's only retain. If
    /// so, words of untyped memory that contain the object's address do not count as owners.
    var isExplained: Bool { typedOwners > 0 && !isShared }
  }

  let walker: HeapWalker
  let objects: [UInt]
  private(set) var coverage = Coverage()
  private(set) var titles: [Title] = []
  /// A map from the address of a function's code to the context of a function value with this code.
  /// If there are several such function values, the map contains the context of one of them.
  private(set) var functionContexts: [UInt: UInt] = [:]
  /// A map from the address of an object to the function values in the object's untyped memory.
  private let functionValues: [UInt: [ObjectReferences.Reference]]
  /// The positions of the addresses in ``objects``.
  let numbers: AddressNumbers
  private var entries: [Entry]
  /// The results of reading the objects. The array is empty if there are more than ``maxReadings``
  /// objects, which are then read again whenever a result is needed.
  private var readings: [ObjectReferences] = []

  private static let maxReadings = 5_000

  /// - Complexity: O(objects + references).
  init(
    of objects: [UInt], _ functionValues: [UInt: [ObjectReferences.Reference]],
    walker: HeapWalker
  ) {
    self.walker = walker
    self.functionValues = functionValues
    self.objects = objects
    numbers = AddressNumbers(of: objects)
    entries = Array(repeating: Entry(), count: objects.count)
    for index in objects.indices { read(index) }
    nameObjects()
  }

  private mutating func read(_ index: Int) {
    let object = Address(objects[index])
    let reading = readAgain(index)
    entries[index].plan = Int32(walker.planIndex(of: object))
    entries[index].kind = reading.kind
    entries[index].isShared = (reading.counts.strong ?? 0) > 1
    entries[index].size = reading.size
    coverage += reading.coverage
    if objects.count <= Self.maxReadings { readings.append(reading) }
    for reference in reading.references where reference.strength == .strong {
      noteOwner(index, reference)
    }
  }

  private mutating func noteOwner(_ owner: Int, _ reference: ObjectReferences.Reference) {
    let target = numbers[reference.target]
    if reference.function != 0, target != nil || functionContexts[reference.function] == nil {
      functionContexts[reference.function] = reference.target
    }
    guard let target else { return }
    let isTyped = reference.evidence == .typed
    if entries[target].owners == 0 || isTyped && entries[target].typedOwners == 0 {
      entries[target].owner = Int32(owner)
    }
    entries[target].owners += 1
    if isTyped { entries[target].typedOwners += 1 }
    if reference.function != 0 {
      let known = entries[target].function
      if known != 0, known != reference.function { entries[target].hasSeveralFunctions = true }
      entries[target].function = reference.function
    }
  }

  /// Reads an object, without using the stored results.
  private func readAgain(_ index: Int) -> ObjectReferences {
    var reading = walker.reading(of: Address(objects[index]))
    if let values = functionValues[objects[index]] {
      // For each of `values`, the scan of the object's untyped memory found only the reference to
      // the context. The function value, which also contains the code, replaces that reference.
      let contexts = Set(values.map(\.target))
      reading.references.removeAll { $0.evidence == .scanned && contexts.contains($0.target) }
      reading.references += values
    }
    if reading.kind == .dictionary || reading.kind == .set {
      // The order of the elements in a hashed collection differs between processes.
      reading.references.sort {
        (numbers[$0.target] ?? .max, $0.label, $0.function)
          < (numbers[$1.target] ?? .max, $1.label, $1.function)
      }
    }
    return reading
  }

  private mutating func nameObjects() {
    var known: [TitleKey: Int32] = [:]
    var last: (key: TitleKey, title: Int32)?
    for index in objects.indices {
      // The box of a variable has the same kind of metadata as a closure's context. A closure that
      // captures only the variable uses the box as its context. If several closures do so, the box
      // cannot have the name of one of them.
      if entries[index].kind == .closureContext,
        entries[index].function == 0 || entries[index].hasSeveralFunctions
      {
        entries[index].kind = .box
      }
      let isContext = entries[index].kind == .closureContext
      let key = TitleKey(
        plan: Int(entries[index].plan), kind: entries[index].kind,
        function: isContext ? entries[index].function : 0)
      if last?.key != key {
        last = (key, known[key] ?? addTitle(key, of: objects[index]))
        known[key] = last?.title
      }
      entries[index].title = last?.title ?? 0
    }
  }

  private mutating func addTitle(_ key: TitleKey, of object: UInt) -> Int32 {
    let label = walker.label(of: Address(object), kind: key.kind, function: key.function)
    titles.append(
      Title(label: label, example: object, isStorage: Self.isStorage(key.kind, label)))
    return Int32(titles.count - 1)
  }

  private static func isStorage(_ kind: ObjectGraph.Kind, _ label: ObjectLabel) -> Bool {
    switch kind {
    case .array, .dictionary, .set, .box, .error: true
    case .closureContext: label.isThunk
    case .classInstance: label.qualified.hasPrefix("Swift._")
    case .actor, .task, .block, .function, .root, .unknown: false
    }
  }
}

extension ObjectSurvey {
  var allPositions: some RandomAccessCollection<Position> {
    objects.indices.lazy.map(Position.init)
  }

  func position(of object: UInt) -> Position? { numbers[object].map(Position.init) }

  func object(at position: Position) -> UInt { objects[Int(position.index)] }

  func kind(at position: Position) -> ObjectGraph.Kind { entries[Int(position.index)].kind }

  func size(at position: Position) -> Int { entries[Int(position.index)].size }

  func label(at position: Position) -> ObjectLabel { titles[titleIndex(at: position)].label }

  /// Returns the index of an object's name in ``titles``.
  func titleIndex(at position: Position) -> Int { Int(entries[Int(position.index)].title) }

  func isStorage(at position: Position) -> Bool { titles[titleIndex(at: position)].isStorage }

  /// Returns whether a closure uses the object as its context instead of a context of its own. For
  /// example, a closure that captures only one array uses the array's buffer.
  func isCapturedAlone(at position: Position) -> Bool {
    let entry = entries[Int(position.index)]
    return entry.function != 0 && entry.kind != .closureContext
  }

  func isShared(at position: Position) -> Bool { entries[Int(position.index)].isShared }

  /// Returns the number of strong references to an object from objects of the survey. If a typed
  /// reference explains the object's only retain, only typed references are counted.
  func ownerCount(at position: Position) -> Int {
    let entry = entries[Int(position.index)]
    return Int(entry.isExplained ? entry.typedOwners : entry.owners)
  }

  /// Returns the first object of the survey that has a strong reference to the object. An object
  /// may be its own first owner.
  func firstOwner(at position: Position) -> Position? {
    let owner = entries[Int(position.index)].owner
    return owner < 0 ? nil : Position(Int(owner))
  }

  /// Returns the references of an object. Words of untyped memory are omitted if they refer to an
  /// object whose only retain is explained by a typed reference.
  func reading(at position: Position) -> ObjectReferences {
    let index = Int(position.index)
    var reading = readings.isEmpty ? readAgain(index) : readings[index]
    reading.kind = entries[index].kind
    if reading.references.contains(where: { $0.evidence == .scanned }) {
      reading.references.removeAll {
        $0.evidence == .scanned && numbers[$0.target].map { entries[$0].isExplained } ?? false
      }
    }
    return reading
  }

  /// Returns whether the reference is part of a function value that uses the referenced object
  /// itself as its context. A method of an object needs no context of its own, and neither does a
  /// closure that captures only one object.
  func isContextItself(_ reference: ObjectReferences.Reference) -> Bool {
    reference.function != 0 && !isContext(reference.target)
  }

  /// Returns whether an object of the survey is the context of a closure.
  func isContext(_ object: UInt) -> Bool {
    position(of: object).map { kind(at: $0) == .closureContext } ?? false
  }
}

internal import OwnershipGraph

/// The objects that are described together: their kinds and names, and for each object the number
/// of its owners among them.
///
/// If there are many objects, only a few words are stored for each. The references are read again
/// when needed, so that describing a million objects takes little more memory than their addresses.
struct ObjectSurvey {
  /// An index into ``ObjectSurvey/objects``.
  struct Position: Hashable, BitwiseCopyable {
    fileprivate let index: Int32

    fileprivate init(_ index: Int) { self.index = Int32(index) }

    var offset: Int { Int(index) }
  }

  /// The name of all objects with one plan, or of all closures of one function.
  struct Title {
    var label: ObjectLabel
    /// One of the objects.
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
    /// The number of strong references from the objects of the survey, including the object itself.
    var owners: UInt32 = 0
    /// The index of the first object, perhaps this one, with a strong reference to this object; -1
    /// for none.
    var owner: Int32 = -1
    /// A Boolean value indicating whether the object is retained several times.
    var isShared = false
    var size = 0
    /// The code of a closure whose context is this object; 0 for other objects.
    var function: UInt = 0
  }

  let walker: HeapWalker
  let objects: [UInt]
  private(set) var coverage = Coverage()
  private(set) var titles: [Title] = []
  /// For the code of each function value, the context of one value with this code.
  private(set) var functionContexts: [UInt: UInt] = [:]
  private var positions: [UInt: Position]
  private var entries: [Entry]
  /// The result of reading each object, stored only if there are few objects, so that each is read
  /// once.
  private var readings: [ObjectReferences] = []

  private static let maxReadings = 5_000

  /// - Complexity: O(objects + references).
  init(of objects: [UInt], walker: HeapWalker) {
    self.walker = walker
    self.objects = objects
    positions = Dictionary(minimumCapacity: objects.count)
    for (index, object) in objects.enumerated() { positions[object] = Position(index) }
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
    let target = positions[reference.target]
    if reference.function != 0, target != nil || functionContexts[reference.function] == nil {
      functionContexts[reference.function] = reference.target
    }
    guard let target = target.map({ Int($0.index) }) else { return }
    if entries[target].owners == 0 { entries[target].owner = Int32(owner) }
    entries[target].owners += 1
    if reference.function != 0 { entries[target].function = reference.function }
  }

  /// Reads an object, without using the stored results.
  private func readAgain(_ index: Int) -> ObjectReferences {
    var reading = walker.reading(of: Address(objects[index]))
    if reading.kind == .dictionary || reading.kind == .set {
      // The order of a hashed collection differs between processes.
      reading.references.sort {
        (positions[$0.target]?.index ?? .max, $0.label)
          < (positions[$1.target]?.index ?? .max, $1.label)
      }
    }
    return reading
  }

  private mutating func nameObjects() {
    var known: [TitleKey: Int32] = [:]
    var last: (key: TitleKey, title: Int32)?
    for index in objects.indices {
      // A variable's box has the same kind of metadata as a closure's context.
      if entries[index].kind == .closureContext, entries[index].function == 0 {
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

  func position(of object: UInt) -> Position? { positions[object] }

  func object(at position: Position) -> UInt { objects[Int(position.index)] }

  func kind(at position: Position) -> ObjectGraph.Kind { entries[Int(position.index)].kind }

  func size(at position: Position) -> Int { entries[Int(position.index)].size }

  func label(at position: Position) -> ObjectLabel { titles[titleIndex(at: position)].label }

  /// Returns the index of an object's name in ``titles``.
  func titleIndex(at position: Position) -> Int { Int(entries[Int(position.index)].title) }

  func isStorage(at position: Position) -> Bool { titles[titleIndex(at: position)].isStorage }

  /// Returns whether a closure without a context of its own captures the object: a closure that
  /// captures one array uses the array's buffer as its context.
  func isCapturedAlone(at position: Position) -> Bool {
    let entry = entries[Int(position.index)]
    return entry.function != 0 && entry.kind != .closureContext
  }

  func isShared(at position: Position) -> Bool { entries[Int(position.index)].isShared }

  func ownerCount(at position: Position) -> Int { Int(entries[Int(position.index)].owners) }

  /// Returns the first object of the survey with a strong reference to this one. An object may be
  /// its own first owner.
  func firstOwner(at position: Position) -> Position? {
    let owner = entries[Int(position.index)].owner
    return owner < 0 ? nil : Position(Int(owner))
  }

  func reading(at position: Position) -> ObjectReferences {
    let index = Int(position.index)
    var reading = readings.isEmpty ? readAgain(index) : readings[index]
    reading.kind = entries[index].kind
    return reading
  }

  /// Returns whether the reference is a function value whose context is the object itself: a
  /// closure that captures one object, and a method of an object, need no context.
  func isContextItself(_ reference: ObjectReferences.Reference) -> Bool {
    reference.function != 0 && !isContext(reference.target)
  }

  /// Returns whether an object is only used as the context of closures.
  func isContext(_ object: UInt) -> Bool {
    positions[object].map { kind(at: $0) == .closureContext } ?? false
  }
}

internal import OwnershipGraph

/// Storage that is shown as a part of its only owner: an array's buffer, a box, a thunk.
struct JoinedStorage {
  typealias Position = ObjectSurvey.Position

  private let survey: ObjectSurvey
  /// For each joined object, the object that it is shown with.
  private var owners: [Position: Position] = [:]

  /// - Parameter kept: Objects that are shown even if they could be joined to an owner.
  /// - Complexity: O(objects).
  init(in survey: ObjectSurvey, keeping kept: Set<UInt>) {
    self.survey = survey
    var direct: [Position: Position] = [:]
    for position in survey.allPositions
    where survey.isStorage(at: position) && survey.ownerCount(at: position) == 1
      && !survey.isShared(at: position) && !survey.isCapturedAlone(at: position)
      && !kept.contains(survey.object(at: position))
    {
      direct[position] = survey.firstOwner(at: position)
    }
    var withoutOwner = Set<Position>()
    for start in direct.keys where owners[start] == nil && !withoutOwner.contains(start) {
      join(start, by: direct, &withoutOwner)
    }
  }

  /// Follows the owners of an object to a shown owner, and joins all objects on the path to that
  /// owner.
  ///
  /// Storage in a cycle that consists only of storage has no shown owner, and is shown itself.
  private mutating func join(
    _ start: Position, by direct: [Position: Position], _ withoutOwner: inout Set<Position>
  ) {
    var way: [Position] = []
    var isOnWay = Set<Position>()
    var current = start
    while let owner = direct[current], owners[current] == nil {
      guard !withoutOwner.contains(current), isOnWay.insert(current).inserted else {
        withoutOwner.formUnion(way)
        return
      }
      way.append(current)
      current = owner
    }
    let owner = owners[current] ?? current
    for object in way { owners[object] = owner }
  }

  /// A Boolean value indicating whether no object is joined to another one.
  var isEmpty: Bool { owners.isEmpty }

  func isJoined(_ position: Position) -> Bool { owners[position] != nil }

  /// Returns the shown object that an object is joined to; the object itself if it is shown.
  func shownObject(for position: Position) -> Position { owners[position] ?? position }

  /// For the address of each joined object, the address of the object that it is shown with.
  var ownerAddresses: [UInt: UInt] {
    Dictionary(
      uniqueKeysWithValues: owners.map { (survey.object(at: $0.key), survey.object(at: $0.value)) })
  }

  /// Each joined object, with the object that it is shown with.
  var joined: some Sequence<(key: Position, value: Position)> { owners }
}

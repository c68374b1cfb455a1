internal import OwnershipGraph

/// Storage that a description shows as a part of its only owner, such as an array's buffer, a box
/// or the context of a thunk.
struct JoinedStorage {
  typealias Position = ObjectSurvey.Position

  private let survey: ObjectSurvey
  /// The owner of each joined object. A description shows the joined object as a part of this
  /// owner.
  private var owners: [Position: Position] = [:]

  /// - Parameter kept: The addresses of objects that are shown by themselves even if they could be
  ///   joined to an owner.
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

  /// Follows the owners of an object up to one that is shown by itself, and joins all objects on
  /// the path to that owner.
  ///
  /// If the path ends in a cycle that consists only of storage, there is no such owner. All objects
  /// on the path are then shown by themselves.
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

  /// A map from the address of each joined object to the address of its owner.
  var ownerAddresses: [UInt: UInt] {
    Dictionary(
      uniqueKeysWithValues: owners.map { (survey.object(at: $0.key), survey.object(at: $0.value)) })
  }

  /// Each joined object with its owner.
  var joined: some Sequence<(key: Position, value: Position)> { owners }
}

import HeapWalking
import OwnershipGraph
import Testing

private protocol Shape: AnyObject {}
private final class Disc: Shape, @unchecked Sendable {
  var around: (any Shape)?
}
private enum Content {
  case one(Disc)
  case many([Disc])
  case made(() -> Disc)
}
private struct Failure: Error {
  let disc: Disc
}

/// An object that refers to another object in every possible way.
private final class Everyway {
  let plain: Disc
  weak var weakly: Disc?
  unowned let unownedly: Disc
  unowned(unsafe) let unsafely: Disc
  let shape: any Shape
  let any: Any
  let error: any Error
  let contents: [Content]
  let byName: [String: Disc]
  let closures: [() -> Disc?]

  init(_ disc: Disc) {
    plain = disc
    weakly = disc
    unownedly = disc
    unsafe unsafely = disc
    shape = disc
    any = [disc] as [Any]
    error = Failure(disc: disc)
    contents = [.one(disc), .many([disc, disc]), .made { disc }]
    byName = ["disc": disc]
    var variable = disc
    closures = [
      { disc }, { [weak disc] in disc }, { [unowned disc] in disc },
      {
        defer { variable = disc }
        return variable
      },
    ]
  }
}

/// The three reference counts of an object, as the runtime reports them.
private struct Counts: Equatable {
  let strong: UInt
  let unowned: UInt
  let weak: UInt

  init(of object: AnyObject) {
    strong = _getRetainCount(object)
    unowned = _getUnownedRetainCount(object)
    weak = _getWeakRetainCount(object)
  }
}

@Suite struct UntouchedCountsTests {
  /// The test compares the counts of every walked object, including storage, boxes and closure
  /// contexts.
  @Test func aWalkRetainsAndReleasesNothing() {
    let disc = Disc()
    let owner = Everyway(disc)
    disc.around = disc
    let walker = HeapWalker()
    let objects = walker.walk(from: [Address(of: owner)]).addresses.map { Address($0) }
    #expect(objects.count >= 12)
    let before = objects.map { ReferenceCounts(of: $0) }
    let counts = [Counts(of: disc), Counts(of: owner)]
    #expect(counts[0].weak > 1 && counts[0].unowned > 1)
    for _ in 0..<3 {
      _ = walker.walk(from: objects)
      for object in objects { _ = walker.reading(of: object) }
      _ = walker.describe(objects.map(\.bits), names: ObjectNames(), locates: false)
    }
    #expect([Counts(of: disc), Counts(of: owner)] == counts)
    #expect(objects.map { ReferenceCounts(of: $0) } == before)
    disc.around = nil
    withExtendedLifetime(owner) {}
  }

  /// Walked objects must be deallocated together with their owners.
  @Test func walkedObjectsAreFreed() {
    weak var watched: Disc?
    do {
      let disc = Disc()
      let owner = Everyway(disc)
      watched = disc
      _ = HeapWalker().walk(from: [Address(of: owner)])
      #expect(watched != nil)
      withExtendedLifetime(owner) {}
    }
    #expect(watched == nil)
  }
}

import HeapWalking
import OwnershipGraph
import Testing

private protocol Shape: AnyObject {}
private final class Circle: Shape, @unchecked Sendable {
  var around: (any Shape)?
}
private enum Content {
  case one(Circle)
  case many([Circle])
  case made(() -> Circle)
}
private struct Failure: Error {
  let circle: Circle
}

/// Holds one object in every way there is.
private final class Everyway {
  let plain: Circle
  weak var weakly: Circle?
  unowned let unownedly: Circle
  unowned(unsafe) let unsafely: Circle
  let shape: any Shape
  let any: Any
  let error: any Error
  let contents: [Content]
  let byName: [String: Circle]
  let closures: [() -> Circle?]

  init(_ circle: Circle) {
    plain = circle
    weakly = circle
    unownedly = circle
    unsafe unsafely = circle
    shape = circle
    any = [circle] as [Any]
    error = Failure(circle: circle)
    contents = [.one(circle), .many([circle, circle]), .made { circle }]
    byName = ["circle": circle]
    var variable = circle
    closures = [
      { circle }, { [weak circle] in circle }, { [unowned circle] in circle },
      {
        defer { variable = circle }
        return variable
      },
    ]
  }
}

/// The three counts of an object, as the runtime itself tells them.
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
  /// Every object of the walk is asked, storage, boxes and closures' contexts too.
  @Test func aWalkRetainsAndReleasesNothing() {
    let circle = Circle()
    let owner = Everyway(circle)
    circle.around = circle
    let walker = HeapWalker()
    let objects = walker.walk(from: [Address(of: owner)]).addresses.map { Address($0) }
    #expect(objects.count >= 12)
    let before = objects.map { ReferenceCounts(of: $0) }
    let counts = [Counts(of: circle), Counts(of: owner)]
    #expect(counts[0].weak > 1 && counts[0].unowned > 1)
    for _ in 0..<3 {
      _ = walker.walk(from: objects)
      for object in objects { _ = walker.reading(of: object) }
      _ = walker.describe(objects.map(\.bits), names: ObjectNames(), locates: false)
    }
    #expect([Counts(of: circle), Counts(of: owner)] == counts)
    #expect(objects.map { ReferenceCounts(of: $0) } == before)
    circle.around = nil
    withExtendedLifetime(owner) {}
  }

  /// What was only read goes away when its owners do.
  @Test func whatWasWalkedGoesAway() {
    weak var watched: Circle?
    do {
      let circle = Circle()
      let owner = Everyway(circle)
      watched = circle
      _ = HeapWalker().walk(from: [Address(of: owner)])
      #expect(watched != nil)
      withExtendedLifetime(owner) {}
    }
    #expect(watched == nil)
  }
}

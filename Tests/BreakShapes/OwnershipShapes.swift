// Leaks in which the edit depends on which code created an object, or on the name of a captured
// variable.

class Vehicle {
  var engine: Engine
  init() { engine = Engine() }
  func connect() { engine.client = self }
}

final class Engine {
  var client: Vehicle?
  var speed = 3
}

final class Car: Vehicle {}

func madeByASuperclass() {
  // The engine of `car` has the same allocation stack as the engines of the parked cars. Therefore
  // this stack was recorded before the stack of `car`.
  let parked = (0..<3).map { _ in Car() }
  let car = Car()
  car.connect()
  print(parked.count, car.engine.speed, car.engine.client === car)
}

final class Chain {
  var next: (() -> Chain?)?
  let number: Int
  init(_ number: Int) { self.number = number }
  func then() -> Chain {
    let following = Chain(number + 1)
    next = { following }
    return following
  }
}

func chainOfClosures() {
  let first = Chain(0)
  let last = first.then().then()
  last.next = { first }
  print(last.number, first.next?()?.number ?? 0)
}

final class Gauge {
  var onChange: (() -> Void)?
  var level = 1
  func start() {
    let gauge = self
    onChange = { gauge.level += 1 }
  }
}

func renamedSelf() {
  let gauge = Gauge()
  gauge.start()
  gauge.onChange?()
  print(gauge.level)
}

final class Song {
  let title: String
  var after: Song?
  var before: Song?
  init(_ title: String) { self.title = title }
}

final class Playlist {
  var first: Song?
  weak var last: Song?
  func add(_ title: String) {
    let song = Song(title)
    if let last {
      last.after = song
      song.before = last
    } else {
      first = song
    }
    last = song
  }
}

func twoWayList() {
  let list = Playlist()
  for title in ["a", "b", "c"] { list.add(title) }
  var titles = ""
  var song = list.first
  while let current = song {
    titles += current.title
    song = current.after
  }
  print(titles)
}

final class Revision {
  var older: Revision?
  var newer: Revision?
  var skipped: Revision?
}

final class Branch {
  var tip: Revision?
  var count = 0
  func commit() {
    let revision = Revision()
    count += 1
    revision.older = tip
    tip?.newer = revision
    if count % 3 == 0 { revision.skipped = tip?.older }
    tip = revision
  }
}

func listWithShortcuts() {
  let branch = Branch()
  for _ in 0..<6 { branch.commit() }
  var length = 0
  var revision = branch.tip
  while let current = revision {
    length += 1
    revision = current.older
  }
  print(length)
}

let ownershipShapes: [(name: String, run: () -> Void)] = [
  ("madeByASuperclass", madeByASuperclass), ("chainOfClosures", chainOfClosures),
  ("renamedSelf", renamedSelf), ("twoWayList", twoWayList),
  ("listWithShortcuts", listWithShortcuts),
]

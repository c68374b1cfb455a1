// Shapes in which the edit depends on which code created an object, and on the name of a captured
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
  // The engine is allocated before the last car.
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

let ownershipShapes: [(name: String, run: () -> Void)] = [
  ("madeByASuperclass", madeByASuperclass), ("chainOfClosures", chainOfClosures),
  ("renamedSelf", renamedSelf),
]

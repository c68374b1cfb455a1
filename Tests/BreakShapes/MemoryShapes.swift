// Shapes in which closures are stored in memory that no type describes.

final class UndoStack: ManagedBuffer<Int, () -> Void> {
  deinit {
    withUnsafeMutablePointers { count, elements in
      _ = elements.deinitialize(count: count.pointee)
    }
  }
}

final class Painter {
  let undo = UndoStack.create(minimumCapacity: 4) { _ in 0 }
  var strokes = 0
  func draw() {
    strokes += 1
    undo.withUnsafeMutablePointers { count, elements in
      (elements + count.pointee).initialize(to: { self.strokes -= 1 })
      count.pointee += 1
    }
  }
}

func closuresInAManagedBuffer() {
  let painter = Painter()
  painter.draw()
  painter.draw()
  print(painter.strokes)
}

final class HandlerTable {
  private let slots = UnsafeMutablePointer<(Int) -> Void>.allocate(capacity: 4)
  private var count = 0
  func add(_ handler: @escaping (Int) -> Void) {
    (slots + count).initialize(to: handler)
    count += 1
  }
  func fire() { for index in 0..<count { slots[index](index) } }
  deinit {
    slots.deinitialize(count: count)
    slots.deallocate()
  }
}

final class Driver {
  private let table = HandlerTable()
  var log: [Int] = []
  func attach() {
    for number in 0..<2 {
      table.add { self.log.append($0 + number) }
    }
  }
  func run() {
    table.fire()
    print(log)
  }
}

func closuresBehindAPointer() {
  let driver = Driver()
  driver.attach()
  driver.run()
}

final class Turbine {
  private let slots = UnsafeMutablePointer<(Int) -> Void>.allocate(capacity: 6_000)
  private var count = 0
  var sum = 0
  func attach() {
    for number in 0..<6_000 {
      (slots + number).initialize(to: { self.sum += $0 + number })
      count += 1
    }
  }
  func fire() { for index in 0..<count { slots[index](1) } }
  deinit {
    slots.deinitialize(count: count)
    slots.deallocate()
  }
}

// The leak has so many objects that the report describes them by type.
func manyClosuresBehindAPointer() {
  let turbine = Turbine()
  turbine.attach()
  turbine.fire()
  print(turbine.sum)
}

struct Bucket {
  var key: Int
  var body: () -> Void
}

final class BucketTable {
  private let buckets = UnsafeMutablePointer<Bucket>.allocate(capacity: 4)
  private var count = 0
  func add(_ bucket: Bucket) {
    (buckets + count).initialize(to: bucket)
    count += 1
  }
  func fire() { for index in 0..<count { buckets[index].body() } }
  deinit {
    buckets.deinitialize(count: count)
    buckets.deallocate()
  }
}

final class Switchboard {
  private let table = BucketTable()
  private var hits = 0
  func attach() {
    let weight = 2
    for key in 0..<3 {
      table.add(Bucket(key: key, body: { self.hits += weight }))
    }
  }
  func run() {
    table.fire()
    print(hits)
  }
}

func structuresBehindAPointer() {
  let router = Switchboard()
  router.attach()
  router.run()
}

let memoryShapes: [(name: String, run: () -> Void)] = [
  ("closuresInAManagedBuffer", closuresInAManagedBuffer),
  ("closuresBehindAPointer", closuresBehindAPointer),
  ("manyClosuresBehindAPointer", manyClosuresBehindAPointer),
  ("structuresBehindAPointer", structuresBehindAPointer),
]

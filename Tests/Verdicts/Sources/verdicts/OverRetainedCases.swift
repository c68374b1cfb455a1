import Foundation
import Synchronization

let overRetainedCases: [Case] = [
  Case("an over-retained object", .overRetained(["Lost"])) {
    onCleanStack { retainForever(Lost()) }
  },
  Case("an object that read-only memory retains") {
    onCleanStack {
      let page = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      page?.storeBytes(
        of: Unmanaged.passRetained(Lost()).toOpaque(), as: UnsafeMutableRawPointer.self)
      mprotect(page, 4096, PROT_READ)
    }
  },
  Case("an object whose owner a thread is destroying") {
    let hasBegun = DispatchSemaphore(value: 0)
    let owner = Owned(SlowlyDestroyed(hasBegun))
    Thread { owner.object = nil }.start()
    hasBegun.wait()
    onCleanStack {}
    waitUntilOthersSleep()
  },
  // The destroyed objects are still allocated, because of the unowned references, and contain
  // pointers to their freed `Second` objects. The new `Second` reuses the memory of one of those.
  Case("an over-retained object beside destroyed ones in memory", .overRetained(["Second"])) {
    onCleanStack {
      for _ in 0..<50 {
        let first = First()
        first.second = Second()
        first.payload = [Int](repeating: 3, count: 50)
        use(first)
        Roots.any.append(Unowned(object: first))
      }
      retainForever(Second())
    }
  },
  Case(
    "an over-retained object in a cycle", .likelyCycle(["First", "Second"]),
    .overRetained(["First"])
  ) {
    onCleanStack {
      let first = First()
      first.second = Second()
      first.second?.first = first
      retainForever(first)
    }
  },
  Case(
    "an over-retained object that owns a cycle", .likelyCycle(["First", "Second"]),
    .overRetained(["Extra"])
  ) {
    onCleanStack {
      let extra = Extra()
      extra.cycle = First()
      extra.cycle?.second = Second()
      extra.cycle?.second?.first = extra.cycle
      retainForever(extra)
    }
  },
  Case(
    "an over-retained object that owns a cycle through C memory", .likelyCycle(["Handed"]),
    .overRetained(["Extra"])
  ) {
    onCleanStack {
      let extra = Extra()
      let handed = Handed()
      handed.memory.initialize(to: Unmanaged.passRetained(handed).toOpaque())
      extra.payload = handed
      retainForever(extra)
    }
  },
  Case(
    "an over-retained object in a cycle through C memory", .likelyCycle(["Handed"]),
    .overRetained(["Handed"])
  ) {
    onCleanStack {
      let handed = Handed()
      handed.memory.initialize(to: Unmanaged.passRetained(handed).toOpaque())
      retainForever(handed)
    }
  },
  Case(
    "an over-retained object in a cycle through an unmanaged reference",
    .likelyCycle(["Entrusted", "Extra"]), .overRetained(["Extra"])
  ) {
    onCleanStack {
      let (entrusted, extra) = (Entrusted(), Extra())
      extra.payload = entrusted
      entrusted.extra = .passRetained(extra)
      retainForever(extra)
      retainForever(extra)
    }
  },
  Case("an over-retained object with a dictionary", .overRetained(["Extra"])) {
    onCleanStack {
      let extra = Extra()
      extra.payload = ["one": Behind()]
      retainForever(extra)
    }
  },
  Case("an over-retained object with a set", .overRetained(["Extra"])) {
    onCleanStack {
      let extra = Extra()
      extra.payload = Set([1, 2, 3])
      retainForever(extra)
    }
  },
  Case("an over-retained object with an empty dictionary's storage", .overRetained(["Extra"])) {
    onCleanStack {
      let extra = Extra()
      var dictionary = [1: 2]
      dictionary.removeAll(keepingCapacity: true)
      extra.payload = dictionary
      retainForever(extra)
    }
  },
  Case(
    "two over-retained objects, one owned by the other", .overRetained(["Extra"]),
    .overRetained(["Lost"])
  ) {
    onCleanStack {
      let extra = Extra()
      let lost = Lost()
      extra.payload = lost
      retainForever(lost)
      retainForever(extra)
    }
  },
  Case(
    "an over-retained object that a leaked cycle owns", .provenCycle(["First", "Second"]),
    .overRetained(["Lost"])
  ) {
    onCleanStack {
      let lost = Lost()
      retainForever(lost)
      makeCycle(lost)
    }
  },
  Case("an object that a raw pointer in a live object retains") {
    let holder = Holder()
    holder.pointer = Unmanaged.passRetained(Behind()).toOpaque()
    holder.unmanaged = Unmanaged.passRetained(Lost())
    Roots.any.append(holder)
  },
  Case("objects that C memory retains") {
    let memory = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 4)
    memory.initialize(repeating: nil, count: 4)
    for index in 0..<3 { memory[index] = Unmanaged.passRetained(Behind()).toOpaque() }
    Roots.any.append(memory)
  },
]

private final class Holder {
  var pointer: UnsafeMutableRawPointer?
  var unmanaged: Unmanaged<Lost>?
}

/// A type that wraps pointers, as in libraries for atomics.
private struct Word {
  var pointer: OpaquePointer?
  var range: UnsafeMutableBufferPointer<Behind>
}

private final class Lockfree {
  let atomic = Atomic<UInt>(0)
  let pointer = Atomic<UnsafeRawPointer?>(nil)
  var words: [Word] = []
  var event = sigval()
  var identity: ObjectIdentifier?
  var address = 0
}

/// An object that contains its own address without a retain.
private final class Itself {
  var own: Unmanaged<Itself>?
  var error: (any Error)?
}

private struct Addressed: Error { var address: Unmanaged<Itself> }

/// An object that retains another object twice in untyped memory.
private final class Keeper {
  let memory = UnsafeMutablePointer<Itself?>.allocate(capacity: 2)
}

let handOwnedCases: [Case] = [
  Case("an object with its own address, which memory retains", .overRetained(["Keeper"])) {
    onCleanStack {
      let (keeper, object) = (Keeper(), Itself())
      keeper.memory.initialize(repeating: object, count: 2)
      object.own = .passUnretained(object)
      retainForever(keeper)
    }
  },
  Case("an object whose error has its address", .likelyCycle(["Itself"])) {
    onCleanStack {
      let object = Itself()
      object.error = Addressed(address: .passUnretained(object))
      retainForever(object)
    }
  },
  Case("objects that words of atomics and of C structs retain") {
    let owner = Lockfree()
    owner.atomic.store(
      UInt(bitPattern: Unmanaged.passRetained(Behind()).toOpaque()), ordering: .relaxed)
    owner.pointer.store(
      UnsafeRawPointer(Unmanaged.passRetained(Behind()).toOpaque()), ordering: .relaxed)
    owner.words.append(
      Word(
        pointer: OpaquePointer(Unmanaged.passRetained(Behind()).toOpaque()),
        range: UnsafeMutableBufferPointer(start: nil, count: 0)))
    owner.event.sival_ptr = Unmanaged.passRetained(Behind()).toOpaque()
    Roots.any.append(owner)
  },
  Case(
    "an identifier and a number are no owners", .overRetained(["Lost"]), .overRetained(["Extra"])
  ) {
    onCleanStack {
      let owner = Lockfree()
      let (lost, extra) = (Lost(), Extra())
      owner.identity = ObjectIdentifier(lost)
      owner.address = Int(bitPattern: Unmanaged.passUnretained(extra).toOpaque())
      retainForever(lost)
      retainForever(extra)
      Roots.any.append(owner)
    }
  },
]

private struct Unowned { unowned var object: AnyObject }

/// An object that retains another object through an unmanaged reference.
private final class Entrusted {
  var extra: Unmanaged<Extra>?

  deinit { extra?.release() }
}

/// An object that retains itself through untyped memory.
private final class Handed {
  let memory = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)
}

private final class Owned: @unchecked Sendable {
  var object: SlowlyDestroyed?
  init(_ object: SlowlyDestroyed) { self.object = object }
}

/// An object whose deinitializer does not return before the program ends.
private final class SlowlyDestroyed {
  let lost = Lost()
  let hasBegun: DispatchSemaphore
  init(_ hasBegun: DispatchSemaphore) { self.hasBegun = hasBegun }
  deinit {
    hasBegun.signal()
    sleep(100)
    use(lost)
  }
}

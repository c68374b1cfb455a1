import Foundation

let overRetainedCases: [Case] = [
  Case("an over-retained object", .overRetained(["Lost"])) {
    onCleanStack { retainForever(Lost()) }
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

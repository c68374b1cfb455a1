import Foundation

// Objects that are reachable from leaked objects are leaked too, and reported.

private final class Buffered {
  var next: Buffered?
  var memory: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  var buffer: ManagedBuffer<Int, Extra>?
  unowned(unsafe) var borrowed: Extra?
  unowned var target: Extra?
  var item: DispatchWorkItem?
}

@inline(never) private func makeSelfCycle(_ prepare: (Buffered) -> Void) {
  let buffered = Buffered()
  buffered.next = buffered
  prepare(buffered)
}

let hiddenCases: [Case] = [
  Case(
    "a leaked object's C memory leads to a cycle", .provenCycle(["Buffered"]),
    .provenCycle(["First", "Second"])
  ) {
    onCleanStack {
      makeSelfCycle { buffered in
        let first = First()
        first.second = Second()
        first.second?.first = first
        let memory = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)
        memory.initialize(to: Unmanaged.passUnretained(first).toOpaque())
        buffered.memory = memory
      }
    }
  },
  Case(
    "a leaked object's unowned field leads to an over-retained object",
    .provenCycle(["Buffered"]), .overRetained(["Extra"])
  ) {
    onCleanStack {
      makeSelfCycle { buffered in
        let extra = Extra()
        buffered.target = extra
        retainForever(extra)
      }
    }
  },
  Case(
    "a leaked object's unowned field leads to a cycle",
    .provenCycle(["Buffered"]), .provenCycle(["Extra", "First"])
  ) {
    onCleanStack {
      makeSelfCycle { buffered in
        let extra = Extra()
        extra.cycle = First()
        extra.cycle?.payload = extra
        buffered.target = extra
      }
    }
  },
  Case("a live object's unowned field leads to an over-retained object", .overRetained(["Extra"])) {
    onCleanStack {
      let extra = Extra()
      Roots.any.append(Observer(extra))
      retainForever(extra)
    }
  },
  Case(
    "an unowned capture of a live closure leads to an over-retained object",
    .overRetained(["Extra"])
  ) {
    onCleanStack {
      let extra = Extra()
      let owner = Owner()
      owner.handler = { [unowned extra] in use(extra) }
      Roots.any.append(owner)
      retainForever(extra)
    }
  },
  Case(
    "unowned captures and a retain too many in a pair", .overRetained(["Extra"])
  ) {
    onCleanStack {
      let extra = Extra()
      let owner = Owner()
      extra.payload = owner
      owner.handler = { [unowned extra] in use(extra) }
      retainForever(extra)
    }
  },
]

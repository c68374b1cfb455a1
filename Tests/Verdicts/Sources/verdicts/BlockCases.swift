import Dispatch
import Foundation

/// An object that a block captures. The block waits for a group or a queue.
private final class Holder: @unchecked Sendable {
  let queue = DispatchQueue(label: "holder")
  var group: DispatchGroup?
  var events = 0

  func enterGroup() -> DispatchGroup {
    let group = DispatchGroup()
    group.enter()
    group.notify(queue: queue) { self.events += 1 }
    return group
  }

  func keepGroup() { group = enterGroup() }

  func waitInSuspendedQueue() {
    queue.suspend()
    queue.async { self.events += 1 }
  }
}

let blockCases: [Case] = [
  Case("a group that its owner never leaves", .provenCycle(["Holder"])) {
    onCleanStack { Holder().keepGroup() }
  },
  // While a block runs, libdispatch's frames contain the address of the block's record. The memory
  // of this record is used again for the block that waits for the group.
  Case("a block that never leaves a group and ends the program", .provenCycle(["Holder"])) {
    DispatchQueue.global().async {
      onCleanStack { Holder().keepGroup() }
      exit(0)
    }
    try await Task.sleep(for: .seconds(1_000))
  },
  Case("a group that is never left", .overRetained([])) {
    onCleanStack { use(Holder().enterGroup()) }
  },
  Case("a suspended queue of its own", .likelyCycle(["Holder"])) {
    onCleanStack { Holder().waitInSuspendedQueue() }
  },
  Case("a group that is left") {
    onCleanStack { Holder().enterGroup().leave() }
    waitUntilOthersSleep()
  },
  Case("a group in a global") { onCleanStack { Roots.any.append(Holder().enterGroup()) } },
]

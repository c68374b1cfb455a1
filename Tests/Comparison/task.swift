import Foundation

/// A task that never ends uses the object that retains the task.
final class Feed: @unchecked Sendable {
  var items: [Int] = []
  var task: Task<Void, Never>?

  func start() {
    task = Task {
      while true {
        try? await Task.sleep(for: .seconds(3600))
        self.items.append(1)
      }
    }
  }
}

@inline(never) func run() { Feed().start() }

run()
usleep(50_000)

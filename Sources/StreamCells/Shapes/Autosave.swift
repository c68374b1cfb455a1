import Dispatch

/// An object that saves later with a work item. It keeps the item so that it can cancel the save.
final class Autosave: @unchecked Sendable {
  private(set) var saves = 0
  private var item: DispatchWorkItem?

  /// The leaking form: the item retains its block even after the block has run.
  func schedule() { item = DispatchWorkItem { self.saves += 1 } }

  /// The fixed form.
  func scheduleWeakly() { item = DispatchWorkItem { [weak self] in self?.saves += 1 } }

  func fire() { item?.perform() }

  func stop() { item = nil }
}

extension Autosave {
  static let shape = Shape(
    "Autosave", .dispatchWorkItem, through: "Autosave", "DispatchWorkItem",
    leaking: { example { $0.schedule() } }, fixed: { example { $0.scheduleWeakly() } })

  private static func example(_ schedule: (Autosave) -> Void) -> ShapeExample {
    let autosave = Autosave()
    schedule(autosave)
    return ShapeExample(
      autosave,
      use: {
        autosave.fire()
        return autosave.saves == 1
      },
      end: autosave.stop, runtimeOwnerCleanup: { [weak autosave] in autosave?.stop() })
  }
}

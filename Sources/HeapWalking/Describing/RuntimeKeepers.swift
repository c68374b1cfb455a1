internal import OwnershipGraph

/// Tells the keepers among blocks of memory.
package final class RuntimeKeepers {
  private let walker: HeapWalker
  private var known: [UInt: RuntimeKeeper?] = [:]
  /// The word that objects of libdispatch start with, if they are sources.
  private let sourceClass: UInt?

  package init(walker: HeapWalker) {
    self.walker = walker
    sourceClass = LoadedImage.exportedSymbol("dispatch_source_create").flatMap {
      walker.symbols.address(ofSymbol: "__OS_dispatch_source_vtable", near: $0)?.bits
    }
  }

  /// - Parameter isObject: The block is an object of Swift's, or a task.
  package func keeper(at block: Address, isObject: Bool) -> RuntimeKeeper? {
    guard isObject else { return block.word() == sourceClass ? .dispatchSource : nil }
    let type = block.metadataWord
    let keeper: RuntimeKeeper?
    if let found = known[type] {
      keeper = found
    } else {
      keeper = self.keeper(like: block)
      known[type] = keeper
    }
    if keeper == .task, walker.interpreter.isComplete(task: block) { return nil }
    return keeper
  }

  private func keeper(like object: Address) -> RuntimeKeeper? {
    let kind = walker.kind(of: object)
    if kind == .task { return .task }
    guard kind == .classInstance else { return nil }
    switch walker.label(of: object, kind: kind, function: 0).qualified {
    case "Foundation.Timer": return .timer
    case "Foundation.NotificationCenter", "FoundationEssentials.NotificationCenter":
      return .notificationCentre
    default: return nil
    }
  }
}

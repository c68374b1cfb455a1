internal import OwnershipGraph

/// An object that recognizes keepers among blocks of memory.
package final class RuntimeKeepers {
  private let walker: HeapWalker
  private var known: [UInt: RuntimeKeeper?] = [:]
  /// The first word of libdispatch objects that are sources.
  private let sourceClass: UInt?

  package init(walker: HeapWalker) {
    self.walker = walker
    sourceClass = RuntimeSymbol.address(of: "dispatch_source_create").flatMap {
      walker.symbols.address(ofSymbol: "__OS_dispatch_source_vtable", near: $0)?.bits
    }
  }

  /// - Parameters:
  ///   - size: The number of bytes of the block.
  ///   - isObject: A Boolean value indicating whether the block is a Swift object or a task.
  package func role(of block: Address, size: Int, isObject: Bool) -> BlockRole {
    guard isObject else {
      let isKeeper = isSource(block) || isPartOfSource(block, size: size)
      return isKeeper ? .keeper(.dispatchSource) : .plain
    }
    let type = block.metadataWord
    let keeper = known[type] ?? self.keeper(like: block)
    known[type] = .some(keeper)
    return BlockRole(
      keeper, isComplete: walker.interpreter.isComplete(task: block),
      isRunning: walker.interpreter.isRunning(task: block))
  }

  private func isSource(_ block: Address) -> Bool {
    sourceClass != nil && block.word() == sourceClass
  }

  /// The offsets in a block of the word with the inverted address of the source whose internal part
  /// is in the block. The part of a source of file descriptors or signals lies behind the links of
  /// the list of those that share one registration.
  ///
  /// Source: `event_internal.h` in the libdispatch repository, "du_owner_wref" and
  /// "dispatch_unote_linkage_s".
  private static let offsetsOfOwner = [8, 24 + 8]

  /// Returns whether a block is the internal part of an armed dispatch source, with its handlers:
  /// libdispatch's lists refer to this part and not to the source.
  private func isPartOfSource(_ block: Address, size: Int) -> Bool {
    guard sourceClass != nil else { return false }
    return Self.offsetsOfOwner.contains { offset in
      guard offset + 8 <= size else { return false }
      let owner = Address(~block.word(offset))
      return owner.bits & 7 == 0 && owner.isReadable && isSource(owner)
    }
  }

  private func keeper(like object: Address) -> RuntimeKeeper? {
    let kind = walker.kind(of: object)
    return RuntimeKeeper(
      kind, typeName: walker.label(of: object, kind: kind, function: 0).qualified)
  }
}

extension RuntimeKeeper {
  /// Creates the keeper for objects of a kind and type; `nil` for other objects.
  init?(_ kind: ObjectGraph.Kind, typeName: @autoclosure () -> String) {
    if kind == .task {
      self = .task
      return
    }
    guard kind == .classInstance else { return nil }
    switch typeName() {
    case "Foundation.Timer": self = .timer
    case "Foundation.NotificationCenter", "FoundationEssentials.NotificationCenter":
      self = .notificationCenter
    default: return nil
    }
  }
}

extension BlockRole {
  /// - Parameters:
  ///   - keeper: The kind of the object in the block; `nil` if it is not a keeper.
  ///   - isComplete: A Boolean value indicating whether a task has ended and keeps only its result.
  ///   - isRunning: A Boolean value indicating whether a thread executes a task.
  init(
    _ keeper: RuntimeKeeper?, isComplete: @autoclosure () -> Bool,
    isRunning: @autoclosure () -> Bool
  ) {
    guard let keeper else {
      self = .plain
      return
    }
    self =
      keeper != .task
      ? .keeper(keeper)
      : isComplete() ? .plain : isRunning() ? .runningTask : .keeper(.task)
  }
}

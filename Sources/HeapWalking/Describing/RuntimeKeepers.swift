internal import OwnershipGraph

/// An object that recognizes keepers among blocks of memory; see ``RuntimeKeeper``.
package final class RuntimeKeepers {
  private let walker: HeapWalker
  /// The role of the objects of a type, whatever their state.
  private var known: [UInt: BlockRole] = [:]
  /// The first word of libdispatch objects that are sources.
  private let sourceClass: UInt?
  /// The type of the sources with which libdispatch delays blocks: `asyncAfter`.
  private let delayType: UInt?

  package init(walker: HeapWalker) {
    self.walker = walker
    func symbol(_ name: String) -> UInt? {
      RuntimeSymbol.address(of: "dispatch_source_create").flatMap {
        walker.symbols.address(ofSymbol: name, near: $0)?.bits
      }
    }
    sourceClass = symbol("__OS_dispatch_source_vtable")
    delayType = symbol("_dispatch_source_type_after")
  }

  /// Returns the effect of a block of memory on the objects that it refers to.
  ///
  /// - Parameters:
  ///   - size: The number of bytes of the block.
  ///   - isObject: A Boolean value indicating whether the block is an object; see
  ///     ``AllocationRecord/isObject(_:at:)``.
  package func role(of block: Address, size: Int, isObject: Bool) -> BlockRole {
    guard isObject else {
      if PendingJob(in: block, size: size) != nil { return .trigger }
      guard let type = typeOfSource(block, size: size) else { return .plain }
      return .keeper(delayType == nil || type != delayType ? .dispatchSource : .delayedBlock)
    }
    let type = block.metadataWord
    let role = known[type] ?? self.role(like: block)
    known[type] = role
    guard role == .keeper(.task) else { return role }
    return BlockRole(
      .task, isComplete: walker.interpreter.isComplete(task: block),
      isRunning: walker.interpreter.isRunning(task: block))
  }

  private func isSource(_ block: Address) -> Bool {
    sourceClass != nil && block.word() == sourceClass
  }

  /// The offset in a source of the address of its internal part, which contains its handlers.
  ///
  /// Source: `source_internal.h` in the libdispatch repository, "ds_refs".
  private static let internalPart = 88

  /// The offsets in a block at which the internal part of a source may start. Sources of file
  /// descriptors or signals that share one registration form a list, whose links precede the
  /// internal part.
  ///
  /// Source: `event_internal.h` in the libdispatch repository, "dispatch_unote_linkage_s".
  private static let startsOfInternalPart = [0, 24]

  /// The offset of the source's address in its handle, which is a Swift object.
  ///
  /// Source: `Source.swift` in the libdispatch repository, "DispatchSource.__wrapped".
  private static let source = 16

  /// Returns the address of a source and an address in its internal part; empty if the source
  /// cannot be read.
  ///
  /// - Parameter object: The handle of a source.
  static func parts(ofSourceWithHandle object: Address) -> [UInt] {
    let source = object.address(source)
    guard source.isReadable, (source + internalPart).isReadable else { return [] }
    return [source.bits, source.word(internalPart)]
  }

  /// Returns the type of the source that is in a block, or whose internal part is in the block; 0
  /// if the type is unknown, `nil` for other blocks.
  ///
  /// The lists of libdispatch refer to the internal part of an armed source.
  private func typeOfSource(_ block: Address, size: Int) -> UInt? {
    guard sourceClass != nil else { return nil }
    if isSource(block) {
      guard size >= Self.internalPart + 8 else { return 0 }
      let part = block.address(Self.internalPart)
      return part.isReadable ? part.word() : 0
    }
    let start = Self.startsOfInternalPart.first { start in
      start + 16 <= size && isInternalPart(block + start)
    }
    return start.map { block.word($0) }
  }

  /// Returns whether the internal part of a source is at an address. The second word of this part
  /// is the inverted address of the source.
  ///
  /// Source: `event_internal.h` in the libdispatch repository, "du_owner_wref".
  private func isInternalPart(_ address: Address) -> Bool {
    let owner = Address(~address.word(8))
    return owner.bits & 7 == 0 && owner.isReadable && isSource(owner)
  }

  private func role(like object: Address) -> BlockRole {
    if walker.isTrigger(object) { return .trigger }
    let kind = walker.kind(of: object)
    let keeper = RuntimeKeeper(
      kind, typeName: walker.label(of: object, kind: kind, function: 0).qualified)
    return keeper.map(BlockRole.keeper) ?? .plain
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
  ///   - isComplete: A Boolean value indicating whether a task has ended and owns only its result.
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

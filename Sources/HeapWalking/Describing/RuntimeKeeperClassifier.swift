internal import OwnershipGraph

/// An object that recognizes keepers among blocks of memory. A keeper is an object of the runtime
/// that stores code to run later; see ``RuntimeKeeper``.
package final class RuntimeKeeperClassifier {
  private let walker: HeapWalker
  /// A map from the address of a type's metadata to the role of the type's objects. The state of an
  /// object, such as whether a task has ended, is not considered.
  private var known: [UInt: MemoryBlockRole] = [:]
  /// The type of the last object, and the role of the objects of this type. Adjacent objects often
  /// have the same type.
  private var last: (type: UInt, role: MemoryBlockRole)?
  /// A map from the address of a type's metadata to the words of the variables of the library that
  /// defines the type.
  private var variables: [UInt: Set<UInt>] = [:]
  /// The first word of every dispatch source; `nil` if it is unknown.
  private let sourceClass: UInt?
  /// The type of the dispatch sources that `asyncAfter` creates in order to delay blocks; `nil` if
  /// it is unknown.
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

  /// Returns the role of a block of memory in the search for objects in use.
  ///
  /// - Parameters:
  ///   - size: The size of the block in bytes.
  ///   - isObject: A Boolean value indicating whether the block is an object; see
  ///     ``AllocationRecord/isObject(_:at:)``.
  package func role(of block: Address, size: Int, isObject: Bool) -> MemoryBlockRole {
    guard isObject else {
      if PendingJob(in: block, size: size) != nil { return .trigger }
      guard let type = typeOfSource(block, size: size) else { return .plain }
      return .keeper(delayType == nil || type != delayType ? .dispatchSource : .delayedBlock)
    }
    let role = role(ofType: block.metadataWord, of: block)
    return switch role {
    case .keeper(.task):
      MemoryBlockRole(
        .task, isComplete: walker.interpreter.isComplete(task: block),
        isRunning: walker.interpreter.isRunning(task: block))
    case .keeper(.notificationCenter): isOwnedByItsLibrary(block) ? role : .plain
    default: role
    }
  }

  /// Returns whether a variable of the library that defines the type of an object contains the
  /// object's address. The default notification center is such an object. A center that the program
  /// has created is an object like any other: its observers live as long as the program owns it.
  ///
  /// The result is `true` if the library is unknown. If Foundation is linked into the program, the
  /// variables of the program count as variables of the library.
  private func isOwnedByItsLibrary(_ object: Address) -> Bool {
    let type = object.metadataWord
    if variables[type] == nil {
      variables[type] = LoadedImage.all().first { $0.range.contains(type) }.map {
        Set($0.wordsOfVariables())
      }
    }
    return variables[type]?.contains(object.bits) ?? true
  }

  private func role(ofType type: UInt, of object: Address) -> MemoryBlockRole {
    if let last, last.type == type { return last.role }
    let role = known[type] ?? role(like: object)
    known[type] = role
    last = (type, role)
    return role
  }

  private func isSource(_ block: Address) -> Bool {
    sourceClass != nil && block.word() == sourceClass
  }

  /// The offset in a dispatch source at which the address of the source's internal part is stored.
  /// The internal part contains the handlers.
  ///
  /// Source: `queue_internal.h` in the libdispatch repository, "ds_refs".
  private static let internalPartOffset = 88

  /// The offsets in a block of memory at which the internal part of a dispatch source may start.
  /// Several sources may share one registration of a file descriptor or a signal. Such sources form
  /// a list, and the links of the list precede the internal part.
  ///
  /// Source: `event_internal.h` in the libdispatch repository, "dispatch_unote_linkage_s".
  private static let startsOfInternalPart = [0, 24]

  /// The offset in the handle of a dispatch source at which the address of the source is stored.
  /// The handle is a Swift object.
  ///
  /// Source: `Wrapper.swift` in the libdispatch repository, "DispatchSource", "__wrapped".
  private static let sourceOffset = 16

  /// Returns the addresses of a source and of its internal part; an empty array if the source
  /// cannot be read.
  ///
  /// - Parameter object: The handle of a source.
  static func parts(ofSourceWithHandle object: Address) -> [UInt] {
    let source = object.address(sourceOffset)
    guard source.isReadable, (source + internalPartOffset).isReadable else { return [] }
    return [source.bits, source.word(internalPartOffset)]
  }

  /// Returns the address of the source whose internal part is in a block of memory; `nil` if the
  /// block contains no such part.
  static func source(ofPartIn block: Address, size: Int) -> UInt? {
    for start in startsOfInternalPart where start + 16 <= size {
      let owner = Address(~block.word(start + 8))
      guard owner.bits & 7 == 0, (owner + internalPartOffset).isReadable,
        owner.word(internalPartOffset) == (block + start).bits
      else { continue }
      return owner.bits
    }
    return nil
  }

  /// Returns the type of the dispatch source in a block of memory. The block may contain the source
  /// itself or only the source's internal part. Returns 0 if the type is unknown, and `nil` if the
  /// block contains neither.
  ///
  /// While a source is armed, the lists of libdispatch refer to its internal part, and not to the
  /// source itself.
  private func typeOfSource(_ block: Address, size: Int) -> UInt? {
    guard sourceClass != nil else { return nil }
    if isSource(block) {
      guard size >= Self.internalPartOffset + 8 else { return 0 }
      let part = block.address(Self.internalPartOffset)
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

  private func role(like object: Address) -> MemoryBlockRole {
    if walker.isTrigger(object) { return .trigger }
    let kind = walker.kind(of: object)
    let keeper = RuntimeKeeper(
      kind, typeName: walker.label(of: object, kind: kind, function: 0).qualified)
    return keeper.map(MemoryBlockRole.keeper) ?? .plain
  }
}

extension RuntimeKeeper {
  /// Creates the keeper that matches the kind and type of an object; `nil` if the object is not a
  /// keeper.
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

extension MemoryBlockRole {
  /// - Parameters:
  ///   - keeper: The kind of keeper in the block; `nil` if the block contains no keeper.
  ///   - isComplete: For a task, a Boolean value indicating whether the task has ended and owns at
  ///     most its result.
  ///   - isRunning: For a task, a Boolean value indicating whether a thread is executing the task.
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

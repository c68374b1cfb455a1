// Objects whose types the runtime does not describe: blocks (isa, flags, invoke, a descriptor whose
// second word is the size, captures from 32) and tasks (a job, private storage, an allocator with
// slabs of frames). Only their extent is known, so they are scanned.
//
// Two kinds of blocks are read precisely. A block that Swift created from a closure captures the
// function and its context, and is recognized by its thunk. A block that libdispatch created for a
// work item starts with a magic number and has the work's block at 72. Source: the blocks ABI of
// Clang, `Task.h` in the Swift repository, and `dispatch_block_private_data_s` in
// `inline_internal.h` of libdispatch.

internal import OwnershipGraph

extension PlanBuilder {
  private static let dispatchMagic: UInt = 0xD159_B10C

  /// Returns a plan for blocks with the same code, since all blocks have the same isa.
  func blockPlan(for object: Address) -> ObjectPlan {
    var plan = ObjectPlan(steps: .empty, tail: .block, kind: .block)
    plan.dependsOnBindings = true
    let size = Int(bitPattern: object.address(24).word(8))
    plan.size = size
    if size == 48, isClosureThunk(object.address(16)) {
      let closure = PlanStep(offset: 32, opcode: .function, label: store.label("closure"))
      plan.steps = store.steps.append(contentsOf: [closure])
      plan.tail = .none
    } else if size >= 80, object.word(32) & 0xFFFF_FFFF == Self.dispatchMagic {
      let work = PlanStep(offset: 72, opcode: .block, label: store.label("work"))
      plan.steps = store.steps.append(contentsOf: [work])
      plan.tail = .none
    }
    return plan
  }

  /// Returns whether the code calls a Swift closure that the block captured.
  private func isClosureThunk(_ code: Address) -> Bool {
    guard let name = store.symbols.function(at: code)?.name, name.hasPrefix("$s") else {
      return false
    }
    return Demangler.demangle(name)?.contains("@convention(block)") ?? false
  }

  /// Returns whether a field of a Foundation class owns a retain although it is declared unmanaged:
  /// a queue retains the operations in its list, each operation refers to the next one, and the
  /// operations retain the queue. Source: `Operation.swift` of Foundation for platforms without
  /// Objective-C.
  func isRetained(_ field: FieldRecord, of descriptor: TypeDescriptor) -> Bool {
    guard descriptor.isClass, Self.retainedFields.contains(field.name) else { return false }
    return descriptor.module == "Foundation" && descriptor.name.hasPrefix("Operation")
  }

  private static let retainedFields = ["__firstOperation", "__nextOperation", "__queue"]

  func taskPlan() -> ObjectPlan {
    ObjectPlan(steps: .empty, tail: .task, kind: .task)
  }
}

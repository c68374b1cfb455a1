// Objects whose types the runtime does not describe: blocks and tasks. Only their size is known, so
// most of them are scanned conservatively.
//
// A block consists of the isa, flags, the invoke function, the address of a descriptor, and, from
// offset 32, the captures. The second word of the descriptor is the block's size. A task consists
// of a job, private storage, and an allocator with slabs of frames.
//
// Three kinds of blocks are read precisely. A block that Swift created from a closure is recognized
// by its thunk; the block captures the closure's function and context. In a block that the recorder
// created to run another block in a scope, the first capture is the other block. In a block that
// libdispatch created for a work item, the captures start with a magic number, and the address of
// the block that the work item runs is at offset 72.
//
// Source: the blocks ABI of Clang, `Task.h` in the Swift repository, and
// `dispatch_block_private_data_s` in `inline_internal.h` of libdispatch.

internal import CRecorder
internal import OwnershipGraph

extension PlanBuilder {
  private static let dispatchMagic: UInt = 0xD159_B10C

  /// Returns the plan for a block. All blocks have the same isa, so the plan applies only to blocks
  /// with the same code.
  func blockPlan(for object: Address) -> ObjectPlan {
    var plan = ObjectPlan(steps: .empty, tail: .block, kind: .block)
    plan.dependsOnBindings = true
    let size = Int(bitPattern: object.address(24).word(8))
    plan.size = size
    if size == 48, isClosureThunk(object.address(16)) {
      let closure = PlanStep(offset: 32, opcode: .function, label: store.label("closure"))
      plan.steps = store.steps.append(contentsOf: [closure])
      plan.tail = .none
    } else if size == 48, lk_is_scoped_block_code(object.word(16)) {
      let work = PlanStep(offset: 32, opcode: .block, label: store.label("work"))
      plan.steps = store.steps.append(contentsOf: [work])
      plan.tail = .none
    } else if size >= 80, object.word(32) & 0xFFFF_FFFF == Self.dispatchMagic {
      let work = PlanStep(offset: 72, opcode: .block, label: store.label("work"))
      plan.steps = store.steps.append(contentsOf: [work])
      plan.tail = .none
    }
    return plan
  }

  /// Returns whether the code of a block is a thunk that calls a captured Swift closure.
  private func isClosureThunk(_ code: Address) -> Bool {
    guard let name = store.symbols.function(at: code)?.name, name.hasPrefix("$s") else {
      return false
    }
    return Demangler.demangle(name)?.contains("@convention(block)") ?? false
  }

  /// Returns whether a field of a Foundation class owns a retain although the field is declared
  /// unmanaged.
  ///
  /// An operation queue retains the first operation of its list, each operation retains the next
  /// one, and the operations retain the queue. Source: `Operation.swift` in
  /// swift-corelibs-foundation.
  func isRetained(_ field: FieldRecord, of descriptor: TypeDescriptor) -> Bool {
    guard descriptor.isClass, Self.retainedFields.contains(field.name) else { return false }
    return descriptor.module == "Foundation" && descriptor.name.hasPrefix("Operation")
  }

  private static let retainedFields = ["__firstOperation", "__nextOperation", "__queue"]

  func taskPlan() -> ObjectPlan {
    ObjectPlan(steps: .empty, tail: .task, kind: .task)
  }
}

// What the runtime gives no types for: blocks (isa, flags, invoke, descriptor whose
// second word is the size, captures from 32) and tasks (a job, private storage, an
// allocator with slabs of frames). Only their extent is known; they are scanned.
// Source: the blocks ABI of Clang and `Task.h` in the Swift repository.

import CSwiftRuntime
internal import OwnershipGraph

extension PlanBuilder {
  static let blockIsa = unsafe lk_malloc_block_isa().map { unsafe Address($0) }

  func blockPlan() -> ObjectPlan {
    ObjectPlan(steps: .empty, tail: .block, kind: .block)
  }

  func taskPlan() -> ObjectPlan {
    ObjectPlan(steps: .empty, tail: .task, kind: .task)
  }
}

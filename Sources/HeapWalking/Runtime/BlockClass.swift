import CSwiftRuntime

/// The classes that blocks have in their first word, where there is a blocks runtime.
enum BlockClass {
  /// A block that was copied to the heap.
  static let malloc = unsafe lk_malloc_block_isa().map { unsafe Address($0) }
  /// A block without captures.
  static let global = unsafe lk_global_block_isa().map { unsafe Address($0) }
}

import CSwiftABI

/// The addresses of the classes of blocks; `nil` if the program has no blocks runtime.
///
/// The first word of a block is the address of its class.
enum BlockClass {
  /// The class of a block that was copied to the heap.
  static let malloc = unsafe lk_malloc_block_isa().map { unsafe Address($0) }
  /// The class of a block without captures.
  static let global = unsafe lk_global_block_isa().map { unsafe Address($0) }

  /// Returns whether a block is at `address`. The address may be any word.
  static func isBlock(at address: Address) -> Bool {
    guard address.isReadable else { return false }
    let isa = Address(address.word())
    return !isa.isNull && (isa == malloc || isa == global)
  }

  /// Returns whether allocated memory of `size` bytes is a block that was copied to the heap.
  ///
  /// Memory that an allocator reuses may still begin with the first word of a freed block, so the
  /// size in the block's descriptor must equal `size`, the number of bytes that `_Block_copy`
  /// requests.
  static func isCopiedBlock(at address: Address, size: Int) -> Bool {
    guard size >= 32, let malloc, address.word() == malloc.bits else { return false }
    let descriptor = address.address(24)
    return (descriptor + 8).isReadable && descriptor.word(8) == UInt(size)
  }

  /// Returns the number of references that keep a block alive; `nil` for a block that is never
  /// freed.
  ///
  /// The flags follow the class, and their low 16 bits contain the count. The lowest bit is not
  /// part of the count, and is set while the block is being freed. After an overflow, all bits of
  /// the count are ones. Source: `Block_private.h` in the libdispatch repository,
  /// `BLOCK_REFCOUNT_MASK`.
  static func retainCount(of block: Address) -> Int? {
    guard block.address() == malloc else { return nil }
    let count = Int(block.uint32(8) & 0xFFFE)
    return count == 0xFFFE ? nil : count >> 1
  }
}

import CSwiftABI

/// The addresses of the classes of blocks (`@convention(block)` closures); `nil` if the program has
/// no blocks runtime.
///
/// The first word of a block is the address of its class.
enum BlockClass {
  /// The class of a block that was copied to the heap.
  static let malloc = unsafe lk_malloc_block_isa().map { unsafe Address($0) }
  /// The class of a block without captures.
  static let global = unsafe lk_global_block_isa().map { unsafe Address($0) }

  /// Returns whether a block on the heap, or a block without captures, is at `address`. The address
  /// may be any word.
  static func isBlock(at address: Address) -> Bool {
    guard address.isReadable else { return false }
    let isa = Address(address.word())
    return !isa.isNull && (isa == malloc || isa == global)
  }

  /// Returns whether allocated memory of `size` bytes is a block that was copied to the heap.
  ///
  /// Reused memory may still begin with the first word of a freed block. Therefore the size in the
  /// block's descriptor must also equal `size`: `_Block_copy` requests exactly this number of
  /// bytes.
  static func isCopiedBlock(at address: Address, size: Int) -> Bool {
    guard size >= 32, let malloc, address.word() == malloc.bits else { return false }
    let descriptor = address.address(24)
    return (descriptor + 8).isReadable && descriptor.word(8) == UInt(size)
  }

  /// Returns the number of references that keep a block alive; `nil` for a block that is never
  /// freed.
  ///
  /// The flags follow the class. Bits 1 to 15 of the flags are the count; after an overflow, all of
  /// these bits are 1. Bit 0 is set while the block is being freed. Source: `Block_private.h` in
  /// the libdispatch repository, `BLOCK_REFCOUNT_MASK`.
  static func retainCount(of block: Address) -> Int? {
    guard block.address() == malloc else { return nil }
    let count = Int(block.uint32(8) & 0xFFFE)
    return count == 0xFFFE ? nil : count >> 1
  }
}

import CRecorder

/// The size of what the process has allocated.
package enum HeapSize {
  /// The bytes of small allocations that are in use; always 0 where the allocator reports none.
  ///
  /// Allocations beyond about 128 KB are not included.
  package static var current: Int { Int(lk_allocated_bytes()) }
}

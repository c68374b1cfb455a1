import CRecorder

/// The size of what the process has allocated.
package enum HeapSize {
  /// The number of bytes of small allocations in use; 0 if the allocator reports none.
  ///
  /// Allocations larger than about 128 KB are not included.
  package static var current: Int { Int(lk_allocated_bytes()) }
}

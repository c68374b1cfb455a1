import CRecorder

/// The size of the memory that the process has allocated.
package enum HeapSize {
  /// The number of bytes that are allocated; 0 if the allocator does not report the number.
  package static var current: Int { Int(lk_allocated_bytes()) }
}

import CRecorder

/// The size of the memory that the process has allocated.
package enum HeapSize {
  /// The number of allocated bytes in use; 0 if the allocator reports none.
  package static var current: Int { Int(lk_allocated_bytes()) }
}

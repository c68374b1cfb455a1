import CRecorder

extension Array where Element: BitwiseCopyable {
  /// Reserves capacity for `count` elements, in large pages if possible.
  ///
  /// A walk of millions of objects would spend a tenth of its time on waiting for the system to
  /// clear small pages one by one.
  mutating func reserveLargePages(_ count: Int) {
    reserveCapacity(count)
    let bytes = capacity * MemoryLayout<Element>.stride
    unsafe withUnsafeMutableBufferPointer { buffer in
      // Valid: the array owns the memory of its capacity; the hint does not change it.
      unsafe lk_prefer_large_pages(buffer.baseAddress, bytes)
    }
  }
}

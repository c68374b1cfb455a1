import CRecorder

extension Array where Element: BitwiseCopyable {
  /// Reserves room for `count` elements in large pages, where they fit in.
  ///
  /// A walk of millions of objects would spend a tenth of its time on having the system clear
  /// small pages one by one.
  mutating func reserveLargePages(_ count: Int) {
    reserveCapacity(count)
    let bytes = capacity * MemoryLayout<Element>.stride
    unsafe withUnsafeMutableBufferPointer { buffer in
      // Valid: the array owns the memory of its capacity; the hint does not change it.
      unsafe lk_prefer_large_pages(buffer.baseAddress, bytes)
    }
  }
}

import CRecorder

extension Array where Element: BitwiseCopyable {
  /// Reserves capacity for `count` elements, in large pages if possible.
  ///
  /// With small pages, a walk of millions of objects would spend a tenth of its time waiting for
  /// the system to clear the pages.
  mutating func reserveLargePages(_ count: Int) {
    reserveCapacity(count)
    let bytes = capacity * MemoryLayout<Element>.stride
    unsafe withUnsafeMutableBufferPointer { buffer in
      // The range is within the array's own memory, up to its capacity. The call is only a hint and
      // does not change the contents.
      unsafe lk_prefer_large_pages(buffer.baseAddress, bytes)
    }
  }
}

import CSwiftABI

/// A program or library that is mapped into this process.
struct LoadedImage {
  /// The file it was loaded from.
  var path: String
  /// What to add to an address in the file to get the address in memory.
  var slide: UInt
  var range: Range<UInt>

  /// The library that this analysis is in; `nil` where the program itself contains it.
  static var ofAnalysis: LoadedImage? {
    let address = UInt(bitPattern: #dsohandle)
    return all().first { $0.path.hasSuffix("/libLeakPreload.so") && $0.range.contains(address) }
  }

  /// Every image loaded now, in load order; empty where the platform cannot say.
  static func all() -> [LoadedImage] {
    var images: [LoadedImage] = []
    unsafe withUnsafeMutablePointer(to: &images) { list in
      unsafe lk_each_image(
        { image, state in
          guard let image = unsafe image?.pointee, let state = unsafe state else { return }
          let path = unsafe String(cString: image.path)
          // Valid: `state` is the array above, alive during the call.
          unsafe state.assumingMemoryBound(to: [LoadedImage].self).pointee.append(
            LoadedImage(
              path: path.isEmpty ? "/proc/self/exe" : path, slide: image.slide,
              range: image.low..<image.high))
        }, list)
    }
    return images
  }
}

import CSwiftABI

/// A program or library that is mapped into this process.
struct LoadedImage {
  /// The file it was loaded from.
  var path: String
  /// The difference between an address in memory and in the file.
  var slide: UInt
  var range: Range<UInt>

  /// The library that contains this analysis; `nil` if the program itself contains it.
  static var ofAnalysis: LoadedImage? {
    let address = UInt(bitPattern: #dsohandle)
    return all().first { $0.path.hasSuffix("/libLeakPreload.so") && $0.range.contains(address) }
  }

  /// Returns every image loaded now, in load order; empty if the platform does not list them.
  static func all() -> [LoadedImage] {
    var images: [LoadedImage] = []
    unsafe withUnsafeMutablePointer(to: &images) { list in
      unsafe lk_each_image(
        { image, state in
          guard let image = unsafe image?.pointee, let state = unsafe state else { return }
          let path = unsafe String(cString: image.path)
          // Valid: `state` points to the array above, which is alive during the call.
          unsafe state.assumingMemoryBound(to: [LoadedImage].self).pointee.append(
            LoadedImage(
              path: path.isEmpty ? "/proc/self/exe" : path, slide: image.slide,
              range: image.low..<image.high))
        }, list)
    }
    return images
  }
}

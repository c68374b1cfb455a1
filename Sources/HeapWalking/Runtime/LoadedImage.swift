import CSwiftRuntime

/// A program or library that is mapped into this process.
struct LoadedImage {
  /// The file it was loaded from.
  var path: String
  /// What to add to an address in the file to get the address in memory.
  var slide: UInt
  var range: Range<UInt>

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

  /// The address of a symbol that some image exports, or that the program keeps to itself
  /// together with the runtime.
  static func exportedSymbol(_ name: String) -> Address? {
    if let own = ProgramRuntime.linkedIn?.address(of: name) { return own }
    let pointer = unsafe name.withCString { unsafe lk_exported_symbol($0) }
    return unsafe pointer.map { unsafe Address($0) }
  }
}

import CSwiftABI

/// A program or library that is mapped into this process.
struct LoadedImage {
  /// The path of the file from which the image was loaded.
  var path: String
  /// The difference between an address in memory and the corresponding address in the file.
  var slide: UInt
  var range: Range<UInt>

  /// The library that contains the code of this analysis; `nil` if the code is part of the program
  /// itself.
  static var ofAnalysis: LoadedImage? {
    let address = UInt(bitPattern: #dsohandle)
    return all().first { $0.path.hasSuffix("/libLeakPreload.so") && $0.range.contains(address) }
  }

  /// Returns all images that are loaded now, in load order; an empty array if the platform does not
  /// list them.
  static func all() -> [LoadedImage] {
    var images: [LoadedImage] = []
    unsafe withUnsafeMutablePointer(to: &images) { list in
      unsafe lk_each_image(
        { image, state in
          guard let image = unsafe image?.pointee, let state = unsafe state else { return }
          let path = unsafe String(cString: image.path)
          // `state` points to `images`, which exists until the call returns.
          unsafe state.assumingMemoryBound(to: [LoadedImage].self).pointee.append(
            LoadedImage(
              path: path.isEmpty ? "/proc/self/exe" : path, slide: image.slide,
              range: image.low..<image.high))
        }, list)
    }
    return images
  }

  /// Returns those words of the image's variables that may be addresses.
  ///
  /// - Complexity: O(size of the variables).
  func wordsOfVariables() -> some Sequence<UInt> {
    MemoryMap().regions.lazy.map { $0.range.clamped(to: range) }.filter { !$0.isEmpty }
      .flatMap { AddressWords(of: $0, in: 1..<UInt.max) }
  }
}

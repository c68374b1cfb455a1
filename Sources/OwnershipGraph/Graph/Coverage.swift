/// The amounts of walked memory with and without a known type, and the numbers of references that
/// were found in it.
///
/// If the coverage of a finding's objects is not full, a reference may have been missed, so the
/// finding is never called proven.
package struct Coverage: Hashable, Codable, Sendable {
  /// The number of objects walked.
  package var objects = 0
  /// The number of bytes that were read according to type metadata.
  package var typedBytes = 0
  /// The number of bytes that have no known type or may be stale, such as the slots of a managed
  /// buffer. Some analyses scan these bytes for addresses of live objects.
  package var scannedBytes = 0
  package var typedReferences = 0
  package var scannedReferences = 0
  /// The number of possible references that could not be followed: words in the position of a
  /// reference that contain no object's address, and untyped parts of objects of unknown size.
  package var unknownReferences = 0
  /// `false` if globals, stacks and C memory were not searched, for example because not all threads
  /// of the program under analysis could be stopped; otherwise `nil`. Without this search, leaks
  /// are found by reference counts alone, and no object is reported as over-retained.
  package var hasSearchedRoots: Bool?
  /// The reason why roots were not searched, or why the search may have missed a leak, such as
  /// `1 other thread kept running`.
  package var rootObstacle: String?
  /// The reason why the contents of some objects were not read, such as `the analysis crashed with
  /// signal 11 (SIGSEGV) while walking the objects, and was repeated without the contents of 1
  /// object`.
  package var readObstacle: String?
  /// The number of cycles that count as in use only because a thread was executing code when it was
  /// stopped, and its registers or innermost calls contain an address of the cycle; `nil` if there
  /// are none. If the thread was not using such a cycle, the cycle has leaked.
  package var cyclesInUse: Int?

  package init() {}

  /// A Boolean value indicating whether every byte and every reference was read as a value of a
  /// known type.
  package var isFull: Bool { scannedBytes == 0 && unknownReferences == 0 }

  package static func += (left: inout Self, right: Self) {
    left.objects += right.objects
    left.typedBytes += right.typedBytes
    left.scannedBytes += right.scannedBytes
    left.typedReferences += right.typedReferences
    left.scannedReferences += right.scannedReferences
    left.unknownReferences += right.unknownReferences
    if right.hasSearchedRoots == false { left.hasSearchedRoots = false }
    left.rootObstacle = left.rootObstacle ?? right.rootObstacle
    left.readObstacle = left.readObstacle ?? right.readObstacle
    if let cycles = right.cyclesInUse { left.cyclesInUse = (left.cyclesInUse ?? 0) + cycles }
  }
}

/// Adjacent elements of an ``Arena``. The slice is valid as long as the arena exists.
@safe
struct ArenaSlice<Element: BitwiseCopyable>: BitwiseCopyable {
  private let start: UnsafePointer<Element>?
  let count: UInt32

  static var empty: Self { Self() }

  private init() {
    unsafe start = nil
    count = 0
  }

  init(_ start: UnsafePointer<Element>, count: Int) {
    unsafe self.start = unsafe start
    self.count = UInt32(count)
  }

  var isEmpty: Bool { count == 0 }

  @inline(__always)
  subscript(index: UInt32) -> Element {
    assert(index < count)
    // `start` is not `nil`, because a slice that has elements was created with a pointer to them.
    return unsafe start.unsafelyUnwrapped[Int(index)]
  }
}

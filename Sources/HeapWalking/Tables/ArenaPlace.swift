/// Where an ``Arena`` keeps one element: valid as long as the arena is.
///
/// An element of many fields is read as they are needed.
@safe
struct ArenaPlace<Element: BitwiseCopyable>: BitwiseCopyable {
  private let pointer: UnsafePointer<Element>

  init(_ pointer: UnsafePointer<Element>) { unsafe self.pointer = pointer }

  @inline(__always)
  var element: Element { unsafe pointer.pointee }
}

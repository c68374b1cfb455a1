/// A pointer to an element of an ``Arena``. The pointer is valid as long as the arena exists.
///
/// If an element is large, a caller can read individual fields through the pointer without copying
/// the rest.
@safe
struct ArenaPointer<Element: BitwiseCopyable>: BitwiseCopyable {
  private let pointer: UnsafePointer<Element>

  init(_ pointer: UnsafePointer<Element>) { unsafe self.pointer = pointer }

  @inline(__always)
  var element: Element { unsafe pointer.pointee }
}

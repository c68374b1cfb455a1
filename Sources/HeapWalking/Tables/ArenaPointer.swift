/// A pointer to an element of an ``Arena``: valid as long as the arena exists.
///
/// Through a pointer, only the needed fields of a large element are read.
@safe
struct ArenaPointer<Element: BitwiseCopyable>: BitwiseCopyable {
  private let pointer: UnsafePointer<Element>

  init(_ pointer: UnsafePointer<Element>) { unsafe self.pointer = pointer }

  @inline(__always)
  var element: Element { unsafe pointer.pointee }
}

/// A pointer to an element of an ``Arena``: valid as long as the arena exists.
///
/// The fields of a large element are read as they are needed.
@safe
struct ArenaPointer<Element: BitwiseCopyable>: BitwiseCopyable {
  private let pointer: UnsafePointer<Element>

  init(_ pointer: UnsafePointer<Element>) { unsafe self.pointer = pointer }

  @inline(__always)
  var element: Element { unsafe pointer.pointee }
}

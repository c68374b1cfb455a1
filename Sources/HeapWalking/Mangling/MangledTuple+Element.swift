extension MangledTuple {
  struct Element {
    enum Content {
      case named(MangledName)
      /// A type that no single part of the name spells completely; `Builtin.NativeObject` for a
      /// class that the runtime cannot create.
      case made(Metadata)
      /// A tuple that no single part of the name spells completely, and whose type the runtime may
      /// not be able to create.
      case tuple([Element])
    }

    var label: String
    var content: Content
  }
}

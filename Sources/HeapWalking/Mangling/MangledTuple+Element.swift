extension MangledTuple {
  struct Element {
    enum Content {
      case named(MangledName)
      /// A type that no single part of the name spells completely; any object for a class.
      case made(Metadata)
      /// A tuple that no single part of the name spells completely, and whose type the runtime may
      /// not be able to create.
      case tuple([Element])
    }

    var label: String
    var content: Content
  }
}

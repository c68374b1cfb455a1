extension MangledTuple {
  struct Element {
    enum Content {
      case named(MangledName)
      /// A type that no part of the name says whole; any object for a class.
      case made(Metadata)
      /// A tuple that no part of the name says whole, and of which the runtime may know no type.
      case tuple([Element])
    }

    var label: String
    var content: Content
  }
}

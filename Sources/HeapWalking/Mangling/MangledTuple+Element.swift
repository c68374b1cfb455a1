extension MangledTuple {
  struct Element {
    enum Content {
      case named(MangledName)
      /// A type whose complete name is not one part of the tuple's name. `Builtin.NativeObject`
      /// represents a class that the runtime cannot create.
      case made(Metadata)
      /// A tuple whose complete name is not one part of the tuple's name. The runtime may be unable
      /// to create its type.
      case tuple([Element])
    }

    var label: String
    var content: Content
  }
}

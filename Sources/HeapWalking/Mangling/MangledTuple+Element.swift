extension MangledTuple {
  struct Element {
    enum Content {
      case named(MangledName)
      /// A type whose complete name is not one contiguous part of the tuple's name.
      /// `Builtin.NativeObject` represents a class that the runtime cannot create.
      case made(Metadata)
      /// A nested tuple whose complete name is not one contiguous part of the outer tuple's name.
      /// The runtime may be unable to create the type of the nested tuple.
      case tuple([Element])
    }

    var label: String
    var content: Content
  }
}

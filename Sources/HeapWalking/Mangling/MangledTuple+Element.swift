extension MangledTuple {
  struct Element {
    enum Content {
      case named(MangledName)
      /// A type whose complete name is not one contiguous part of the tuple's name. If the runtime
      /// cannot create the type, and the type is a class, the metadata is that of
      /// `Builtin.NativeObject`.
      case made(Metadata)
      /// A nested tuple whose complete name is not one contiguous part of the outer tuple's name.
      /// The runtime may be unable to create the type of the nested tuple.
      case tuple([Element])
    }

    var label: String
    var content: Content
  }
}

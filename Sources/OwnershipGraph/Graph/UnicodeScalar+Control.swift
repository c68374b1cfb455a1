extension Unicode.Scalar {
  /// A Boolean value indicating whether the scalar changes how the text around it is displayed.
  ///
  /// These scalars are the control characters (C0, C1 and delete), the line and paragraph
  /// separators, and the marks, embeddings, overrides and isolates that change the direction of
  /// text.
  package var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

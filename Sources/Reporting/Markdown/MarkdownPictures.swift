/// The form of pictures in the text.
enum MarkdownPictures {
  /// Links to the files in `graphs/`.
  case files
  /// Mermaid, for text that is separate from the files.
  case mermaid
}

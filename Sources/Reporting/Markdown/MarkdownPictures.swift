/// How pictures get into the text.
enum MarkdownPictures {
  /// Links to the files in `graphs/`.
  case files
  /// Mermaid, for text that stands apart from the files.
  case mermaid
}

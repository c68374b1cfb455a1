/// The form of pictures in Markdown text.
enum MarkdownPictures {
  /// Links to the files in `graphs/`.
  case files
  /// Mermaid diagrams, for text that is shown where the files in `graphs/` are not available.
  case mermaid
}

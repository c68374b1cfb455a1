/// Pieces of Markdown.
enum MarkdownText {
  /// Returns lines that are hidden until the title is clicked.
  static func folded(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty
      ? [] : ["<details><summary>\(title)</summary>", ""] + lines + ["", "</details>"]
  }
}

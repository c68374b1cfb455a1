/// The colors of a terminal, or none.
///
/// A color never replaces text: the colored words have the same meaning without it.
package struct Style: Sendable {
  private let isColored: Bool

  package static let plain = Style(isColored: false)
  package static let colored = Style(isColored: true)

  private init(isColored: Bool) { self.isColored = isColored }

  package func failure(_ text: String) -> String { wrapped(text, "31;1") }
  package func success(_ text: String) -> String { wrapped(text, "32") }
  package func warning(_ text: String) -> String { wrapped(text, "33") }
  package func emphasis(_ text: String) -> String { wrapped(text, "1") }
  package func faint(_ text: String) -> String { wrapped(text, "2") }

  /// Returns the text, enclosed in the ECMA-48 codes that select and reset a color or weight. If
  /// the style has no colors, returns the text alone.
  private func wrapped(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

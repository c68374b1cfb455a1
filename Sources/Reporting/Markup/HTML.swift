/// Markup in which every interpolated text is escaped.
///
///     let cell: HTML = "<td>\(name)</td>"   // name is text: escaped
///     let row: HTML = "<tr>\(cell)</tr>"    // cell is markup: inserted unchanged
///
/// All text of the page is interpolated in this way, so no name can inject markup.
struct HTML: ExpressibleByStringInterpolation {
  private(set) var markup: String

  init(stringLiteral value: String) { markup = value }
  init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

  /// Creates markup from a string without escaping it. The string must not contain names from the
  /// report.
  init(unescaped markup: String) { self.markup = markup }

  /// Joins pieces with line feeds.
  init(_ pieces: some Sequence<HTML>) { markup = pieces.map(\.markup).joined(separator: "\n") }

  /// Creates markup for a sentence. The parts between backticks become code.
  init(sentence: String) {
    markup = Escaping.spans(of: sentence).map { span in
      span.isCode ? "<code>\(Self.escaped(span.text))</code>" : Self.escaped(span.text)
    }.joined()
  }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { markup += literal }
    mutating func appendInterpolation(_ text: String) { markup += HTML.escaped(text) }
    mutating func appendInterpolation(_ number: Int) { markup += String(number) }
    mutating func appendInterpolation(_ piece: HTML) { markup += piece.markup }
    mutating func appendInterpolation(_ pieces: [HTML]) { markup += HTML(pieces).markup }
  }

  /// Returns text escaped for use between tags and in quoted attributes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in Escaping.line(text).unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      // XML and HTML do not allow these characters.
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}

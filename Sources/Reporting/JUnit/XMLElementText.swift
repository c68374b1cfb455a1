/// An XML element as text.
///
/// FoundationXML is not used, because its libraries need almost 40 MB of address space. The library
/// that `leakcheck exec` loads into each program contains this module, so it would need them too.
struct XMLElementText {
  private enum Contents {
    case elements([XMLElementText])
    case text(String)
  }

  private let name: String
  private let attributes: [(name: String, value: String)]
  private let contents: Contents

  init(
    _ name: String, _ attributes: [(name: String, value: String)], children: [XMLElementText] = []
  ) {
    (self.name, self.attributes, contents) = (name, attributes, .elements(children))
  }

  /// Creates an element that contains text instead of other elements.
  init(_ name: String, _ attributes: [(name: String, value: String)], lines: [String]) {
    let text = lines.map(Escaping.xmlText).joined(separator: "\n")
    (self.name, self.attributes, contents) = (name, attributes, .text(text))
  }

  /// Returns the element with a line feed at its end. Each child element is on lines of its own.
  ///
  /// - Parameter indentation: The white space before the element.
  func markup(indentation: String = "") -> String {
    let values = attributes.map {
      " \($0.name)=\"\(Self.escaped(Escaping.xmlText($0.value)).replacing("\"", with: "&quot;"))\""
    }
    let start = "\(indentation)<\(name)\(values.joined())>"
    let end = "</\(name)>\n"
    switch contents {
    case .text(let text): return start + Self.escaped(text) + end
    case .elements(let children) where children.isEmpty: return start + end
    case .elements(let children):
      let lines = children.map { $0.markup(indentation: indentation + "  ") }
      return start + "\n" + lines.joined() + indentation + end
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

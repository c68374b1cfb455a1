import Foundation
import FoundationXML
import Testing

/// An object that counts the elements of an XML document while it is parsed. It replaces
/// `XMLDocument`, whose nodes Foundation never releases.
final class XMLElementCounter: NSObject, XMLParserDelegate {
  private var count = 0

  /// Returns the number of elements. Throws an error if the document is not well-formed.
  static func count(in document: String) throws -> Int {
    let counter = XMLElementCounter()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = counter
    try #require(parser.parse(), "\(parser.parserError as (any Error)?)")
    return counter.count
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    count += 1
  }
}

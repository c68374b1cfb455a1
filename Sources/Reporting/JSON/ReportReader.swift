package import Foundation
package import Findings

/// Reads `leakcheck.json` back.
package enum ReportReader {
  /// The major version of the schema that this program reads.
  static let supportedMajor = 1

  /// What every version of the schema has.
  private struct Header: Decodable {
    struct Tool: Decodable { var name: String }
    var schemaVersion: String
    var tool: Tool
  }

  /// Decodes a report.
  ///
  /// - Parameter name: How messages name the file.
  package static func report(from data: Data, name: String) throws(ReportReadingError) -> LeakReport
  {
    let decoder = JSONDecoder()
    do {
      _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    } catch {
      throw isCutShort(data) ? .truncated(name) : .notJSON(name)
    }
    guard let header = try? decoder.decode(Header.self, from: data), header.tool.name == "leakcheck"
    else { throw .notAReport(name) }
    let major = header.schemaVersion.prefix { $0 != "." }
    guard let major = Int(major) else { throw .notAReport(name) }
    guard major == supportedMajor else {
      throw .otherSchema(name, found: header.schemaVersion, isNewer: major > supportedMajor)
    }
    let document: JSONReport
    do {
      document = try decoder.decode(JSONReport.self, from: data)
    } catch let error as DecodingError {
      throw .inconsistent("\(name): \(place(of: error))")
    } catch {
      throw .notAReport(name)
    }
    return try document.report()
  }

  /// Whether the text opens as a report does and does not close.
  private static func isCutShort(_ data: Data) -> Bool {
    let text = data.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let end = data.last { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
    guard text.first == UInt8(ascii: "{") else { return text.isEmpty }
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in text {
      if isEscaped {
        isEscaped = false
      } else if isInString {
        if byte == UInt8(ascii: "\\") { isEscaped = true }
        if byte == UInt8(ascii: "\"") { isInString = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
      }
    }
    return depth > 0 || end != UInt8(ascii: "}")
  }

  /// Where in the document decoding failed, and why.
  private static func place(of error: DecodingError) -> String {
    func path(_ context: DecodingError.Context, _ last: (any CodingKey)? = nil) -> String {
      let keys = context.codingPath + (last.map { [$0] } ?? [])
      return keys.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    }
    switch error {
    case .keyNotFound(let key, let context): return "\(path(context, key)) is missing"
    case .valueNotFound(_, let context): return "\(path(context)) is null"
    case .typeMismatch(let type, let context): return "\(path(context)) is not a \(type)"
    case .dataCorrupted(let context): return "\(path(context)) has a value that is not known"
    @unknown default: return "it cannot be read"
    }
  }
}

/// Why a file could not be read as a report.
package enum ReportReadingError: Error, Equatable, CustomStringConvertible {
  case notJSON(String)
  case truncated(String)
  case notAReport(String)
  case otherSchema(String, found: String, isNewer: Bool)
  /// A part of the report is missing or contradicts another.
  case inconsistent(String)

  package var description: String {
    switch self {
    case .notJSON(let name): "\(name) is not JSON"
    case .truncated(let name): "\(name) is truncated: it ends in the middle of the report"
    case .notAReport(let name): "\(name) is not a report of leakcheck"
    case .otherSchema(let name, let found, let isNewer):
      "\(name) has schema \(found), \(isNewer ? "newer" : "older") than this leakcheck reads (\(ReportReader.supportedMajor).x)"
    case .inconsistent(let text): "the report is damaged: \(text)"
    }
  }
}

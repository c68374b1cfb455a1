package import Foundation
package import Findings

/// A type that reads `leakcheck.json`.
///
/// The file is not trusted. The reader checks all values that are used in arithmetic or that a
/// format prints without escaping.
package enum ReportReader {
  /// The major version of the schema that this program reads.
  static let supportedMajor = 1

  /// The member of `tool` that identifies a report of leakcheck.
  private struct Tool: Decodable { var name: String }

  /// Decodes a report.
  ///
  /// - Parameter name: The name of the file, for messages.
  package static func report(from data: Data, name: String) throws(ReportReadingError) -> LeakReport
  {
    try report(from: [UInt8](data), name: name)
  }

  /// Decodes a report.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - name: The name of the file, for messages.
  /// - Complexity: O(*n*) for *n* bytes. The memory needed is a small multiple of *n*.
  package static func report(
    from bytes: [UInt8], name: String
  ) throws(ReportReadingError) -> LeakReport {
    let outline = try outline(of: bytes, name)
    let decoder = ReportDecoder(outline: outline)
    guard let tool = try? decoder.value(Tool.self, of: "tool"),
      tool.name == "leakcheck",
      let version = try? decoder.value(String.self, of: "schemaVersion"),
      let major = Int(version.prefix { $0 != "." })
    else { throw .notAReport(name) }
    guard major == supportedMajor else {
      throw .otherSchema(name, found: version, isNewer: major > supportedMajor)
    }
    do throws(ReportDamage) {
      let report = try decoder.report()
      try ReportValidation.check(report)
      return report
    } catch {
      throw .damaged(name, cause: error.cause)
    }
  }

  private static func outline(
    of bytes: [UInt8], _ name: String
  ) throws(ReportReadingError) -> JSONOutline {
    do throws(JSONOutlineError) {
      return try JSONOutline(of: bytes)
    } catch {
      switch error {
      case .number:
        throw .damaged(name, cause: "a number is negative or too large")
      case .tooDeep: throw .damaged(name, cause: "its values are nested too deeply")
      case .repeatedMember(let member):
        throw .damaged(name, cause: "the member '\(member)' occurs twice")
      case .endsEarly: throw .truncated(name)
      case .syntax: throw isObject(bytes) || !isJSON(bytes) ? .notJSON(name) : .notAReport(name)
      }
    }
  }

  private static func isObject(_ bytes: [UInt8]) -> Bool {
    bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
  }

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
  }
}

/// A part of a report that is missing, invalid, or contradicts another part.
struct ReportDamage: Error {
  /// A description of the damage, without the name of the file.
  let cause: String

  init(_ cause: String) { self.cause = cause }
}

/// The reason why a file could not be read as a report.
package enum ReportReadingError: Error, Equatable, CustomStringConvertible {
  case notJSON(String)
  case truncated(String)
  case notAReport(String)
  case otherSchema(String, found: String, isNewer: Bool)
  /// See ``ReportDamage``.
  case damaged(String, cause: String)

  package var description: String {
    switch self {
    case .notJSON(let name): "\(name) is not JSON"
    case .truncated(let name): "\(name) is truncated: it ends in the middle of the report"
    case .notAReport(let name): "\(name) is not a leakcheck report"
    case .otherSchema(let name, let found, let isNewer):
      "\(name) cannot be read: \(Self.schema(found, isNewer: isNewer))"
    case .damaged(let name, let cause): "\(name) is damaged: \(cause)"
    }
  }

  /// Returns a statement that a file has a version of the schema that cannot be read.
  static func schema(_ found: String, isNewer: Bool) -> String {
    let relation = isNewer ? "newer" : "older"
    return "schema \(Escaping.line(found)) is \(relation) than this version of leakcheck supports "
      + "(\(ReportReader.supportedMajor).x)"
  }
}

import Foundation
import Findings
import OwnershipGraph

/// A type that decodes a report from its outline. The elements of long lists are decoded one by
/// one.
struct ReportDecoder {
  /// The members whose elements are decoded one by one.
  private static let longLists = ["cells", "findings"]

  private let outline: JSONOutline
  private let decoder = JSONDecoder()

  init(outline: JSONOutline) { self.outline = outline }

  /// Decodes one member.
  func value<Value: Decodable>(
    _ type: Value.Type, of member: String
  ) throws(ReportDamage) -> Value {
    guard outline.has(member) else { throw ReportDamage(".\(member) is missing") }
    return try decoded(type, from: Data(outline.value(of: member)), at: ".\(member)")
  }

  /// Decodes the whole report.
  func report() throws(ReportDamage) -> LeakReport {
    let document = try decoded(JSONReport.self, from: withoutLongLists, at: "")
    let tables = document.tables ?? JSONTables()
    var report = try document.report()
    var pool = StringPool()
    try forEach(JSONCell.self, of: "cells") { cell throws(ReportDamage) in
      report.cells.append(pool.sharing(try cell.cell(tables)))
    }
    try forEach(JSONFinding.self, of: "findings") { finding throws(ReportDamage) in
      report.findings.append(pool.sharing(try finding.finding(tables)))
    }
    return report
  }

  /// The document with its long lists replaced by empty lists. Lists that are missing are not
  /// added.
  private var withoutLongLists: Data {
    var data = Data("{".utf8)
    for name in outline.names {
      data += Data("\(data.count > 1 ? "," : "")\"\(name)\":".utf8)
      data += Self.longLists.contains(name) ? Data("[]".utf8) : Data(outline.value(of: name))
    }
    return data + Data("}".utf8)
  }

  private func forEach<Element: Decodable>(
    _ type: Element.Type, of member: String, _ body: (Element) throws(ReportDamage) -> Void
  ) throws(ReportDamage) {
    var index = 0
    let isList = try outline.forEachElement(of: member) {
      bytes throws(ReportDamage) in
      try body(decoded(type, from: Data(bytes), at: ".\(member)[\(index)]"))
      index += 1
    }
    guard isList else { throw ReportDamage(".\(member) is not a list") }
  }

  private func decoded<Value: Decodable>(
    _ type: Value.Type, from data: Data, at path: String
  ) throws(ReportDamage) -> Value {
    do {
      return try decoder.decode(type, from: data)
    } catch let error as DecodingError {
      throw ReportDamage(Self.cause(of: error, at: path))
    } catch {
      throw ReportDamage("it cannot be read")
    }
  }

  /// Returns a message that contains the path of the value that could not be decoded, and the
  /// reason for the failure.
  private static func cause(of error: DecodingError, at path: String) -> String {
    func codingPath(_ context: DecodingError.Context, _ last: (any CodingKey)? = nil) -> String {
      let keys = context.codingPath + (last.map { [$0] } ?? [])
      return path + keys.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    }
    switch error {
    case .keyNotFound(let key, let context): return "\(codingPath(context, key)) is missing"
    case .valueNotFound(_, let context): return "\(codingPath(context)) is null"
    case .typeMismatch(let type, let context): return "\(codingPath(context)) is not a \(type)"
    case .dataCorrupted(let context): return "\(codingPath(context)) has an unknown value"
    @unknown default: return "it cannot be read"
    }
  }
}

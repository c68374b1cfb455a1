package import Foundation
package import Findings

/// A baseline as a file: sorted JSON with an entry for each fingerprint.
///
///     {
///       "accepted" : [
///         {
///           "expires" : "2027-03-01",
///           "fingerprint" : "v1:7c1e9a42",
///           "owner" : "feed team",
///           "reason" : "the cache holds its loader until the process ends"
///         }
///       ],
///       "known" : [ … ],
///       "schemaVersion" : "1.1"
///     }
package enum BaselineFile {
  static let supportedMajor = 1

  /// Returns the text of a baseline; equal baselines have equal text.
  package static func text(of baseline: Baseline) -> String {
    let lists = [("accepted", baseline.accepted), ("known", baseline.known)].map { name, entries in
      let items = entries.map(object).joined(separator: ",\n")
      return "  \"\(name)\" : [" + (items.isEmpty ? "]" : "\n\(items)\n  ]")
    }
    return "{\n" + (lists + ["  \"schemaVersion\" : \"1.1\""]).joined(separator: ",\n") + "\n}\n"
  }

  private static func object(_ entry: Baseline.Entry) -> String {
    let fields = [
      ("expires", entry.expires?.description), ("finding", entry.finding),
      ("fingerprint", entry.fingerprint), ("owner", entry.owner),
      ("program", entry.programs.isEmpty ? nil : ProgramRun.joined(entry.programs)),
      ("reason", entry.reason),
    ]
    let lines = fields.compactMap { name, value in
      value.map { "      \"\(name)\" : \(Escaping.jsonString($0))" }
    }
    return "    {\n" + lines.joined(separator: ",\n") + "\n    }"
  }

  /// Reads a baseline.
  ///
  /// - Parameters:
  ///   - name: The name of the file, for messages.
  ///   - today: The current day. An entry that expired before this day is an error. Pass `nil` to
  ///     accept all entries.
  /// - Throws: ``BaselineError`` with the line and the column of the first mistake.
  package static func baseline(
    from data: Data, name: String, refusingExpiredOn today: CalendarDay? = nil
  ) throws(BaselineError) -> Baseline {
    try baseline(from: [UInt8](data), name: name, refusingExpiredOn: today)
  }

  /// Reads a baseline from the bytes of its file.
  package static func baseline(
    from bytes: [UInt8], name: String, refusingExpiredOn today: CalendarDay? = nil
  ) throws(BaselineError) -> Baseline {
    do throws(JSONTextError) {
      return try baseline(JSONText(parsing: bytes), today)
    } catch {
      throw BaselineError(
        file: name, line: error.position.line, column: error.position.column,
        message: error.message)
    }
  }

  private static func baseline(
    _ document: JSONText, _ today: CalendarDay?
  ) throws(JSONTextError) -> Baseline {
    let members = try self.members(of: document, among: ["accepted", "known", "schemaVersion"])
    guard let version = members.first(where: { $0.key == "schemaVersion" }) else {
      throw JSONTextError(position: document.position, message: "\"schemaVersion\" is missing")
    }
    let major = Int(try string(version).prefix { $0 != "." })
    guard let major else {
      throw JSONTextError(
        position: version.value.position,
        message: "\"schemaVersion\" must be a version such as \"1.1\"")
    }
    guard major == supportedMajor else {
      throw JSONTextError(
        position: version.value.position,
        message: ReportReadingError.schema(try string(version), isNewer: major > supportedMajor))
    }
    var seen = Set<String>()
    let accepted = try entries(
      members.first { $0.key == "accepted" }, seen: &seen, isByHand: true, today)
    let known = try entries(
      members.first { $0.key == "known" }, seen: &seen, isByHand: false, today)
    return Baseline(known: known, accepted: accepted)
  }

  private static func entries(
    _ list: JSONText.Member?, seen: inout Set<String>, isByHand: Bool, _ today: CalendarDay?
  ) throws(JSONTextError) -> [Baseline.Entry] {
    guard let list else { return [] }
    guard case .array(let elements) = list.value.value else {
      throw typeMismatch(expected: "a list", found: list.value)
    }
    var entries: [Baseline.Entry] = []
    for element in elements {
      let entry = try entry(element, isByHand: isByHand)
      guard seen.insert(entry.fingerprint).inserted else {
        throw JSONTextError(
          position: element.position, message: "\(entry.fingerprint) occurs twice")
      }
      if let today, let last = entry.expires, last < today {
        let owner = entry.owner.map { ", owner \(Escaping.line($0))" } ?? ""
        throw JSONTextError(
          position: element.position,
          message: "\(entry.fingerprint) expired on \(last)\(owner): fix it, renew it or prune it")
      }
      entries.append(entry)
    }
    return entries
  }

  private static func entry(
    _ element: JSONText, isByHand: Bool
  ) throws(JSONTextError) -> Baseline.Entry {
    var entry = Baseline.Entry(fingerprint: "")
    for member in try members(
      of: element, among: ["expires", "finding", "fingerprint", "owner", "program", "reason"])
    {
      let text = try string(member)
      switch member.key {
      case "fingerprint":
        guard Fingerprint.isWellFormed(text) else {
          throw JSONTextError(
            position: member.value.position,
            message: "\"\(Escaping.line(text))\" is not a fingerprint such as v1:7c1e9a42")
        }
        entry.fingerprint = text
      case "expires":
        guard let day = CalendarDay(text) else {
          throw JSONTextError(
            position: member.value.position,
            message: "\"\(Escaping.line(text))\" is not a date such as 2027-03-01")
        }
        entry.expires = day
      case "finding": entry.finding = text
      case "owner": entry.owner = text
      case "program": entry.programs = ProgramRun.names(in: text)
      default: entry.reason = text
      }
    }
    var needed = [("fingerprint", entry.fingerprint)]
    if isByHand { needed += [("reason", entry.reason ?? ""), ("owner", entry.owner ?? "")] }
    for (name, value) in needed where value.allSatisfy(\.isWhitespace) {
      throw JSONTextError(
        position: element.position,
        message: "an \(isByHand ? "accepted " : "")entry needs the key \"\(name)\"")
    }
    return entry
  }

  private static func members(
    of value: JSONText, among names: [String]
  ) throws(JSONTextError) -> [JSONText.Member] {
    guard case .object(let members) = value.value else {
      throw typeMismatch(expected: "an object", found: value)
    }
    for member in members where !names.contains(member.key) {
      throw JSONTextError(
        position: member.position,
        message:
          "unknown key \"\(Escaping.line(member.key))\"; allowed: \(names.joined(separator: ", "))"
      )
    }
    return members
  }

  private static func string(_ member: JSONText.Member) throws(JSONTextError) -> String {
    guard case .string(let text) = member.value.value else {
      throw typeMismatch(expected: "a string", found: member.value)
    }
    return text
  }

  private static func typeMismatch(expected kind: String, found value: JSONText) -> JSONTextError {
    JSONTextError(
      position: value.position, message: "expected \(kind), found \(value.value.kind)")
  }
}

/// A mistake in a baseline file, with its location: `baseline.json:7:5: …`.
package struct BaselineError: Error, Equatable, CustomStringConvertible {
  package var file: String
  package var line: Int
  package var column: Int
  package var message: String

  package var description: String { "\(file):\(line):\(column): \(message)" }
}

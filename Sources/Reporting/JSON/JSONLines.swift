import Foundation

/// A JSON document with one line for each element of its long lists.
///
/// This form is shorter than one with a line for each value, and a change in one matrix cell
/// changes only one line.
struct JSONLines {
  private let encoder: JSONEncoder
  private var members: [String: String] = [:]

  init() {
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  mutating func add(_ name: String, _ value: some Encodable) throws {
    members[name] = try line(value)
  }

  mutating func add(_ name: String, lines values: [some Encodable]) throws {
    guard !values.isEmpty else {
      members[name] = "[]"
      return
    }
    let lines = try values.map { "    " + (try line($0)) }
    members[name] = "[\n" + lines.joined(separator: ",\n") + "\n  ]"
  }

  /// The document, with members sorted by name and a final line feed.
  var text: String {
    let lines = members.sorted { $0.key < $1.key }.map { "  \"\($0.key)\": \($0.value)" }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  private func line(_ value: some Encodable) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

import Foundation

/// The committed JSON Schema, with a validator for the keywords that it uses.
struct SchemaFile {
  private let root: [String: Any]

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Schemas/leakcheck-1.schema.json")
    root = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
  }

  /// Returns the violations in a document, each with its path; empty if the document is valid.
  ///
  /// A property that the schema does not name is also a violation. Therefore the tests fail if the
  /// schema is incomplete.
  func violations(in document: Any) -> [String] { violations(in: document, root, "$") }

  private func violations(in value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    if let reference = schema["$ref"] as? String {
      let name = String(reference.split(separator: "/").last ?? "")
      guard let part = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else {
        return ["\(path): no definition \(name)"]
      }
      return violations(in: value, part, path)
    }
    var found: [String] = []
    if let choices = schema["enum"] as? [String], !choices.contains(value as? String ?? "") {
      found.append("\(path) is \(value)")
    }
    if let constant = schema["const"] as? String, value as? String != constant {
      found.append("\(path) is \(value)")
    }
    if let pattern = schema["pattern"] as? String, let text = value as? String,
      text.range(of: pattern, options: .regularExpression) == nil
    {
      found.append("\(path) is \(text)")
    }
    let types = (schema["type"] as? String).map { [$0] } ?? schema["type"] as? [String] ?? []
    if !types.isEmpty, !types.contains(where: { Self.isOf($0, value) }) {
      found.append("\(path) is no \(types.joined(separator: " or "))")
    }
    if let minimum = schema["minimum"] as? Int, let number = value as? Int, number < minimum {
      found.append("\(path) is below \(minimum)")
    }
    if let items = schema["items"] as? [String: Any], let array = value as? [Any] {
      for (index, item) in array.enumerated() {
        found += violations(in: item, items, "\(path)[\(index)]")
      }
    }
    guard let properties = schema["properties"] as? [String: Any],
      let object = value as? [String: Any]
    else { return found }
    for name in schema["required"] as? [String] ?? [] where object[name] == nil {
      found.append("\(path).\(name) is missing")
    }
    for (name, item) in object.sorted(by: { $0.key < $1.key }) {
      guard let part = properties[name] as? [String: Any] else {
        found.append("\(path).\(name) is not in the schema")
        continue
      }
      found += violations(in: item, part, "\(path).\(name)")
    }
    return found
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": isBoolean(value)
    case "integer":
      !isBoolean(value)
        && (value as? NSNumber).map { $0.doubleValue == $0.doubleValue.rounded() } ?? false
    default: false
    }
  }

  private static func isBoolean(_ value: Any) -> Bool {
    // `objCType` is a constant string.
    (value as? NSNumber).map { unsafe String(cString: $0.objCType) == "c" } ?? false
  }
}

import Foundation

/// A part of JSON Schema: enough to write down what a format must look like.
///
/// Objects take no properties but those named, so a misspelt one is found.
indirect enum JSONSchema: Sendable {
  case object([String: JSONSchema], required: Set<String>)
  /// An object with any names.
  case map(JSONSchema)
  case array(JSONSchema, least: Int = 0)
  case string(matching: String = ".*")
  case oneOf([String])
  case integer(least: Int)
  case boolean

  /// What is wrong with a value, by its place; empty where it is valid.
  func violations(in value: Any, at place: String = "$") -> [String] {
    switch self {
    case .object(let properties, let required):
      guard let object = value as? [String: Any] else { return ["\(place) is no object"] }
      return required.subtracting(object.keys).sorted().map { "\(place).\($0) is missing" }
        + object.keys.sorted().flatMap { key -> [String] in
          guard let schema = properties[key], let value = object[key] else {
            return ["\(place).\(key) is not known"]
          }
          return schema.violations(in: value, at: "\(place).\(key)")
        }
    case .map(let schema):
      guard let object = value as? [String: Any] else { return ["\(place) is no object"] }
      return object.keys.sorted().flatMap { key in
        object[key].map { schema.violations(in: $0, at: "\(place).\(key)") } ?? []
      }
    case .array(let schema, let least):
      guard let array = value as? [Any] else { return ["\(place) is no array"] }
      return (array.count < least ? ["\(place) has fewer than \(least)"] : [])
        + array.enumerated().flatMap { schema.violations(in: $1, at: "\(place)[\($0)]") }
    case .string(let pattern):
      guard let string = value as? String else { return ["\(place) is no string"] }
      let isMatch = string.range(of: "(?s)^(\(pattern))$", options: .regularExpression) != nil
      return isMatch ? [] : ["\(place) is \(string)"]
    case .oneOf(let choices):
      guard let string = value as? String else { return ["\(place) is no string"] }
      return choices.contains(string) ? [] : ["\(place) is \(string)"]
    case .integer(let least):
      guard let number = value as? NSNumber, !Self.isBoolean(number),
        number.doubleValue.rounded() == number.doubleValue
      else { return ["\(place) is no integer"] }
      return number.intValue < least ? ["\(place) is below \(least)"] : []
    case .boolean:
      guard let number = value as? NSNumber, Self.isBoolean(number) else {
        return ["\(place) is no boolean"]
      }
      return []
    }
  }

  private static func isBoolean(_ number: NSNumber) -> Bool {
    // The type's encoding is a constant string.
    unsafe String(cString: number.objCType) == "c"
  }
}

import Foundation

/// A JSON Schema with the keywords that the tests of formats need.
///
/// Objects may have only the properties that the schema names, so misspelled properties are found.
indirect enum JSONSchema: Sendable {
  case object([String: JSONSchema], required: Set<String>)
  /// An object with properties of any name.
  case map(JSONSchema)
  case array(JSONSchema, minimum: Int = 0)
  case string(matching: String = ".*")
  case oneOf([String])
  case integer(minimum: Int)
  case boolean

  /// Returns the violations in a value, each with its path; empty if the value is valid.
  func violations(in value: Any, at path: String = "$") -> [String] {
    switch self {
    case .object(let properties, let required):
      guard let object = value as? [String: Any] else { return ["\(path) is no object"] }
      return required.subtracting(object.keys).sorted().map { "\(path).\($0) is missing" }
        + object.keys.sorted().flatMap { key -> [String] in
          guard let schema = properties[key], let value = object[key] else {
            return ["\(path).\(key) is not known"]
          }
          return schema.violations(in: value, at: "\(path).\(key)")
        }
    case .map(let schema):
      guard let object = value as? [String: Any] else { return ["\(path) is no object"] }
      return object.keys.sorted().flatMap { key in
        object[key].map { schema.violations(in: $0, at: "\(path).\(key)") } ?? []
      }
    case .array(let schema, let minimum):
      guard let array = value as? [Any] else { return ["\(path) is no array"] }
      return (array.count < minimum ? ["\(path) has fewer than \(minimum)"] : [])
        + array.enumerated().flatMap { schema.violations(in: $1, at: "\(path)[\($0)]") }
    case .string(let pattern):
      guard let string = value as? String else { return ["\(path) is no string"] }
      let isMatch = string.range(of: "(?s)^(\(pattern))$", options: .regularExpression) != nil
      return isMatch ? [] : ["\(path) is \(string)"]
    case .oneOf(let choices):
      guard let string = value as? String else { return ["\(path) is no string"] }
      return choices.contains(string) ? [] : ["\(path) is \(string)"]
    case .integer(let minimum):
      guard let number = value as? NSNumber, !Self.isBoolean(number),
        number.doubleValue.rounded() == number.doubleValue
      else { return ["\(path) is no integer"] }
      return number.intValue < minimum ? ["\(path) is below \(minimum)"] : []
    case .boolean:
      guard let number = value as? NSNumber, Self.isBoolean(number) else {
        return ["\(path) is no boolean"]
      }
      return []
    }
  }

  private static func isBoolean(_ number: NSNumber) -> Bool {
    // `objCType` is a constant string.
    unsafe String(cString: number.objCType) == "c"
  }
}

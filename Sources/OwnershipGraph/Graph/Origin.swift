/// The origin of a type's or closure's code.
package enum Origin: String, Codable, Sendable {
  /// The root package: code that the reader of the report can edit.
  case program
  /// A package that the root package depends on.
  case dependency
  /// The standard library, Foundation and the other libraries of the toolchain.
  case language
}

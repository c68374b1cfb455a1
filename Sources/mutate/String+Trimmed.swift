import Foundation

extension String {
  /// The text without surrounding blanks.
  var trimmed: String { trimmingCharacters(in: .whitespaces) }
}

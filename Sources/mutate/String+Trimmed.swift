import Foundation

extension String {
  /// The text without the blanks around it.
  var trimmed: String { trimmingCharacters(in: .whitespaces) }
}

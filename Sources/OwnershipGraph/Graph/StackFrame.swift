/// A call that was running when an object was allocated.
package struct StackFrame: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
  /// The function's readable name: `FeedViewModel.start()`.
  package var function: String
  /// The line that the call was executing; `nil` if it is unknown.
  package var location: SourceLocation?

  package init(function: String, location: SourceLocation? = nil) {
    self.function = function
    self.location = location
  }

  package var description: String {
    location.map { "\(function)  \($0)" } ?? function
  }

  package static func < (left: Self, right: Self) -> Bool {
    left.description < right.description
  }
}

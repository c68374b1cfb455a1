/// Which findings turn the gate red.
package enum FailOn: String, CaseIterable, Sendable {
  /// Those that no baseline knows.
  case new
  /// All but what controls must show.
  case all
  /// None: the run reports and does not judge.
  case none

  func gates(_ status: Finding.Status) -> Bool {
    switch (self, status) {
    case (_, .expected), (.none, _): false
    case (.all, _), (.new, .new): true
    case (.new, .known), (.new, .accepted): false
    }
  }
}

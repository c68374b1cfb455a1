/// The effect of each ending of a subscription on a finding, in `leakcheck.json`. The finding
/// remains after the endings in `leftBy`, and does not remain after the endings in `cutBy`.
struct JSONEndings: Codable {
  struct Cut: Codable {
    var ending: String
    /// The references of the finding's cycle that the ending cuts: `SinkDisposer.sink`.
    var references: [String]
  }

  var leftBy: [String]
  var cutBy: [Cut]
  /// The references of the finding's cycle that no ending in `leftBy` cuts, although at least one
  /// ending in `cutBy` does.
  var uncut: [String]

  init(_ endings: FindingEndings) {
    leftBy = endings.leftBy
    cutBy = endings.cutBy.map {
      Cut(ending: $0.ending, references: $0.references.map(\.description))
    }
    uncut = endings.uncut.map(\.description)
  }
}

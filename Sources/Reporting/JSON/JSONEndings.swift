/// The endings of a subscription after which a finding remains (`leftBy`), and the endings after
/// which it does not (`cutBy`), in `leakcheck.json`.
struct JSONEndings: Codable {
  struct Cut: Codable {
    var ending: String
    /// The references of the finding's cycle that the ending cuts: `SinkDisposer.sink`.
    var references: [String]
  }

  var leftBy: [String]
  var cutBy: [Cut]
  /// The references of the finding's cycle that at least one ending in `cutBy` cuts. The endings in
  /// `leftBy` do not cut them.
  var uncut: [String]

  init(_ endings: FindingEndings) {
    leftBy = endings.leftBy
    cutBy = endings.cutBy.map {
      Cut(ending: $0.ending, references: $0.references.map(\.description))
    }
    uncut = endings.uncut.map(\.description)
  }
}

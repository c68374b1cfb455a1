/// The endings that leave a finding and the endings that do not, in `leakcheck.json`.
struct JSONEndings: Codable {
  struct Cut: Codable {
    var ending: String
    /// The references of the finding's cycle that the ending cuts: `SinkDisposer.sink`.
    var references: [String]
  }

  var leftBy: [String]
  var cutBy: [Cut]
  /// The references of the finding's cycle that at least one other ending cuts, but the `leftBy`
  /// endings do not.
  var uncut: [String]

  init(_ endings: FindingEndings) {
    leftBy = endings.leftBy
    cutBy = endings.cutBy.map {
      Cut(ending: $0.ending, references: $0.references.map(\.description))
    }
    uncut = endings.uncut.map(\.description)
  }
}

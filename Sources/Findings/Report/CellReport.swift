/// The result of one cell of the matrix.
package struct CellReport: Hashable, Codable, Sendable {
  /// The objects that remain after the cell if the library is correct.
  package enum Expectation: String, Codable, Sendable {
    /// No object.
    case clean
    /// A cycle, which the analysis has to find. A matrix cell with this expectation is called a
    /// *control*.
    case cycle
    /// Objects that a named root retains, without a cycle.
    case held
  }

  package enum Verdict: String, Codable, Sendable {
    case pass, fail, inconclusive
  }

  /// The number of live objects at each step, relative to the number before the cell ran.
  package struct ResourceCounts: Hashable, Codable, Sendable {
    /// Always 0. The JSON format contains it.
    package var before: Int
    package var subscribed: Int
    package var ended: Int
    package var released: Int

    package init(before: Int, subscribed: Int, ended: Int, released: Int) {
      self.before = before
      self.subscribed = subscribed
      self.ended = ended
      self.released = released
    }
  }

  /// A reference that existed after subscribing and was cleared when the subscription ended. The
  /// object that stored it stayed alive.
  package struct Cut: Hashable, Codable, Sendable {
    package var from: String
    package var label: String
    package var to: String

    package init(from: String, label: String, to: String) {
      self.from = from
      self.label = label
      self.to = to
    }
  }

  /// `source/operator/ending/timing`, unique in the matrix.
  package var id: String
  package var source: String
  package var `operator`: String
  package var ending: String
  package var timing: String
  package var expectation: Expectation
  package var verdict: Verdict
  /// The reasons why the verdict is not `pass`, separated by semicolons; empty for `pass`.
  package var reason: String
  /// Descriptions of the cell's checks that failed. If there are more than five, the last entry is
  /// the number of the others. ``reason`` also lists them, before the objects that survived.
  package var failedChecks: [String] = []
  package var resources: ResourceCounts
  /// The references that were cleared when the subscription ended, in order of discovery.
  package var cuts: [Cut]
  /// The objects in the resource registry that were alive after subscribing, in order of
  /// allocation, and then the other observed objects; empty if the cell records only counts.
  package var allocated: [String] = []
  /// The number of ``allocated`` objects that existed before `subscribe` was called; `nil` if not
  /// recorded.
  package var allocatedBeforeSubscribe: Int?
  /// The objects that were deallocated when the subscription ended, in order of release.
  package var freed: [String]
  /// The objects that were deallocated after the cell's owners were released, in order of release.
  package var released: [String] = []
  /// The objects that were still alive after the cell's owners were released. Owners that the
  /// expectation names are released later.
  package var survivors: [String]
  /// The fingerprints of the cell's findings, which are in ``LeakReport/findings``.
  package var findings: [String]
  /// Positions in the source of the tested library that may cause a verdict other than `pass`, most
  /// likely first; empty if none were ranked.
  package var suspects: [Suspect] = []

  package init(
    id: String, source: String, operator: String, ending: String, timing: String,
    expectation: Expectation, verdict: Verdict, reason: String = "", resources: ResourceCounts,
    cuts: [Cut] = [], freed: [String] = [], survivors: [String] = [], findings: [String] = []
  ) {
    self.id = id
    self.source = source
    self.operator = `operator`
    self.ending = ending
    self.timing = timing
    self.expectation = expectation
    self.verdict = verdict
    self.reason = reason
    self.resources = resources
    self.cuts = cuts
    self.freed = freed
    self.survivors = survivors
    self.findings = findings
  }
}

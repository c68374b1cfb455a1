/// The result of running the matrix on generated mutants of the library: how many of them it
/// catches.
package struct MutationScore: Hashable, Codable, Sendable {
  /// The score of one file of the library.
  package struct File: Hashable, Codable, Sendable {
    package var name: String
    /// The number of mutants of the file that were run.
    package var mutants: Int
    package var caught: Int
    /// The number of uncaught mutants that are listed with a reason.
    package var explained: Int

    package init(name: String, mutants: Int, caught: Int, explained: Int) {
      self.name = name
      self.mutants = mutants
      self.caught = caught
      self.explained = explained
    }
  }

  /// A generated mutant that no matrix cell caught.
  package struct Survivor: Hashable, Codable, Sendable {
    package var name: String
    /// The source text that the mutant changes.
    package var sourceText: String
    /// The reason why no matrix cell can distinguish the mutant from the unmodified library; `nil`
    /// if none is given.
    package var reason: String?

    private enum CodingKeys: String, CodingKey {
      case name, reason
      case sourceText = "place"
    }

    package init(name: String, sourceText: String, reason: String?) {
      self.name = name
      self.sourceText = sourceText
      self.reason = reason
    }
  }

  /// The files with mutants, by name.
  package var files: [File]
  package var survivors: [Survivor]
  /// A Boolean value indicating whether only a fixed sample of all mutants was run.
  package var isSample: Bool

  package init(files: [File], survivors: [Survivor], isSample: Bool) {
    self.files = files
    self.survivors = survivors
    self.isSample = isSample
  }

  package var mutants: Int { files.reduce(0) { $0 + $1.mutants } }
  package var caught: Int { files.reduce(0) { $0 + $1.caught } }

  /// The surviving mutants without a reason.
  package var unexplained: [Survivor] { survivors.filter { $0.reason == nil } }

  /// The score on one line: `91.6 %, 842 of 919 generated mistakes caught; 73 of the other 77 are
  /// listed with a reason`.
  package var summary: String {
    "\(share), \(caught) of \(mutants) generated mistakes caught" + explanations
      + (isSample ? " (a sample)" : "")
  }

  /// The text on the mutants that are listed with a reason; empty if there are none.
  private var explanations: String {
    let explained = survivors.count - unexplained.count
    guard explained > 0 else { return "" }
    let others =
      switch (survivors.count, explained) {
      case (1, _): "the other one is"
      case (explained, _): "the other \(explained) are"
      default: "\(explained) of the other \(survivors.count) \(explained == 1 ? "is" : "are")"
      }
    return "; \(others) listed with a reason"
  }

  /// The share of mutants that were caught, rounded down.
  private var share: String {
    let thousandths = mutants == 0 ? 1_000 : caught * 1_000 / mutants
    return "\(thousandths / 10).\(thousandths % 10) %"
  }
}

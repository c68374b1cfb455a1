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

  /// The number of mutants that can be caught: all except those that are listed as equivalent to
  /// the library.
  package var distinguishable: Int { mutants - (survivors.count - unexplained.count) }

  /// The score on one line: `99.5 %, 842 of 846 generated mistakes caught; with 73 that are listed
  /// as equivalent, 91.6 % of 919`.
  package var summary: String {
    let equivalent = mutants - distinguishable
    let all =
      equivalent == 0
      ? ""
      : "; including \(equivalent) listed as equivalent, \(share(of: mutants)) of \(mutants)"
    return
      "\(share(of: distinguishable)), \(caught) of \(distinguishable) generated mistakes caught"
      + all + (isSample ? " (a sample)" : "")
  }

  /// Returns the share of `count` mutants that were caught, rounded down.
  private func share(of count: Int) -> String {
    let thousandths = count == 0 ? 1_000 : caught * 1_000 / count
    return "\(thousandths / 10).\(thousandths % 10) %"
  }
}

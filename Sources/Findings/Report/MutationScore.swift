/// How many of the mistakes that a generator made in the library the matrix catches.
package struct MutationScore: Hashable, Codable, Sendable {
  /// The score of one file of the library.
  package struct File: Hashable, Codable, Sendable {
    package var name: String
    /// The mutants of the file that were run.
    package var mutants: Int
    package var caught: Int
    /// Those that were not caught and are listed with a reason.
    package var explained: Int

    package init(name: String, mutants: Int, caught: Int, explained: Int) {
      self.name = name
      self.mutants = mutants
      self.caught = caught
      self.explained = explained
    }
  }

  /// A mutant that no cell caught.
  package struct Survivor: Hashable, Codable, Sendable {
    package var name: String
    /// The source text that the mutant changes.
    package var place: String
    /// Why no cell can tell it from the library; `nil` if no reason is given.
    package var reason: String?

    package init(name: String, place: String, reason: String?) {
      self.name = name
      self.place = place
      self.reason = reason
    }
  }

  /// The files with mutants, by name.
  package var files: [File]
  package var survivors: [Survivor]
  /// Whether only a fixed part of all mutants was run.
  package var isSample: Bool

  package init(files: [File], survivors: [Survivor], isSample: Bool) {
    self.files = files
    self.survivors = survivors
    self.isSample = isSample
  }

  package var mutants: Int { files.reduce(0) { $0 + $1.mutants } }
  package var caught: Int { files.reduce(0) { $0 + $1.caught } }

  /// The survivors that no reason is given for.
  package var unexplained: [Survivor] { survivors.filter { $0.reason == nil } }

  /// The share of mutants caught, in tenths of a percent, rounded down.
  package var permille: Int { mutants == 0 ? 0 : caught * 1_000 / mutants }

  /// `97.4 %, 890 of 913 generated mistakes caught, 23 explained`
  package var summary: String {
    let explained = survivors.count - unexplained.count
    return "\(permille / 10).\(permille % 10) %, \(caught) of \(mutants) generated mistakes caught"
      + ", \(explained) explained" + (isSample ? " (a sample)" : "")
  }
}

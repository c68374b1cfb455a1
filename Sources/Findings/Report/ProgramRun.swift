/// A program that `leakcheck exec` ran, and the time at which its heap was examined. A report on
/// several programs has one `ProgramRun` for all of them.
package struct ProgramRun: Hashable, Codable, Sendable {
  /// The file name of the program's executable; for several programs, their names separated by
  /// commas.
  package var name: String
  /// The time at which the heap was examined, such as `when the program ended`.
  package var moment: String
  /// A description of the way in which the program failed, such as `it ended with status 3`; `nil`
  /// if it did not fail, or if it was still running when the report was written.
  package var failure: String?
  /// The exit status of `leakcheck exec`; `nil` if it was not known when the report was written.
  package var exitStatus: Int32?

  package init(name: String, moment: String) {
    self.name = name
    self.moment = moment
  }

  private static let separator = ", "

  /// The names of the programs.
  package var names: [String] {
    get { Self.names(in: name) }
    set { name = Self.joined(newValue) }
  }

  /// Returns the names of programs as one text, separated by commas.
  package static func joined(_ names: [String]) -> String { names.joined(separator: separator) }

  /// Returns the names in a list that is separated by commas.
  package static func names(in text: String) -> [String] {
    text.split(separator: separator).map(String.init)
  }
}

/// A program that `leakcheck exec` ran, and the time at which its heap was examined.
package struct ProgramRun: Hashable, Codable, Sendable {
  /// The file name of the program's executable.
  package var name: String
  /// The time of the examination: `when the program ended`.
  package var moment: String

  package init(name: String, moment: String) {
    self.name = name
    self.moment = moment
  }
}

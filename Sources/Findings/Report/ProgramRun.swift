/// A program that `leakcheck exec` ran, and the time at which its heap was examined.
package struct ProgramRun: Hashable, Codable, Sendable {
  /// The file name of the program's executable.
  package var name: String
  /// The time at which the heap was examined, such as `when the program ended`.
  package var moment: String

  package init(name: String, moment: String) {
    self.name = name
    self.moment = moment
  }
}

/// A program that `leakcheck exec` ran, and when it examined the program's heap.
package struct ProgramRun: Hashable, Codable, Sendable {
  /// The file name of the program's executable.
  package var name: String
  /// When the heap was examined: `when the program ended`.
  package var moment: String

  package init(name: String, moment: String) {
    self.name = name
    self.moment = moment
  }
}

import CRecorder
package import Foundation

/// The programs that one process has run. A process that executes another program keeps its
/// identifier. Usually, only the last program leaves an answer.
package struct ProcessPrograms {
  /// A program that one process has run.
  package struct Program: Equatable {
    /// The path of the executable. Another file may be at this path now.
    package var path: String
    /// A Boolean value indicating whether the program is a Swift program; `nil` if that is unknown.
    package var isSwift: Bool?

    package init(path: String, isSwift: Bool?) {
      self.path = path
      self.isSwift = isSwift
    }
  }

  private let entries: [(origin: lk_program_origin, path: String)]

  /// Creates the list from the contents of its file; see `lk_program_note.h`.
  package init(_ contents: Data) {
    // The first part is the start time of the process.
    let parts = contents.split(separator: 0, omittingEmptySubsequences: false).dropFirst()
    entries = parts.compactMap { part in
      guard let letter = part.first, part.count > 1 else { return nil }
      let path = String(decoding: part.dropFirst(), as: UTF8.self)
      return (lk_program_origin(rawValue: UInt32(letter)), path)
    }
  }

  /// The program that the process ran last; `nil` if it is unknown.
  package var last: Program? { entries.last.map(Self.program) }

  /// Returns the programs that left no answer, except tools of the toolchain and programs that are
  /// known to be written in another language.
  ///
  /// If a process was forked and then executed another program, the program with which it was
  /// forked is not included: the usual purpose of such a process is to start the other program.
  ///
  /// - Parameter count: The number of answers that the process has left.
  package func unanswered(answers count: Int) -> [Program] {
    let due = entries.filter { $0.origin != lk_program_tool }
    if count >= due.count { return [] }
    let replaced = entries.dropLast().filter { $0.origin != lk_program_forked }
    // Answers are attributed to the last program.
    return (replaced + (count == 0 ? entries.suffix(1) : [])).filter {
      $0.origin != lk_program_tool && $0.origin != lk_program_foreign
    }.map(Self.program)
  }

  private static func program(_ entry: (origin: lk_program_origin, path: String)) -> Program {
    let isSwift: Bool? =
      switch entry.origin {
      case lk_program_unrecorded: nil
      case lk_program_foreign: false
      default: true
      }
    return Program(path: entry.path, isSwift: isSwift)
  }
}

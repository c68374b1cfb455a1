import CRecorder
package import Foundation

/// The answer to `leakcheck exec` from the library that is loaded into a program. Each process
/// leaves its answer in a file.
package enum ExecAnswer: Sendable {
  /// A report in the format of `leakcheck.json`.
  case report(Data)
  /// The reason why there is no report.
  case failure(reason: String)

  /// Creates an answer from the contents of its file.
  ///
  /// A failure is a prefix followed by one line. The format is this simple because a signal handler
  /// may have to write it.
  package init(_ contents: Data) {
    let prefix = Data(LK_FAILURE_PREFIX.utf8)
    guard contents.starts(with: prefix) else {
      self = .report(contents)
      return
    }
    let reason = String(decoding: contents.dropFirst(prefix.count), as: UTF8.self)
    self = .failure(reason: reason.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Returns the path of the file in which a process leaves its answer.
  package static func file(in folder: String, process: Int32) -> String {
    "\(folder)/\(process).json"
  }

  /// Returns the programs that a process has run, in the order in which they ran; see
  /// ``ProcessPrograms``.
  ///
  /// - Parameter answer: The URL of the file for the process's answer. The programs are listed in a
  ///   file beside it. If that file cannot be read, the result is empty.
  package static func programs(of answer: URL) -> ProcessPrograms {
    let note = answer.deletingPathExtension().appendingPathExtension("program")
    return ProcessPrograms((try? Data(contentsOf: note)) ?? Data())
  }
}

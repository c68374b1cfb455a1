import Foundation
import Reporting

/// The file to which a step of a GitHub workflow appends its part of the job's summary.
struct JobSummary {
  private let path: String

  /// Finds the file that `GITHUB_STEP_SUMMARY` names, and creates it if it does not exist; `nil`
  /// outside a workflow.
  ///
  /// - Throws: ``CommandError`` if the file cannot be written to.
  init?(environment: [String: String]) throws(CommandError) {
    guard let path = environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return nil }
    self.path = path
    close(try descriptor())
  }

  /// Adds text at the end of the file.
  func append(_ text: String) throws(CommandError) {
    let file = FileHandle(fileDescriptor: try descriptor(), closeOnDealloc: true)
    do {
      try file.write(contentsOf: Data(text.utf8))
    } catch {
      throw failure(SystemError.cause(of: error))
    }
  }

  /// Opens the file without waiting for a reader. Only regular files and character devices, such as
  /// `/dev/null`, are allowed.
  private func descriptor() throws(CommandError) -> Int32 {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    let descriptor = unsafe open(path, flags, 0o666)
    guard descriptor >= 0 else { throw failure(SystemError.message(for: errno)) }
    var status = stat()
    let isKnown = unsafe fstat(descriptor, &status) == 0
    guard isKnown, [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else {
      close(descriptor)
      throw failure("it is not a file")
    }
    return descriptor
  }

  private func failure(_ cause: String) -> CommandError {
    CommandError("the job summary '\(path)' cannot be written to: \(cause)")
  }
}

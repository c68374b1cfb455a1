import Foundation

/// The request of `leakcheck exec` to the library that it loads into a program.
///
/// The request is passed in environment variables, because the library reads it before the program
/// starts.
package struct ExecRequest: Hashable, Sendable {
  /// The folder for reports, one file for each process.
  package var folder: String
  /// The signal that requests a report while the program runs; `nil` for none.
  package var signal: Int32?
  /// The number of seconds after which a report is made while the program runs; `nil` for none.
  package var seconds: Double?
  /// A Boolean value indicating whether the processes that the program forks, and the programs that
  /// it starts, are analyzed as well.
  package var followsChildren = false
  /// The number of allocation-stack frames reported for each object.
  package var stackFrames = 1
  /// A Boolean value indicating whether each finding's suggested break is tried in a sandboxed
  /// child process.
  package var executesBreaks = true
  /// The number of inherited system call filters (seccomp) that are known to be harmless: they do
  /// not kill a process when the recorder makes a system call.
  package var filters = 0
  /// The folder in which a crash of the analysis leaves a memory dump; `nil` for none.
  package var crashFolder: String?

  package init(folder: String) { self.folder = folder }
}

extension ExecRequest {
  /// The version of the protocol. The command and the library must have the same version.
  package static let version = "2"

  /// The environment variables of a request.
  private enum Variable: String, CaseIterable {
    case version = "LEAKCHECK_EXEC_VERSION"
    case folder = "LEAKCHECK_EXEC_REPORTS"
    case signal = "LEAKCHECK_EXEC_AT"
    case seconds = "LEAKCHECK_EXEC_AFTER"
    case followsChildren = "LEAKCHECK_EXEC_FOLLOW"
    case stackFrames = "LEAKCHECK_EXEC_STACKS"
    case skipsExecution = "LEAKCHECK_EXEC_NO_VERIFY"
    case filters = "LEAKCHECK_EXEC_FILTERS"
    /// Users set this variable, for `leakcheck exec` and for tests that use `LeakTesting`.
    case crashFolder = "LEAKCHECK_KEEP"
  }

  /// The reason why a request cannot be served.
  package enum Problem: Error {
    /// The command and the library have different versions. The library must write this reason as
    /// its answer in `folder`.
    case otherVersion(folder: String)
  }

  /// The request, as environment variables for the program.
  package var environment: [String: String] {
    var values: [Variable: String] = [.version: Self.version, .folder: folder]
    values[.signal] = signal.map { "\($0)" }
    values[.seconds] = seconds.map { "\($0)" }
    values[.followsChildren] = followsChildren ? "1" : nil
    values[.stackFrames] = "\(stackFrames)"
    values[.skipsExecution] = executesBreaks ? nil : "1"
    values[.filters] = "\(filters)"
    values[.crashFolder] = crashFolder
    return Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
  }

  /// Reads the request from environment variables; returns `nil` if they contain none.
  ///
  /// - Throws: ``Problem/otherVersion(folder:)`` if the request has another version.
  package init?(environment: [String: String]) throws(Problem) {
    func value(_ variable: Variable) -> String? { environment[variable.rawValue] }
    guard let folder = value(.folder) else { return nil }
    guard value(.version) == Self.version else { throw .otherVersion(folder: folder) }
    self.folder = folder
    signal = value(.signal).flatMap { Int32($0) }
    seconds = value(.seconds).flatMap { Double($0) }
    followsChildren = value(.followsChildren) != nil
    stackFrames = value(.stackFrames).flatMap { Int($0) } ?? 1
    executesBreaks = value(.skipsExecution) == nil
    filters = value(.filters).flatMap { Int($0) } ?? 0
    crashFolder = value(.crashFolder)
  }

  /// A Boolean value indicating whether this process's environment contains a request. Does not
  /// allocate.
  package static var isPresent: Bool { unsafe folderInEnvironment != nil }

  /// The name of an environment variable that each request contains.
  package static let neededVariable = Variable.folder.rawValue

  /// The value of ``folder`` in this process's environment; `nil` if the environment contains no
  /// request. Does not allocate.
  package static var folderInEnvironment: UnsafePointer<CChar>? {
    unsafe UnsafePointer(getenv(Variable.folder.rawValue))
  }

  /// The name of the environment variable with the value of ``crashFolder``.
  package static let crashFolderVariable = Variable.crashFolder.rawValue

  /// A hint for the user on how to diagnose a crash of the analysis, in parentheses.
  package static let adviceOnCrash = "(set \(crashFolderVariable)=DIR to keep a memory dump)"

  /// The value of ``crashFolder`` in this process's environment; `nil` if it is not set.
  package static var crashFolderInEnvironment: String? {
    unsafe getenv(crashFolderVariable).map { unsafe String(cString: $0) }
  }

  /// The value of ``followsChildren`` in this process's environment. Does not allocate.
  package static var followsChildren: Bool {
    unsafe getenv(Variable.followsChildren.rawValue) != nil
  }

  /// The value of ``filters`` in this process's environment; 0 if it is not set. Does not allocate.
  package static var knownFilters: Int32 {
    guard let text = unsafe getenv(Variable.filters.rawValue) else { return 0 }
    return unsafe atoi(text)
  }

  /// Adds one to ``knownFilters`` in this process's environment, which is inherited by the programs
  /// that the process starts. Does nothing if the environment contains no request.
  package static func noteFilter() {
    guard isPresent else { return }
    unsafe setenv(Variable.filters.rawValue, "\(knownFilters + 1)", 1)
  }

  /// Removes the request from this process's environment, except ``crashFolder``, which the user
  /// set. Programs that this process starts are then not analyzed.
  package static func removeFromEnvironment() {
    for variable in Variable.allCases where variable != .crashFolder {
      unsafe unsetenv(variable.rawValue)
    }
  }
}

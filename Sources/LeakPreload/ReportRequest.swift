import Foundation

/// What `leakcheck exec` wants to know, told by environment variables.
struct ReportRequest {
  /// The folder that reports go to, one a process.
  static let folderVariable = "LEAKCHECK_EXEC_REPORTS"
  /// The signal at which a report is made while the program lives.
  static let signalVariable = "LEAKCHECK_EXEC_AT"
  /// The seconds after which one is made.
  static let secondsVariable = "LEAKCHECK_EXEC_AFTER"
  /// Set where the programs that this one starts are looked at too.
  static let followVariable = "LEAKCHECK_EXEC_FOLLOW"

  /// How many of the calls that allocated an object are told.
  static let stacksVariable = "LEAKCHECK_EXEC_STACKS"

  /// The folder in which a crash of the analysis leaves what is needed to look into it.
  static let keepVariable = "LEAKCHECK_KEEP"
  /// Set where breaks are not executed.
  static let noExecutionVariable = "LEAKCHECK_EXEC_NO_VERIFY"

  let signal: Int32?
  let seconds: Double?
  let followsChildren: Bool
  let stackFrames: Int
  let crashFolder: String?
  /// Each finding's break is executed in a sandboxed copy of the process.
  let executesBreaks: Bool
  /// This process's report: a copy of it writes the same.
  let path: String

  /// Something is asked for; to be known without allocating.
  static var isThere: Bool { unsafe getenv(folderVariable) != nil }

  /// `nil` where nothing is asked for.
  init?() {
    let environment = ProcessInfo.processInfo.environment
    guard let folder = environment[Self.folderVariable] else { return nil }
    path = "\(folder)/\(getpid()).json"
    signal = environment[Self.signalVariable].flatMap { Int32($0) }
    seconds = environment[Self.secondsVariable].flatMap { Double($0) }
    crashFolder = environment[Self.keepVariable]
    followsChildren = environment[Self.followVariable] != nil
    stackFrames = environment[Self.stacksVariable].flatMap { Int($0) } ?? 1
    executesBreaks = environment[Self.noExecutionVariable] == nil
  }

  /// How many calls have to be noted of each allocation to tell so many: what calls the
  /// runtime often only allocates for another function.
  var recordedFrames: Int { stackFrames == 0 ? 0 : stackFrames + 1 }

  /// A program that this one starts is another program.
  func hideFromChildren() {
    let own = [
      Self.folderVariable, Self.signalVariable, Self.secondsVariable, Self.followVariable,
      Self.stacksVariable, Self.noExecutionVariable,
    ]
    for name in own { unsafe unsetenv(name) }
    // Other libraries that were to be loaded still are.
    let libraries = (ProcessInfo.processInfo.environment["LD_PRELOAD"] ?? "")
      .split(whereSeparator: { $0 == ":" || $0 == " " })
      .filter { !$0.hasSuffix("/libLeakPreload.so") }
    if libraries.isEmpty {
      unsafe unsetenv("LD_PRELOAD")
    } else {
      unsafe setenv("LD_PRELOAD", libraries.joined(separator: ":"), 1)
    }
  }
}

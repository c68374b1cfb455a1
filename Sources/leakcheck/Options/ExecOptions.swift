import Foundation
import Findings
import OwnershipGraph

/// What `leakcheck exec` was asked to do.
struct ExecOptions {
  var program = ""
  var arguments: [String] = []
  /// The path of a baseline.
  var baseline: String?
  /// The signal at which to look while the program lives.
  var signal: Int32?
  /// The seconds after which to look while the program lives.
  var seconds: Double?
  /// The programs that it starts are looked at too.
  var followsChildren = false
  /// How many of the calls that allocated an object are told; `nil` where only the place is.
  var stackFrames: Int?
  /// Each finding's break is executed in a sandboxed copy of the process.
  var executesBreaks = true
  /// The command's exit status is the program's, whatever the analysis finds.
  var handsOnStatus = false
  var suppressions = Suppressions()
  var report = ReportOptions()

  private static let options =
    ReportOptions.options + [
      "--baseline", "--at", "--after", "--follow", "--stacks", "--no-verify", "--exit-status",
      "--suppress", "--suppressions", "--help",
    ]

  private static let signals = [
    "HUP": SIGHUP, "INT": SIGINT, "QUIT": SIGQUIT, "USR1": SIGUSR1, "USR2": SIGUSR2,
    "TERM": SIGTERM, "CONT": SIGCONT, "WINCH": SIGWINCH,
  ]

  /// - Parameter words: The options, `--`, the program and its arguments.
  init(parsing words: [String]) throws(UsageError) {
    let own = words.prefix { $0 != "--" }
    let command = words.dropFirst(own.count + 1)
    var reader = Arguments(Array(own))
    while let option = try reader.nextOption() {
      if try report.read(option, from: &reader) { continue }
      switch option {
      case "--baseline": baseline = try reader.value(of: option)
      case "--at": signal = try Self.signal(named: reader.value(of: option))
      case "--after": seconds = try Self.seconds(reader.value(of: option))
      case "--follow": followsChildren = true
      case "--stacks": stackFrames = try Self.frames(reader.value(of: option))
      case "--no-verify": executesBreaks = false
      case "--exit-status":
        handsOnStatus = try Self.handsOnStatus(reader.value(of: option))
      case "--suppress": try suppressions.add(reader.values(of: option))
      case "--suppressions": try suppressions.read(fileAt: reader.value(of: option))
      default: throw .unknown("option", option, among: Self.options)
      }
    }
    guard let program = command.first else {
      throw UsageError("a program is expected: leakcheck exec [OPTIONS] -- PROGRAM ARGUMENTS…")
    }
    self.program = program
    arguments = Array(command.dropFirst())
    try report.check()
  }

  private static func signal(named text: String) throws(UsageError) -> Int32 {
    let name = text.uppercased()
    if let signal = signals[name.hasPrefix("SIG") ? String(name.dropFirst(3)) : name] {
      return signal
    }
    guard let number = Int32(text), (1..<32).contains(number), ![SIGKILL, SIGSTOP].contains(number)
    else { throw .unknown("signal", text, among: signals.keys.sorted()) }
    return number
  }

  private static func handsOnStatus(_ text: String) throws(UsageError) -> Bool {
    switch text {
    case "program": return true
    case "verdict": return false
    default:
      throw .unknown("exit status", text, among: ["program", "verdict"])
    }
  }

  private static func frames(_ text: String) throws(UsageError) -> Int {
    guard let frames = Int(text), (0...64).contains(frames) else {
      throw UsageError("--stacks expects a number of calls from 0 to 64, and '\(text)' is given")
    }
    return frames
  }

  private static func seconds(_ text: String) throws(UsageError) -> Double {
    guard let seconds = Double(text), seconds >= 0, seconds < 1e9 else {
      throw UsageError("--after expects a number of seconds, and '\(text)' is given")
    }
    return seconds
  }
}

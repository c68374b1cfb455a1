import Foundation
import Findings
import HeapWalking
import OwnershipGraph

/// The options of `leakcheck exec`.
struct ExecOptions {
  var program = ""
  var arguments: [String] = []
  /// The path of the baseline file, if there is one.
  var baseline: String?
  /// The signal that requests an examination while the program runs.
  var signal: Int32?
  /// The number of seconds after which the running program is examined.
  var seconds: Double?
  /// A Boolean value indicating whether programs that the program starts are examined too.
  var followsChildren = false
  /// The number of allocation-stack frames to report per object; `nil` for the allocation site
  /// alone.
  var stackFrames: Int?
  /// A Boolean value indicating whether the suggested break of each finding is tried in a sandboxed
  /// child process.
  var executesBreaks = true
  /// A Boolean value indicating whether the command exits with the status of the program,
  /// regardless of the findings.
  var usesProgramStatus = false
  var suppressions = Suppressions()
  /// The patterns of `--suppress`, which are also in ``suppressions``.
  private(set) var suppressionPatterns: [String] = []
  var report = ReportOptions()
  /// The options that affect the findings or the exit status, as command-line arguments.
  private(set) var decisiveArguments: [String] = []

  /// A Boolean value indicating whether reports are printed only after the program has ended. This
  /// is the case if only one program is examined, and no examination takes place while it runs.
  var keepsReportsUntilTheEnd: Bool { !followsChildren && signal == nil && seconds == nil }

  /// The options of `leakcheck exec`.
  static var options: [OptionDeclaration<ExecOptions>] {
    examination.headed("Examination") + suppression.headed("Known findings")
      + ReportOptions.options.lifted(to: \.report)
  }

  private static var examination: [OptionDeclaration<ExecOptions>] {
    [
      OptionDeclaration(
        "--at", .one(of: signals.keys.sorted(), "SIGNAL"),
        "examine the program when it receives this signal, by reference counts alone; it is then"
          + " not examined when it ends"
      ) { (options, arguments) throws(CommandError) in
        options.signal = try signal(named: arguments.value(of: "--at"))
      },
      OptionDeclaration(
        "--after", .text("SECONDS"),
        "examine the program this many seconds after it starts, by reference counts alone; it is"
          + " then not examined when it ends"
      ) { (options, arguments) throws(CommandError) in
        options.seconds = try seconds(arguments.value(of: "--after"))
      },
      OptionDeclaration(
        "--follow",
        "also examine the programs that PROGRAM starts, except those of the Swift toolchain"
      ) { (options, _) in options.followsChildren = true }.configurable,
      OptionDeclaration(
        "--stacks", .text("N"),
        "number of allocation-stack frames to report per object (default: 1, the allocation site;"
          + " 0: none, fastest)"
      ) { (options, arguments) throws(CommandError) in
        options.stackFrames = try frames(arguments.value(of: "--stacks"))
      }.configurable,
      .noVerify(\.executesBreaks),
      OptionDeclaration(
        "--exit-status", .one(of: ["verdict", "program"], "WHAT"),
        "what determines the exit status: verdict (default), or program (the program's own status)"
      ) { (options, arguments) throws(CommandError) in
        options.usesProgramStatus = try usesProgramStatus(arguments.value(of: "--exit-status"))
      }.configurable,
    ]
  }

  private static var suppression: [OptionDeclaration<ExecOptions>] {
    [
      OptionDeclaration(
        "--suppress", OptionValue(placeholder: "NAMES", completion: .nothing, isList: true),
        "suppress findings that involve a type, function, module or fingerprint with a matching "
          + "name; commas separate names, * matches any text"
      ) { (options, arguments) throws(CommandError) in
        let patterns = try arguments.values(of: "--suppress")
        try options.suppressions.add(patterns)
        options.suppressionPatterns += patterns
      }.configurable,
      OptionDeclaration(
        "--suppressions", .file(),
        "suppress findings that match a pattern in a file: one per line, comments after #"
      ) { (options, arguments) throws(CommandError) in
        try options.suppressions.read(fileAt: arguments.value(of: "--suppressions"))
      }.configurable,
      .baseline(\.baseline),
    ]
  }

  /// The signals that users can name, by their names without `SIG`.
  private static let signals: [String: Int32] = {
    let all = [SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGTERM, SIGCONT, SIGWINCH]
    let names = all.map { String(SignalName.name(of: $0).dropFirst("SIG".count)) }
    return Dictionary(uniqueKeysWithValues: zip(names, all))
  }()

  /// - Parameter arguments: The options, `--`, the program and its arguments.
  init(parsing arguments: [String]) throws(CommandError) {
    let own = arguments.prefix { $0 != "--" }
    let command = arguments.dropFirst(own.count + 1)
    let usage = "leakcheck exec [OPTIONS] -- PROGRAM ARGUMENTS…"
    var reader = Arguments(Array(own), hint: "; -- comes before the program: \(usage)")
    _ = try reader.read(Self.options, into: &self)
    decisiveArguments = Self.options.decisiveArguments(in: own)
    guard let program = command.first else {
      throw CommandError("a program is expected: \(usage)")
    }
    self.program = program
    self.arguments = Array(command.dropFirst())
    try report.check()
  }

  private static func signal(named text: String) throws(CommandError) -> Int32 {
    let name = text.uppercased()
    if let signal = signals[name.hasPrefix("SIG") ? String(name.dropFirst(3)) : name] {
      return signal
    }
    guard let number = Int32(text), (1..<32).contains(number), ![SIGKILL, SIGSTOP].contains(number)
    else { throw .unknown("signal", text, among: signals.keys.sorted()) }
    return number
  }

  private static func usesProgramStatus(_ text: String) throws(CommandError) -> Bool {
    switch text {
    case "program": return true
    case "verdict": return false
    default:
      throw .unknown("exit status", text, among: ["program", "verdict"])
    }
  }

  private static func frames(_ text: String) throws(CommandError) -> Int {
    guard let frames = Int(text), (0...64).contains(frames) else {
      throw CommandError("--stacks expects a number of frames from 0 to 64, not '\(text)'")
    }
    return frames
  }

  private static func seconds(_ text: String) throws(CommandError) -> Double {
    guard let seconds = Double(text), seconds >= 0, seconds < 1e9 else {
      throw CommandError("--after expects a number of seconds, not '\(text)'")
    }
    return seconds
  }
}

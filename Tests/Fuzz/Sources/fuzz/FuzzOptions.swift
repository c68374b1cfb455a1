import Foundation

/// The options of the fuzzer.
struct FuzzOptions: Sendable {
  var seeds = Array(1...20)
  var leakcheck = ".build/fuzz-install/bin/leakcheck"
  /// The folder for builds, and for the minimized versions of programs that fail.
  var output = ".build/fuzz"
  var repetitions = 3
  /// The maximum number of programs in one executable.
  var batch = 25
  /// The maximum number of modules that are built and run at the same time.
  var jobs = 2 * ProcessInfo.processInfo.activeProcessorCount
  var deadline = 60.0
  var modes = BuildMode.allCases
  /// A Boolean value indicating whether to keep the executables and reuse them as long as their
  /// programs are unchanged.
  var keepsBuilds = false
  var minimizes = true
  /// The maximum number of failures of each kind to minimize.
  var maxMinimized = 3
  /// The kinds of failure that are ignored.
  var ignored: Set<Failure.Kind> = []
  /// A Boolean value indicating whether to print the program of the first seed instead of running
  /// it.
  var printsSource = false

  struct Misuse: Error, CustomStringConvertible { var description: String }

  static let usage = """
    usage: fuzz [--seeds A-B,C…] [--leakcheck PATH] [--output FOLDER] [--repetitions N] [--batch N]
                [--jobs N] [--deadline SECONDS] [--mode -Onone|-O] [--ignore KIND]… [--no-minimize]
                [--max-minimized N] [--keep-builds] [--print]
    """

  init(parsing words: [String]) throws {
    var words = words[...]
    func number(_ option: String) throws -> Int {
      guard let word = words.popFirst(), let number = Int(word), number > 0 else {
        throw Misuse(description: "\(option) expects a positive number\n\(Self.usage)")
      }
      return number
    }
    func text(_ option: String) throws -> String {
      guard let word = words.popFirst() else {
        throw Misuse(description: "\(option) expects a value\n\(Self.usage)")
      }
      return word
    }
    while let option = words.popFirst() {
      switch option {
      case "--seeds":
        seeds = try text(option).split(separator: ",").flatMap { try Self.range($0) }
        if seeds.isEmpty { throw Misuse(description: "--seeds expects seeds\n\(Self.usage)") }
      case "--leakcheck": leakcheck = try text(option)
      case "--output": output = try text(option)
      case "--repetitions": repetitions = try number(option)
      case "--batch": batch = try number(option)
      case "--jobs": jobs = try number(option)
      case "--deadline": deadline = Double(try number(option))
      case "--max-minimized": maxMinimized = try number(option)
      case "--no-minimize": minimizes = false
      case "--keep-builds": keepsBuilds = true
      case "--print": printsSource = true
      case "--mode":
        let word = try text(option)
        guard let mode = BuildMode(rawValue: word) else {
          throw Misuse(description: "unknown mode '\(word)'\n\(Self.usage)")
        }
        modes = [mode]
      case "--ignore":
        let word = try text(option)
        guard let kind = Failure.Kind(rawValue: word) else {
          throw Misuse(description: "unknown kind of failure '\(word)'\n\(Self.usage)")
        }
        ignored.insert(kind)
      default: throw Misuse(description: "unknown option '\(option)'\n\(Self.usage)")
      }
    }
  }

  private static func range(_ text: Substring) throws -> ClosedRange<Int> {
    let words = text.split(separator: "-", omittingEmptySubsequences: false)
    let bounds = words.compactMap { Int($0) }
    guard let first = bounds.first, let last = bounds.last, bounds.count == words.count,
      bounds.count <= 2, first <= last
    else {
      throw Misuse(description: "--seeds expects seeds and ranges A-B, not '\(text)'")
    }
    return first...last
  }
}

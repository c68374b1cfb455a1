import Foundation

/// The source of the program that is measured.
///
/// In its first phase, the program allocates and releases trees and records. The first two
/// arguments are the numbers of trees and records. Then the program creates single objects, a
/// leaked cycle and a list. The next three arguments are the numbers of single objects, of objects
/// in the cycle and of objects in the list. The program retains the single objects and the list. It
/// prints the duration of the first phase in seconds, and the peak memory use of the process in
/// kilobytes. The last two arguments are the numbers of suspended tasks and of suspended children
/// of a task group, each of which retains an object.
///
/// A recursive initializer creates the trees. A tree consists of 65,535 objects, each with a
/// different allocation stack. A record consists of objects, arrays, strings, closures and
/// dictionaries, which have only a few different allocation stacks.
private let program = """
  import Foundation
  final class Tree {
    var left: Tree?
    var right: Tree?
    init(depth: Int) {
      if depth > 0 {
        left = Tree(depth: depth - 1)
        right = Tree(depth: depth - 1)
      }
    }
    func count() -> Int { 1 + (left?.count() ?? 0) + (right?.count() ?? 0) }
  }
  struct Entry {
    var values: [Int]
    var name: String
    var sum: () -> Int
  }
  final class Record {
    var entries: [Entry] = []
    var byName: [String: Record] = [:]
  }
  @inline(never) func entry(_ number: Int) -> Entry {
    Entry(
      values: [number, number + 1], name: "a name too long to be inline \\(number)",
      sum: { number &+ 1 })
  }
  @inline(never) func record(_ number: Int) -> Int {
    let record = Record()
    for part in 0..<10 {
      record.entries.append(entry(number &+ part))
      record.byName["part \\(part)"] = Record()
    }
    return record.entries.reduce(0) { $0 &+ $1.sum() }
  }
  @inline(never) func nested(_ levels: Int, _ body: () -> Int) -> Int {
    levels == 0 ? body() : nested(levels - 1, body) &+ 1
  }
  let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
  let start = ContinuousClock.now
  var total = 0
  for _ in 0..<numbers[0] { total &+= nested(20) { Tree(depth: 15).count() } }
  for number in 0..<numbers[1] { total &+= nested(20) { record(number) } }
  let seconds = (ContinuousClock.now - start) / .seconds(1)
  @inline(never) func list(_ count: Int, endingWith end: Tree?) -> Tree? {
    var first = end
    for _ in 0..<count {
      let tree = Tree(depth: 0)
      tree.left = first
      first = tree
    }
    return first
  }
  @inline(never) func leakCycle(_ count: Int) {
    guard count > 0 else { return }
    let last = Tree(depth: 0)
    last.left = list(count - 1, endingWith: last)
  }
  let kept = (0..<numbers[2]).map { _ in Tree(depth: 0) }
  leakCycle(numbers.count > 3 ? numbers[3] : 0)
  let listed = list(numbers.count > 4 ? numbers[4] : 0, endingWith: nil)
  @MainActor @inline(never) func suspend(_ depth: Int, _ kept: Tree?) async {
    if depth > 0 {
      await suspend(depth - 1, kept)
    } else {
      await withUnsafeContinuation { continuations.append($0) }
    }
    withExtendedLifetime(kept) {}
  }
  nonisolated(unsafe) var continuations: [UnsafeContinuation<Void, Never>] = []
  for _ in 0..<(numbers.count > 5 ? numbers[5] : 0) {
    let kept = Tree(depth: 0)
    Task { @MainActor in await suspend(6, kept) }
  }
  let children = numbers.count > 6 ? numbers[6] : 0
  Task { @MainActor in
    await withDiscardingTaskGroup { group in
      for _ in 0..<children {
        let kept = Tree(depth: 0)
        group.addTask { @MainActor in await suspend(6, kept) }
      }
    }
  }
  if numbers.count > 5 {
    while continuations.count < numbers[5] + children {
      RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01))
    }
  }
  precondition(total >= 0 && kept.count == numbers[2])
  precondition(listed == nil || listed !== kept.first)
  print(seconds)
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  print("memory", status.split(separator: "\\n").first { $0.hasPrefix("VmHWM:") } ?? "")

  """

/// The arguments of the program, which determine how much it allocates.
private struct Workload {
  let name: String
  let arguments: [String]
  /// The arguments for a tenth of the work, for slow tools.
  let tenth: [String]

  static let all = [
    Workload(name: "records", arguments: ["0", "30000", "0"], tenth: ["0", "3000", "0"]),
    Workload(name: "65,535 stacks", arguments: ["60", "0", "0"], tenth: ["6", "0", "0"]),
  ]
}

/// Prints the cost of `leakcheck exec` and of other tools, the duration of the analysis of several
/// heaps, and the memory that recording adds.
func runExecBenchmarks() throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let source = folder.appending(path: "main.swift")
  try Data(program.utf8).write(to: source)
  let plain = folder.appending(path: "plain").path
  let sanitized = folder.appending(path: "sanitized").path
  let compile = ["swiftc", "-O", "-g", source.path, "-o"]
  _ = try output(of: compile + [plain], in: folder)
  let isSanitized =
    (try? output(of: compile + [sanitized, "-sanitize=address"], in: folder)) != nil
  let leakcheck = URL(fileURLWithPath: CommandLine.arguments[0])
    .resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "leakcheck").path

  for work in Workload.all {
    let base = try seconds(of: [plain] + work.arguments, in: folder)
    print("exec plain, \(work.name): \(decimals(base, 2)) s")
    for (name, options) in [
      ("recorded, no stacks", ["--stacks", "0"]), ("recorded, with the allocation site", []),
      ("recorded, 24 frames", ["--stacks", "24"]),
    ] {
      let exec = [leakcheck, "exec", "--quiet"] + options + ["--"]
      try printRatio(name, exec + [plain], to: plain, work.arguments, folder)
    }
    if isSanitized {
      try printRatio("AddressSanitizer", [sanitized], to: plain, work.arguments, folder)
    } else {
      print("exec AddressSanitizer: not installed")
    }
    let trace = folder.appending(path: "trace").path
    try printRatio(
      "heaptrack", ["heaptrack", "-o", trace, plain], to: plain, work.arguments, folder)
    try printRatio(
      "valgrind", ["valgrind", "-q", plain], to: plain, work.tenth, folder, runs: 1)
  }
  for (name, arguments) in analyses {
    try printAnalysisTime(leakcheck, plain, name, arguments, folder)
  }
  try printMemory(leakcheck, plain, folder)
}

/// Prints the ratio of the time of a command to the time of the plain program: the median of
/// several runs. Each run is compared with a plain run just before it, because the speed of the
/// machine may change within a minute.
private func printRatio(
  _ name: String, _ command: [String], to plain: String, _ arguments: [String], _ folder: URL,
  runs: Int = 7
) throws {
  if !command[0].contains("/"), (try? output(of: ["which", command[0]], in: folder)) == nil {
    return print("exec \(name): not installed")
  }
  let ratios = try (0..<runs).map { _ in
    let base = try seconds(of: [plain] + arguments, in: folder)
    return try seconds(of: command + arguments, in: folder) / base
  }
  print("exec \(name): \(decimals(ratios.sorted()[runs / 2])) times the plain run")
}

/// The heaps whose analysis is timed, each with the program arguments that create the heap.
private let analyses = [
  ("a million live objects", ["0", "0", "1000000"]),
  ("10 million live objects", ["0", "0", "10000000"]),
  ("a leaked cycle of a million objects", ["0", "0", "0", "1000000"]),
  ("a list of 5 million objects", ["0", "0", "0", "0", "5000000"]),
  ("100,000 suspended tasks", ["0", "0", "0", "0", "0", "100000"]),
  ("a task group of 100,000 children", ["0", "0", "0", "0", "0", "0", "100000"]),
]

private func printAnalysisTime(
  _ leakcheck: String, _ plain: String, _ name: String, _ arguments: [String], _ folder: URL
) throws {
  let (without, plainText) = medianSeconds(runs: 3) {
    Result { try output(of: [plain] + arguments, in: folder) }
  }
  let exec = [leakcheck, "exec", "--fail-on", "none", "--", plain]
  let (with, text) = medianSeconds(runs: 3) {
    Result { try output(of: exec + arguments, in: folder) }
  }
  for output in [plainText, text] { _ = try output.get() }
  print("exec analysis: \(decimals(with - without)) s for \(name)")
}

/// Prints the peak memory of a program with a list of a million objects, without and with the
/// recorder.
private func printMemory(_ leakcheck: String, _ plain: String, _ folder: URL) throws {
  let arguments = ["0", "0", "0", "0", "1000000"]
  func kilobytes(_ command: [String]) throws -> Double {
    let lines = try output(of: command + arguments, in: folder).split(whereSeparator: \.isNewline)
    let words = lines.first { $0.hasPrefix("memory") }?.split(separator: " ") ?? []
    guard let number = words.lazy.compactMap({ Double($0) }).first else {
      throw UsageError(message: "the program did not print its memory")
    }
    return number
  }
  let without = try kilobytes([plain])
  let with = try kilobytes([leakcheck, "exec", "--quiet", "--", plain])
  print(
    "exec memory, a list of a million objects: \(decimals(without / 1024, 1)) MB plain,",
    "\(decimals(with / 1024, 1)) MB recorded")
}

/// Runs a command and returns the duration of the program's first phase in seconds, which the
/// program prints.
private func seconds(of command: [String], in folder: URL) throws -> Double {
  let lines = try output(of: command, in: folder).split(whereSeparator: \.isNewline)
  guard let time = lines.lazy.compactMap({ Double($0) }).first else {
    throw UsageError(message: "\(command[0]) did not run the program")
  }
  return time
}

/// Runs a command and returns its standard output. Its standard error is discarded.
private func output(of command: [String], in folder: URL) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  process.currentDirectoryURL = folder
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  try process.run()
  let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw UsageError(message: "\(command.joined(separator: " ")) failed")
  }
  return String(decoding: data, as: UTF8.self)
}

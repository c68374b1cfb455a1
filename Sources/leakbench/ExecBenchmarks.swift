import Foundation

/// A program that does nothing but allocate and give back, and then keeps as many objects as
/// its argument says. It prints the seconds that allocating took.
///
/// Trees are made by a function that calls itself: 65,535 objects from as many different
/// stacks. Records are objects, arrays, strings, closures and dictionaries from a few.
private let program = """
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
  let kept = (0..<numbers[2]).map { _ in Tree(depth: 0) }
  precondition(total >= 0 && kept.count == numbers[2])
  print(seconds)

  """

/// The arguments of the program: how much it allocates.
private struct Workload {
  let name: String
  let arguments: [String]
  /// A tenth of it, for what is so slow that one run of that says enough.
  let tenth: [String]

  static let all = [
    Workload(name: "records", arguments: ["0", "30000", "0"], tenth: ["0", "3000", "0"]),
    Workload(name: "65,535 stacks", arguments: ["60", "0", "0"], tenth: ["6", "0", "0"]),
  ]
}

/// Prints what examining a program costs it, next to other tools, and how long the analysis of a
/// million living objects takes.
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
      ("recorded, no stacks", ["--stacks", "0"]), ("recorded, with the place", []),
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
  try printAnalysisTime(leakcheck, plain, folder)
}

/// The median of the ratios of consecutive runs, because the machine may be slower a minute later.
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

private func printAnalysisTime(_ leakcheck: String, _ plain: String, _ folder: URL) throws {
  let (without, plainText) = medianSeconds(runs: 3) {
    Result { try output(of: [plain, "0", "0", "1000000"], in: folder) }
  }
  let (with, text) = medianSeconds(runs: 3) {
    Result { try output(of: [leakcheck, "exec", "--", plain, "0", "0", "1000000"], in: folder) }
  }
  for output in [plainText, text] { _ = try output.get() }
  print("exec analysis: \(decimals(with - without)) s for a million live objects")
}

/// The time for allocating that the program prints.
private func seconds(of command: [String], in folder: URL) throws -> Double {
  let lines = try output(of: command, in: folder).split(whereSeparator: \.isNewline)
  guard let time = lines.lazy.compactMap({ Double($0) }).first else {
    throw UsageError(message: "\(command[0]) did not run the program")
  }
  return time
}

/// The standard output of a command. Its standard error is discarded.
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

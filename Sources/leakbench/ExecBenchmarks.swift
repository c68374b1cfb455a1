import Foundation

/// A program that does nothing but allocate and give back, on a stack of some depth, and
/// then keeps as many objects as it is told. It prints the seconds that allocating took.
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
  @inline(never) func nested(_ levels: Int, _ body: () -> Int) -> Int {
    levels == 0 ? body() : nested(levels - 1, body) &+ 1
  }
  let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
  let start = ContinuousClock.now
  var total = 0
  for _ in 0..<numbers[0] { total &+= nested(20) { Tree(depth: 15).count() } }
  let seconds = (ContinuousClock.now - start) / .seconds(1)
  let kept = (0..<numbers[1]).map { _ in Tree(depth: 0) }
  precondition(total >= 0 && kept.count == numbers[1])
  print(seconds)

  """

/// Prints what looking into a program costs it, beside the tools that also do, and how long
/// the analysis of a million live objects takes.
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
  let leakcheck = URL(fileURLWithPath: CommandLine.arguments[0])
    .resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "leakcheck").path

  let rounds = "60"
  let base = try seconds(of: [plain, rounds, "0"], in: folder, runs: 5)
  print("exec plain: \(decimals(base * 1e9 / 60 / 65_535, 1)) ns an object made and given back")
  for (name, options) in [
    ("recorded, no stacks", ["--stacks", "0"]), ("recorded, with the place", []),
    ("recorded, 24 frames", ["--stacks", "24"]),
  ] {
    let command = [leakcheck, "exec", "--quiet"] + options + ["--", plain, rounds, "0"]
    try printRatio(name, command, base, folder)
  }
  if (try? output(of: compile + [sanitized, "-sanitize=address"], in: folder)) != nil {
    try printRatio("AddressSanitizer", [sanitized, rounds, "0"], base, folder)
  } else {
    print("exec AddressSanitizer: not installed")
  }
  try printRatio(
    "heaptrack", ["heaptrack", "-o", folder.appending(path: "trace").path, plain, rounds, "0"],
    base, folder)
  // So slow that one run of a tenth of the work says enough.
  try printRatio("valgrind", ["valgrind", "-q", plain, "6", "0"], base / 10, folder)
  try printAnalysisTime(leakcheck, plain, folder)
}

private func printRatio(
  _ name: String, _ command: [String], _ base: Double, _ folder: URL
) throws {
  if !command[0].contains("/"), (try? output(of: ["which", command[0]], in: folder)) == nil {
    return print("exec \(name): not installed")
  }
  let time = try seconds(of: command, in: folder, runs: command[0] == "valgrind" ? 1 : 5)
  print("exec \(name): \(decimals(time / base)) times the plain run")
}

private func printAnalysisTime(_ leakcheck: String, _ plain: String, _ folder: URL) throws {
  let (without, plainText) = medianSeconds(runs: 3) {
    Result { try output(of: [plain, "0", "1000000"], in: folder) }
  }
  let (with, text) = medianSeconds(runs: 3) {
    Result { try output(of: [leakcheck, "exec", "--", plain, "0", "1000000"], in: folder) }
  }
  for output in [plainText, text] { _ = try output.get() }
  print("exec analysis: \(decimals(with - without)) s for a million live objects")
}

/// What the program says that allocating took: the median of some runs.
private func seconds(of command: [String], in folder: URL, runs: Int) throws -> Double {
  var times: [Double] = []
  for _ in 0..<runs {
    let lines = try output(of: command, in: folder).split(whereSeparator: \.isNewline)
    guard let time = lines.lazy.compactMap({ Double($0) }).first else {
      throw UsageError(message: "\(command[0]) did not run the program")
    }
    times.append(time)
  }
  return times.sorted()[runs / 2]
}

/// What a command prints, its errors dropped.
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

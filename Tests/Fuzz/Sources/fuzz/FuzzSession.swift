import Foundation
import Synchronization

/// Generates, compiles, runs and judges programs, and prints a summary.
final class FuzzSession: Sendable {
  /// A failure, and the program that caused it.
  struct Case: Sendable {
    var program: FuzzProgram
    var mode: BuildMode
    var failure: Failure
  }

  private let options: FuzzOptions
  private let folder: URL
  private let runner: ProgramRunner
  private let times = PhaseTimes()

  init(_ options: FuzzOptions) {
    self.options = options
    folder = URL(fileURLWithPath: options.output)
    runner = ProgramRunner(
      leakcheck: URL(fileURLWithPath: options.leakcheck).path, folder: folder,
      deadline: options.deadline, repetitions: options.repetitions, times: times)
  }

  /// Runs all seeds.
  ///
  /// - Returns: `true` if no failure was found.
  func run() throws -> Bool {
    if options.printsSource {
      print(ProgramWriter(ProgramGenerator.program(seed: options.seeds[0])).standalone)
      return true
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let began = Date()
    var summary = FuzzSummary(repetitions: options.repetitions, modes: options.modes.count)
    let seeds = options.seeds
    for start in stride(from: 0, to: seeds.count, by: options.batch) {
      let batch = seeds[start..<min(start + options.batch, seeds.count)]
      let programs = batch.map(ProgramGenerator.program)
      summary.add(programs)
      // A compiler uses few threads, so the modes are compiled at the same time.
      let found = try concurrently(options.modes, threads: options.modes.count) { mode in
        try self.failures(of: programs, mode)
      }.joined()
      for found in found where !options.ignored.contains(found.failure.kind) {
        summary.add(found)
        print("seed \(found.program.seed) \(found.mode.rawValue) \(Self.text(found.failure))")
        // The failure must appear in a log file immediately.
        fflush(nil)
        if options.minimizes, summary.shouldMinimize(found, limit: options.maxMinimized) {
          try minimize(found)
        }
      }
    }
    print(summary.text(seconds: Date().timeIntervalSince(began)))
    print("  time: \(times.text(programs: seeds.count * options.modes.count))")
    return summary.isClean
  }

  static func text(_ failure: Failure) -> String {
    "\(failure.kind.rawValue)\(failure.group.map { " group \($0)" } ?? ""): \(failure.text)"
  }

  /// Builds all programs as one module, runs them, and returns their failures. If the module cannot
  /// be built, does the same with each half of the programs.
  private func failures(of programs: [FuzzProgram], _ mode: BuildMode) throws -> [Case] {
    let seeds = options.keepsBuilds ? "-\(programs[0].seed)-\(programs.count)" : ""
    let build = folder.appending(path: "build\(mode.rawValue)\(seeds)")
    if !options.keepsBuilds { try? FileManager.default.removeItem(at: build) }
    let executable: URL
    do {
      executable = try times.measure(.compiling) {
        try ProgramBuild(programs, mode: mode, in: build).executable
      }
    } catch let error as ProgramBuild.Failed {
      guard programs.count > 1 else {
        return programs.map {
          Case(program: $0, mode: mode, failure: Failure(kind: .build, text: error.description))
        }
      }
      let middle = programs.count / 2
      return try failures(of: Array(programs[..<middle]), mode)
        + failures(of: Array(programs[middle...]), mode)
    }
    return try concurrently(programs, threads: options.jobs) { program in
      try self.runner.failures(of: program, in: executable).map {
        Case(program: program, mode: mode, failure: $0)
      }
    }.flatMap { $0 }
  }

  /// Applies a function to elements on several threads, and returns the results.
  private func concurrently<Element: Sendable, Value: Sendable>(
    _ elements: [Element], threads: Int, _ body: @Sendable @escaping (Element) throws -> Value
  ) throws -> [Value] {
    let results = Mutex<[Int: Result<Value, any Error>]>([:])
    let next = Mutex(0)
    let count = elements.count
    DispatchQueue.concurrentPerform(iterations: min(threads, max(1, count))) { _ in
      while true {
        let index = next.withLock { value in
          defer { value += 1 }
          return value
        }
        guard index < count else { return }
        let result = Result { try body(elements[index]) }
        results.withLock { $0[index] = result }
      }
    }
    let all = results.withLock { $0 }
    return try elements.indices.compactMap { try all[$0]?.get() }
  }

  private func minimize(_ found: Case) throws {
    let minimizer = Minimizer(
      runner: runner, mode: found.mode, kind: found.failure.kind, folder: folder)
    let smallest = try minimizer.minimize(found.program, found.failure)
    let name =
      "\(found.failure.kind.rawValue.replacing(" ", with: "-"))-\(found.program.seed)\(found.mode.rawValue)"
    let file = folder.appending(path: "failures/\(name).swift")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let head = smallest.failures.map { "// \(found.mode.rawValue) \(Self.text($0))\n" }.joined()
    try Data((head + ProgramWriter(smallest.program).standalone).utf8).write(to: file)
    print("  minimized: \(file.path)\n" + head + ProgramWriter(smallest.program).text)
  }
}

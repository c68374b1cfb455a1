import Foundation
import Synchronization

/// A session that generates, compiles, runs and judges programs, and prints a summary.
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
  private let summary: Mutex<FuzzSummary>

  init(_ options: FuzzOptions) {
    self.options = options
    folder = URL(fileURLWithPath: options.output)
    summary = Mutex(FuzzSummary(repetitions: options.repetitions))
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
    let modules = Self.modules(of: options)
    // A program waits during a large part of its run, so there are more threads than processors.
    try concurrently(modules, threads: options.jobs) { module in
      let found = try self.failures(of: module.programs, module.mode)
      try self.add(module, found)
    }
    let summary = summary.withLock { $0 }
    print(summary.text(seconds: Date().timeIntervalSince(began)))
    print("  time: \(times.text(programs: options.seeds.count * options.modes.count))")
    return summary.isClean
  }

  /// Programs that are built as one module in one mode.
  private struct Module: Sendable {
    var programs: [FuzzProgram]
    var mode: BuildMode
  }

  /// Returns the modules to build: about one for each thread if there are enough programs, and more
  /// if the option `batch` limits their size.
  private static func modules(of options: FuzzOptions) -> [Module] {
    let builds = options.seeds.count * options.modes.count
    let size = min(options.batch, (builds + options.jobs - 1) / options.jobs)
    return stride(from: 0, to: options.seeds.count, by: size).flatMap { start in
      let programs = options.seeds[start...].prefix(size).map(ProgramGenerator.program)
      return options.modes.map { Module(programs: programs, mode: $0) }
    }
  }

  /// Adds the results of a module to the summary, and prints and minimizes its failures.
  private func add(_ module: Module, _ found: [Case]) throws {
    // Other threads cannot add results until the failures of this module are minimized.
    try summary.withLock { summary in
      summary.add(module.programs)
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
  }

  static func text(_ failure: Failure) -> String {
    "\(failure.kind.rawValue)\(failure.group.map { " group \($0)" } ?? ""): \(failure.text)"
  }

  /// Builds all programs as one module, runs them, and returns their failures. If the module cannot
  /// be built, does the same with each half of the programs.
  private func failures(of programs: [FuzzProgram], _ mode: BuildMode) throws -> [Case] {
    let build = folder.appending(
      path: "build\(mode.rawValue)-\(programs[0].seed)-\(programs.count)")
    defer { if !options.keepsBuilds { try? FileManager.default.removeItem(at: build) } }
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
    return try programs.flatMap { program in
      try runner.failures(of: program, in: executable).map {
        Case(program: program, mode: mode, failure: $0)
      }
    }
  }

  /// Calls a function with each element, on `threads` threads. After an error, calls it with no
  /// further element, and throws the error.
  private func concurrently<Element: Sendable>(
    _ elements: [Element], threads: Int, _ body: @Sendable @escaping (Element) throws -> Void
  ) throws {
    let remaining = Mutex(elements[...])
    let failure = Mutex<(any Error)?>(nil)
    let group = DispatchGroup()
    for _ in 0..<min(threads, elements.count) {
      group.enter()
      // DispatchQueue.concurrentPerform would start one thread per processor.
      Thread.detachNewThread {
        defer { group.leave() }
        do {
          while let element = remaining.withLock({ $0.popFirst() }) { try body(element) }
        } catch {
          remaining.withLock { $0 = [] }
          failure.withLock { $0 = error }
        }
      }
    }
    group.wait()
    if let error = failure.withLock({ $0 }) { throw error }
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

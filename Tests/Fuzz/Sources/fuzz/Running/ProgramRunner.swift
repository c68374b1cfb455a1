import Foundation

/// A type that runs generated programs alone, and under an installed `leakcheck exec`.
struct ProgramRunner: Sendable {
  /// The installed command.
  var leakcheck: String
  /// The folder for reports.
  var folder: URL
  /// The maximum duration of a run, in seconds.
  var deadline: Double
  /// The number of runs of each program under `exec`.
  var repetitions: Int
  var times: PhaseTimes

  /// Runs a program alone and ``repetitions`` times under `exec`, and returns every failure.
  func failures(of program: FuzzProgram, in executable: URL) throws -> [Failure] {
    let truth = ProgramTruth(program)
    var failures = try modelFailures(of: program, truth, in: executable)
    var signatures: [String] = []
    for _ in 0..<repetitions {
      let run = try run(program, in: executable)
      signatures.append(run.signature)
      failures += Verdict(program, truth, run).failures.filter { !failures.contains($0) }
    }
    if let first = signatures.first, let other = signatures.first(where: { $0 != first }) {
      failures.append(Failure(kind: .flake, text: "runs differ:\n\(first)\n-- and --\n\(other)"))
    }
    return failures
  }

  /// Runs a program under `exec` once.
  func run(_ program: FuzzProgram, in executable: URL) throws -> ExecRun {
    let output = folder.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: output) }
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    let words =
      [leakcheck, "exec", "--color", "never", "--format", "json", "--output", output.path, "--"]
      + [executable.path, "\(program.seed)"]
    let result = try times.measure(.judging) {
      try Command(words: words, seconds: deadline).run(in: folder)
    }
    let data = try? Data(contentsOf: output.appending(path: "leakcheck.json"))
    return ExecRun(
      command: result,
      report: data.flatMap { try? JSONDecoder().decode(ExecReport.self, from: $0) },
      alive: Self.numbers(after: "alive", in: result.output))
  }

  /// Compares the program's own counters with the model twice: before and after the program removes
  /// all roots that it can remove.
  private func modelFailures(
    of program: FuzzProgram, _ truth: ProgramTruth, in executable: URL
  ) throws -> [Failure] {
    let command = Command(
      words: [executable.path, "\(program.seed)", "--remove-roots"], seconds: deadline)
    let result = try times.measure(.running) { try command.run(in: folder) }
    let expected = [
      "alive": truth.numbers([.alive, .heldByRuntime, .leaked]),
      "left": truth.numbersWithoutRoots(program),
    ]
    return expected.sorted { $0.key < $1.key }.compactMap { title, numbers in
      let found = Self.numbers(after: title, in: result.output)
      guard found != numbers else { return nil }
      let difference = found.map { Set($0).symmetricDifference(numbers).sorted() }
      return Failure(
        kind: .model,
        text: "'\(title)' differs from the model: "
          + (difference.map { "\($0)" } ?? "not printed, status \(result.status)"))
    }
  }

  private static func numbers(after title: String, in output: String) -> [Int]? {
    guard let line = output.split(separator: "\n").first(where: { $0.hasPrefix(title) }) else {
      return nil
    }
    return line.split(separator: " ").compactMap { Int($0) }
  }
}

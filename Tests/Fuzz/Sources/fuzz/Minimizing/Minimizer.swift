import Foundation

/// A type that minimizes a failing program: it simplifies the program as long as the program still
/// fails.
///
/// Each round creates candidates: programs that are smaller by one step. Up to `maxCandidates`
/// candidates at a time are compiled as one module and run one after the other, smallest first. The
/// next round starts with the first candidate that still fails.
struct Minimizer {
  let runner: ProgramRunner
  let mode: BuildMode
  /// The kind of failure that must remain.
  let kind: Failure.Kind
  let folder: URL

  private static let maxRounds = 40
  private static let maxCandidates = 30

  /// Minimizes a program that has a failure.
  ///
  /// - Returns: The smallest program that was found, and its failures of the kind ``kind``.
  func minimize(
    _ program: FuzzProgram, _ failure: Failure
  ) throws -> (program: FuzzProgram, failures: [Failure]) {
    var smallest = program
    var failures = [failure]
    for _ in 0..<Self.maxRounds {
      guard let next = try round(smallest) else { break }
      (smallest, failures) = next
    }
    return (smallest, failures)
  }

  /// Returns the smallest candidate that has the same kind of failure; `nil` if there is none.
  private func round(_ program: FuzzProgram) throws -> (FuzzProgram, [Failure])? {
    let size = program.size
    var candidates = Reductions.of(program).filter { $0.size < size }
    candidates.sort { $0.size < $1.size }
    if kind == .build { return try firstThatDoesNotCompile(candidates) }
    while !candidates.isEmpty {
      var batch = Array(candidates.prefix(Self.maxCandidates))
      candidates.removeFirst(batch.count)
      for index in batch.indices { batch[index].seed = index + 1 }
      for (candidate, executable) in try builds(batch[...]) {
        let failures = try runner.failures(of: candidate, in: executable)
        guard failures.contains(where: { $0.kind == kind }),
          kind == .model || !failures.contains(where: { $0.kind == .model })
        else { continue }
        return (candidate, failures.filter { $0.kind == kind })
      }
    }
    return nil
  }

  /// Returns the first of the given programs that does not compile, with the compiler's errors;
  /// `nil` if the first `maxCandidates` programs compile.
  private func firstThatDoesNotCompile(
    _ programs: [FuzzProgram]
  ) throws -> (FuzzProgram, [Failure])? {
    let build = folder.appending(path: "minimize-build")
    for program in programs.prefix(Self.maxCandidates) {
      do {
        _ = try ProgramBuild([program], mode: mode, in: build)
      } catch let error as ProgramBuild.Failed {
        return (program, [Failure(kind: .build, text: error.description)])
      }
    }
    return nil
  }

  /// Returns the candidates that compile, each with an executable that contains it.
  private func builds(_ programs: ArraySlice<FuzzProgram>) throws -> [(FuzzProgram, URL)] {
    let build = folder.appending(path: "minimize-\(programs.startIndex)-\(programs.endIndex)")
    try? FileManager.default.removeItem(at: build)
    do {
      let executable = try ProgramBuild(Array(programs), mode: mode, in: build).executable
      return programs.map { ($0, executable) }
    } catch is ProgramBuild.Failed {
      guard programs.count > 1 else { return [] }
      let middle = programs.startIndex + programs.count / 2
      return try builds(programs[..<middle]) + builds(programs[middle...])
    }
  }
}

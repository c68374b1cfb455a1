import Foundation
import MutantCells
import Findings
import Scenarios
import Synchronization

/// A type that plants each of the given mutants in a separate process, and checks whether the
/// matrix catches it.
///
/// A clean run is evidence only if the matrix fails when mutants are planted.
struct SelfTest {
  /// The timeout of a child process, in seconds. It is many times as long as a run of the cells of
  /// one mutant.
  private static let timeout = 120.0

  var executable: URL
  /// The mutants to plant: the whole list, or a shard's share.
  var mutants: [Mutant]
  var isQuiet: Bool
  /// A closure that returns the reason why a mutant is not planted; `nil` if it is planted.
  var obstacle: @Sendable (Mutant) -> String? = { $0.obstacle }

  /// A warning for each mutant that is not planted, for example because the library has changed.
  var warnings: [String] {
    mutants.compactMap { mutant in
      obstacle(mutant).map { "the mistake \(mutant.name) was not planted: \($0)" }
    }
  }

  /// Returns the verdicts, in the order of ``mutants``. The number of child processes that run at
  /// once is at most the number of processors.
  func verdicts() -> [MutantReport] {
    let progress = Progress(total: mutants.count, isQuiet: isQuiet)
    let verdicts = Mutex([Int: MutantReport]())
    DispatchQueue.concurrentPerform(iterations: mutants.count) { index in
      let verdict = verdict(on: mutants[index])
      verdicts.withLock { verdicts in
        verdicts[index] = verdict
        progress.step(verdicts.count, "mutant \(verdict.name)")
      }
    }
    progress.finish()
    return verdicts.withLock { verdicts in mutants.indices.compactMap { verdicts[$0] } }
  }

  private func verdict(on mutant: Mutant) -> MutantReport {
    if let obstacle = obstacle(mutant) { return missed(mutant, "not planted: \(obstacle)") }
    do {
      let output = try ChildProcess.output(
        of: executable, arguments: [Subcommand.judge.rawValue, mutant.name],
        timeout: Self.timeout)
      return try JSONDecoder().decode(MutantReport.self, from: output)
    } catch let error as ChildProcess.Failure {
      return missed(mutant, "the run with this mutant failed: \(error)")
    } catch {
      return missed(mutant, "the verdict on this mutant cannot be read")
    }
  }

  private func missed(_ mutant: Mutant, _ reason: String) -> MutantReport {
    MutantReport(name: mutant.name, summary: mutant.summary, isCaught: false, reason: reason)
  }
}

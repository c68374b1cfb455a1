import Foundation
import Synchronization

extension ExecutionMap {
  /// Runs matrix cells in child processes, and records the mutation points that each cell executes.
  ///
  /// - Parameters:
  ///   - arguments: Options of `leakcheck run` that select cells; without such options, all cells
  ///     run.
  ///   - cells: The ids of the cells to run; if empty, the options select the cells.
  ///   - timeout: The time limit for a child process, in seconds.
  static func recorded(
    by executable: URL, arguments: [String] = [], cells: [String] = [], jobs: Int,
    timeout: Double, cellCount: Int
  ) throws(WorkerFailure) -> ExecutionMap {
    let shares = Mutex([Int: Result<Share, WorkerFailure>]())
    DispatchQueue.concurrentPerform(iterations: jobs) { part in
      let share = Result { () throws(WorkerFailure) in
        do {
          let output = try ChildProcess.output(
            of: executable,
            arguments: [Subcommand.execute.rawValue, "\(part + 1)/\(jobs)"] + arguments,
            input: Data(cells.joined(separator: "\n").utf8), timeout: timeout)
          return try JSONDecoder().decode(Share.self, from: output)
        } catch {
          throw WorkerFailure(part: part + 1, cause: "\(error)")
        }
      }
      shares.withLock { $0[part] = share }
    }
    var found: [Share] = []
    for part in 0..<jobs {
      if let share = shares.withLock({ $0[part] }) { found.append(try share.get()) }
    }
    return ExecutionMap(of: found, cellCount: cellCount)
  }
}

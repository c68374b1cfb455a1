import Foundation
import MutantCells
import Findings
import Scenarios
import Synchronization

/// Tries generated mutants, each on the cells that execute its place, until one is not green.
struct MutationRun {
  /// How long a child may take, in seconds.
  private static let patience = 100.0

  var executable: URL
  var mutants: [GeneratedMutant]
  var jobs: Int
  var isQuiet: Bool
  /// Called with each outcome as soon as it is known, one at a time.
  var report: @Sendable (Attempt) -> Void = { _ in }

  /// The outcome for each mutant, in their order.
  func attempts() throws(Worker.Failure) -> [Attempt] {
    let matrix = MutantCells.streamMatrix().cells
    let map = try executionMap(of: matrix)
    for index in map.red {
      Console.complain("leakcheck: \(matrix[index].id) is not green without a mutant")
    }
    let results = Mutex([Int: Attempt]())
    let failure = Mutex(Worker.Failure?.none)
    let next = Atomic(0)
    let progress = Progress(total: mutants.count, isQuiet: isQuiet)
    let history = Mutex(KillHistory())
    DispatchQueue.concurrentPerform(iterations: min(jobs, mutants.count)) { part in
      do throws(Worker.Failure) {
        try attemptMutants(next, part: part) { mutant in
          let cells = CellOrder.order(
            map.cells[mutant.number] ?? [], of: matrix, breadth: map.breadth)
          return history.withLock { $0.order(cells, for: mutant) }
        } done: { index, attempt in
          history.withLock { $0.add(attempt) }
          results.withLock { results in
            results[index] = attempt
            report(attempt)
            progress.step(results.count, "mutant \(attempt.mutant.name)")
          }
        }
      } catch {
        failure.withLock { $0 = error }
      }
    }
    progress.finish()
    if let failure = failure.withLock({ $0 }) { throw failure }
    return results.withLock { results in mutants.indices.compactMap { results[$0] } }
  }

  /// Tries mutants in a process until there is no next one.
  private func attemptMutants(
    _ next: borrowing Atomic<Int>, part: Int, cells: (GeneratedMutant) -> [Int],
    done: (Int, Attempt) -> Void
  ) throws(Worker.Failure) {
    var worker: AttemptWorker?
    defer { worker?.stop() }
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < mutants.count else { return }
      let mutant = mutants[index]
      let cells = cells(mutant)
      if cells.isEmpty {
        done(index, Attempt(mutant, .notExecuted))
        continue
      }
      do {
        let present = try worker ?? AttemptWorker(executable: executable)
        worker = present
        guard let attempt = present.attempt(mutant, cells: cells) else {
          throw Worker.Failure(part: part + 1, cause: "it ended while \(mutant.name) was on")
        }
        done(index, attempt)
      } catch let error as Worker.Failure {
        throw error
      } catch {
        throw Worker.Failure(part: part + 1, cause: "\(error)")
      }
    }
  }

  private func executionMap(of matrix: [Cell]) throws(Worker.Failure) -> ExecutionMap {
    let shares = Mutex([Int: Result<ExecutionMap.Share, Worker.Failure>]())
    DispatchQueue.concurrentPerform(iterations: jobs) { part in
      let share = Result { () throws(Worker.Failure) in
        do {
          let output = try ChildProcess.output(
            of: executable, arguments: [Subcommand.execute.rawValue, "\(part + 1)/\(jobs)"],
            patience: Self.patience)
          return try JSONDecoder().decode(ExecutionMap.Share.self, from: output)
        } catch {
          throw Worker.Failure(part: part + 1, cause: "\(error)")
        }
      }
      shares.withLock { $0[part] = share }
    }
    var found: [ExecutionMap.Share] = []
    for part in 0..<jobs {
      if let share = shares.withLock({ $0[part] }) { found.append(try share.get()) }
    }
    return ExecutionMap(of: found, cellCount: matrix.count)
  }
}

extension MutationScore {
  /// The score of all generated mutants if exactly those survive that a list names.
  init(listedBy list: SurvivorList) {
    let attempts = generatedMutants.map { mutant in
      let isListed = list.entry(for: mutant) != nil
      return Attempt(mutant, isListed ? .survived : .caught(cell: 0, reason: ""))
    }
    self.init(of: attempts, listed: list, isSample: false)
  }

  /// The score of some attempts, with the reasons that a list gives for survivors.
  init(of attempts: [Attempt], listed: SurvivorList, isSample: Bool) {
    var files: [String: File] = [:]
    var survivors: [Survivor] = []
    for attempt in attempts {
      let mutant = attempt.mutant
      var file = files[mutant.file] ?? File(name: mutant.file, mutants: 0, caught: 0, explained: 0)
      file.mutants += 1
      if attempt.isCaught {
        file.caught += 1
      } else {
        let reason = listed.entry(for: mutant)?.reason
        if reason != nil { file.explained += 1 }
        survivors.append(Survivor(name: mutant.name, place: mutant.place, reason: reason))
      }
      files[mutant.file] = file
    }
    self.init(
      files: files.values.sorted { $0.name < $1.name }, survivors: survivors, isSample: isSample)
  }
}

import Foundation
import MutantCells
import Findings
import Scenarios
import Synchronization

/// A type that runs matrix cells with generated mutants. For each mutant, it runs the cells that
/// execute the changed code, until a cell does not pass.
///
/// `Survivors.txt` lists the mutants that no cell catches. A listed mutant counts as caught only if
/// the same cell fails twice: first in the run of the mutant's cells, and then when it runs alone.
struct MutationRun {
  /// The time limit, in seconds, for a child process that records which code the cells execute.
  private static let timeout = 300.0
  /// The maximum number of cells that run with a mutant for which `Survivors.txt` gives a reason.
  /// The cells that are most likely to catch the mutant run first.
  private static let cellsForListed = 300

  var executable: URL
  var mutants: [GeneratedMutant]
  var jobs: Int
  var isQuiet: Bool
  /// A closure that is called with each outcome as soon as it is known. Calls do not overlap.
  var report: @Sendable (Attempt) -> Void = { _ in }

  /// Returns the outcome for each mutant, in order, and the mutation points that each cell executes
  /// when no mutant is active.
  func attempts() throws(WorkerFailure) -> (attempts: [Attempt], map: ExecutionMap) {
    let matrix = MutantCells.streamMatrix().cells
    let map = try ExecutionMap.recorded(
      by: executable, jobs: jobs, timeout: Self.timeout, cellCount: matrix.count)
    for index in map.red.keys.sorted() {
      Console.printError(
        "leakcheck: the cell \(matrix[index].id) does not pass even without a mutant")
    }
    let results = Mutex([Int: Attempt]())
    let failure = Mutex(WorkerFailure?.none)
    let next = Atomic(0)
    let progress = Progress(total: mutants.count, isQuiet: isQuiet)
    let history = Mutex(KillHistory())
    DispatchQueue.concurrentPerform(iterations: min(jobs, mutants.count)) { _ in
      do throws(WorkerFailure) {
        try attemptMutants(next) { mutant in
          let cells = CellOrder.order(
            map.cells[mutant.number] ?? [], of: matrix, breadth: map.breadth)
          let isListed = survivorList.entry(for: mutant)?.reason != nil
          return history.withLock { $0.order(cells, for: mutant) }
            .prefix(isListed ? Self.cellsForListed : .max)
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
    return (results.withLock { results in mutants.indices.compactMap { results[$0] } }, map)
  }

  /// Runs the cells of the next mutant until no mutant remains. One child process runs the cells of
  /// all these mutants, each mutant in a fork of its own.
  private func attemptMutants(
    _ next: borrowing Atomic<Int>, cells: (GeneratedMutant) -> ArraySlice<Int>,
    done: (Int, Attempt) -> Void
  ) throws(WorkerFailure) {
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
        let run = { (cells: [Int]) throws(WorkerFailure) -> Attempt in
          if let attempt = present.attempt(mutant, cells: cells) { return attempt }
          throw WorkerFailure(
            part: nil, cause: "it ended while the mutant \(mutant.name) was active")
        }
        let isListed = survivorList.entry(for: mutant) != nil
        done(
          index,
          isListed ? try Attempt.confirmed(cells: Array(cells), run: run) : try run(Array(cells)))
      } catch let error as WorkerFailure {
        throw error
      } catch {
        throw WorkerFailure(part: nil, cause: "\(error)")
      }
    }
  }
}

extension MutationScore {
  /// Creates the score of all generated mutants, assuming that exactly the mutants in a list
  /// survive.
  init(listedBy list: SurvivorList) {
    let attempts = generatedMutants.map { mutant in
      let isListed = list.entry(for: mutant) != nil
      return Attempt(mutant, isListed ? .survived : .caught(cell: 0, reason: ""))
    }
    self.init(of: attempts, listed: list, isSample: false)
  }

  /// Creates the score of some attempts. The list states the reasons why mutants survive.
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
        survivors.append(Survivor(name: mutant.name, sourceText: mutant.sourceText, reason: reason))
      }
      files[mutant.file] = file
    }
    self.init(
      files: files.values.sorted { $0.name < $1.name }, survivors: survivors, isSample: isSample)
  }
}

import MutantCells
import Scenarios

/// `leakcheck execute i/n`: notes which places of the library a share of the cells executes.
///
/// The child's side of a run over generated mutants. Not for people.
struct ExecuteCommand {
  private let share: ShardChoice

  init(parsing words: [String]) throws(UsageError) {
    guard words.count == 1 else { throw UsageError("execute expects a share such as 1/2") }
    share = try ShardChoice(parsing: words[0])
  }

  func run() throws(UsageError) -> Int32 {
    Parent.endsThisProcessWithIt()
    guard let answer = Answer() else { throw UsageError("execute has no descriptor to answer on") }
    let all = MutantCells.streamMatrix().cells
    var result = ExecutionMap.Share()
    CellRunner.expectMany()
    var runner = CellRunner(showsCuts: false, locates: false)
    let parts = Worker.parts(of: all, among: share.count)
    for (index, cell) in all.enumerated() where parts[index] == share.index - 1 {
      var isGreen = false
      let numbers = ExecutedPlaces.during {
        isGreen = runner.outcome(of: cell).report.verdict == .pass
      }
      result.cells.append(index)
      result.places.append(ExecutionMap.data(of: numbers))
      if !isGreen { result.red.append(index) }
    }
    do {
      try answer.send(result)
    } catch {
      throw UsageError("the executed places cannot be written: \(error)")
    }
    return ExitStatus.clean
  }
}

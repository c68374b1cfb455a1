import Foundation
import MutantCells
import Scenarios

/// `leakcheck attempt NUMBER`: runs cells over one generated mutant until one of them is not
/// green. The cells are read from standard input, by their positions in the matrix.
///
/// A process of its own, because a mistake may crash it, hang it or spoil what it shares. The
/// position of each cell is written before it runs, so that the last one is known to whoever
/// reads. Not for people.
struct AttemptCommand {
  /// After so many seconds of processor time, and of any time, a cell hangs.
  private static let (processorSeconds, seconds) = (2, 10)

  private let mutant: GeneratedMutant

  init(parsing words: [String]) throws(UsageError) {
    guard words.count == 1, let number = Int(words[0]),
      let mutant = generatedMutants.first(where: { $0.number == number })
    else { throw UsageError("attempt expects the number of a generated mutant") }
    self.mutant = mutant
  }

  func run() throws(UsageError) -> Int32 {
    Parent.endsThisProcessWithIt()
    guard let answer = Answer() else { throw UsageError("attempt has no descriptor to answer on") }
    let wanted = String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
      .split(separator: " ").compactMap { Int($0) }
    let all = MutantCells.streamMatrix().cells
    mutant.plant()
    CellRunner.expectMany()
    var runner = CellRunner(showsCuts: false, locates: false)
    for index in wanted where all.indices.contains(index) {
      answer.write("\(index)\n")
      Self.limit()
      let report = runner.outcome(of: all[index]).report
      if report.verdict != .pass {
        answer.write("\(report.verdict.rawValue) \(report.reason)\n")
        return ExitStatus.clean
      }
    }
    Self.endLimit()
    answer.write("survived\n")
    return ExitStatus.clean
  }

  /// Lets this process be ended by a signal if the next cell hangs.
  private static func limit() {
    setProcessorLimit(processorSeconds)
    alarm(UInt32(seconds))
  }

  private static func endLimit() {
    setProcessorLimit(0)
    alarm(0)
  }

  /// - Parameter seconds: The processor time after which the process is ended; 0 for none.
  private static func setProcessorLimit(_ seconds: Int) {
    var value = itimerval()
    value.it_value.tv_sec = seconds
    #if canImport(Glibc)
      unsafe setitimer(__itimer_which_t(ITIMER_VIRTUAL.rawValue), &value, nil)
    #else
      unsafe setitimer(ITIMER_VIRTUAL, &value, nil)
    #endif
  }
}

import Foundation
import Synchronization

/// The total duration of each phase of a session. The durations of programs that run concurrently
/// are added up.
final class PhaseTimes: Sendable {
  enum Phase: String, CaseIterable, Sendable {
    case compiling, running, judging

    /// The name of the phase.
    var title: String {
      switch self {
      case .compiling: "compiling"
      case .running: "running programs alone"
      case .judging: "running them under exec"
      }
    }
  }

  private let seconds = Mutex<[Phase: Double]>([:])

  /// Runs `body`, and adds its duration to a phase.
  func measure<Value>(_ phase: Phase, _ body: () throws -> Value) rethrows -> Value {
    let began = Date()
    defer {
      let time = Date().timeIntervalSince(began)
      seconds.withLock { $0[phase, default: 0] += time }
    }
    return try body()
  }

  /// Returns a line with the total seconds of each phase and the average per program.
  func text(programs: Int) -> String {
    let seconds = seconds.withLock { $0 }
    return Phase.allCases.map { phase in
      let time = seconds[phase] ?? 0
      let each = String(format: "%.2f", time / Double(max(1, programs)))
      return "\(phase.title) \(Int(time)) s (\(each) s each)"
    }.joined(separator: ", ")
  }
}

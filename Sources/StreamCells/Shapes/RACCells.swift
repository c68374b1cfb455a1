import RACDisposables
import Scenarios

/// The matrix cells in which a disposable of the ReactiveCocoa family is disposed, or only
/// released.
struct RACCells {
  private struct Member: Sendable {
    var type: String
    var form: String
    var make: @Sendable () -> RACDisposable

    init(_ type: String, _ form: String, _ make: @escaping @Sendable () -> RACDisposable) {
      self.type = type
      self.form = form
      self.make = make
    }
  }

  /// The disposables to test. Add a line for each new one.
  private static let members = [
    Member("RACDisposable", "plain") { RACDisposable() },
    Member("RACDisposable", "block") { RACDisposable {} },
    Member("RACCompoundDisposable", "of three") {
      RACCompoundDisposable(disposables: (0..<3).map { _ in RACDisposable() })
    },
    Member("RACCompoundDisposable", "after removal") {
      let compound = RACCompoundDisposable()
      // The member's block retains the compound. If the compound did not release the removed
      // member, the two would form a cycle.
      let removed = RACDisposable { compound.dispose() }
      compound.addDisposable(removed)
      compound.removeDisposable(removed)
      return compound
    },
    Member("RACSerialDisposable", "replaced") {
      let serial = RACSerialDisposable(disposable: RACDisposable())
      serial.disposable = RACDisposable {}
      return serial
    },
    Member("RACScopedDisposable", "of a compound") {
      RACCompoundDisposable(disposables: [RACDisposable {}]).asScopedDisposable()
    },
    Member("RACKVOTrampoline", "on a target") {
      let barometer = Barometer()
      let trampoline = barometer.observeWeakly()
      // The target is deallocated before the trampoline that observes it.
      return RACCompoundDisposable(disposables: [trampoline])
    },
  ]

  static var all: [Cell] {
    members.flatMap { member in [Ending.dispose, .none].map { cell(member, $0) } }
  }

  private static func cell(_ member: Member, _ ending: Ending) -> Cell {
    Cell(
      source: member.type, operator: member.form, ending: ending, timing: .afterSubscribe,
      expectation: .clean, isSilent: true
    ) { run(member, ending, $0) }
  }

  @inline(never)
  private static func run(_ member: Member, _ ending: Ending, _ host: CellHost) {
    let disposable = member.make()
    host.keep("disposable", disposable)
    host.takeSubscribedSnapshot()
    if ending == .dispose {
      disposable.dispose()
      if disposable.isDisposed { host.recordEnding() }
    }
    host.takeEndedSnapshot()
  }
}

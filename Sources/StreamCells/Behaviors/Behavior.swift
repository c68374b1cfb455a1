import Foundation
import Scenarios
import Streams

/// A requirement on a part of the library, tested by code in a matrix cell of its own. Behaviors
/// test what the cells of ``StreamScenario``, ``ValueCellRun``, ``SteadyCellRun`` and
/// ``InterleavedCellRun`` cannot express.
struct Behavior: Sendable {
  /// The part of the library.
  var part: String
  var name: String
  var body: @Sendable (Check) -> Void

  init(_ part: String, _ name: String, _ body: @escaping @Sendable (Check) -> Void) {
    self.part = part
    self.name = name
    self.body = body
  }

  static let all = groups.flatMap { $0 }

  // Concatenating this many arrays with `+` would take seconds to compile.
  private static let groups: [[Behavior]] = [
    disposables, bags, subjects, sharing, schedulers, observers, closures, elements, time,
    innerStreams, values, feedback, racDisposables, traits, asynchronous, machinery, reentrancy,
    growth, bounds, repetitions, disposingClosures, kept, omissions, misuse, uncancelled, ends,
    sweeps, lateStreams, printing, members, userDefinedSources, earlyEnds, orders, resubscription,
    keptValues, teardown, weak, schedulerLifetimes, deinitializers, switches, lazySources,
    overloads, arguments, pending, concurrency, racConcurrency, bursts, decisions, turns, selfUse,
    boundaries, schedulerChoices, oneOwner,
  ]

  static var cells: [Cell] {
    all.map { behavior in
      var cell = Cell(
        source: behavior.part, operator: behavior.name, ending: .dispose, timing: .afterSubscribe,
        expectation: .clean, showsCuts: false
      ) { host in
        let report = Hooks.synchronizationAnomalyHandler
        Hooks.synchronizationAnomalyHandler = { _ in }
        defer { Hooks.synchronizationAnomalyHandler = report }
        host.takeSubscribedSnapshot()
        let objects = Resources.total
        run(behavior, host)
        // A thread of a queue may still be returning from the last scheduled action.
        WaitTimeout.wait { Resources.total <= objects }
        host.recordDelivery()
        host.recordEnding()
        host.takeEndedSnapshot()
      }
      cell.checksItself = true
      return cell
    }
  }

  /// Runs the body. This is a separate function so that no temporary is alive after it returns.
  @inline(never)
  private static func run(_ behavior: Behavior, _ host: CellHost) {
    let check = Check(host)
    behavior.body(check)
    check.expect(
      check.census.living == 0, "\(TokenCensus.alive(check.census.living)) at the end")
  }
}

/// A type that checks the expectations of a behavior and reports the results to the host.
///
/// Only one thread at a time may use it.
final class Check: @unchecked Sendable {
  let census = TokenCensus()
  private let host: CellHost
  /// The log of events, for behaviors that depend on their order.
  var log: [String] = []

  init(_ host: CellHost) { self.host = host }

  func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    if condition { host.recordPassedCheck() } else { host.fail(message()) }
  }

  func expect<Value: Equatable>(_ value: Value, is expected: Value, _ name: String) {
    expect(value == expected, "\(name): expected \(expected), got \(value)")
  }

  /// Returns a disposable that counts its disposals. It retains a value until it is disposed.
  func probe() -> DisposalProbe { DisposalProbe(census.make()) }

  /// Fails the cell if the log differs from the given text, and clears the log.
  func expectLog(_ expected: String) {
    expect(log.joined(separator: " "), is: expected, "the log")
    log = []
  }
}

/// A user-defined disposable that counts its disposals. It retains a value until it is disposed.
final class DisposalProbe: Cancelable, @unchecked Sendable {
  private var token: Token?
  private(set) var disposals = 0

  init(_ token: Token) { self.token = token }

  var isDisposed: Bool { disposals > 0 }

  func dispose() {
    disposals += 1
    token = nil
  }
}

extension Observable {
  /// Subscribes, and appends each event to the log of a check, preceded by `name`.
  func log(_ check: Check, _ name: String = "") -> any Disposable {
    subscribe(
      onNext: { [weak check] in check?.log.append("\(name)\($0)") },
      onError: { [weak check] _ in check?.log.append("\(name)error") },
      onCompleted: { [weak check] in check?.log.append("\(name)completed") },
      onDisposed: { [weak check] in check?.log.append("\(name)disposed") })
  }
}

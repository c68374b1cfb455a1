package import LeakAnalysis
package import Findings
import OwnershipGraph

/// The result of comparing the last snapshot of a matrix cell with the cell's expectation.
package struct Judgment: Equatable, Sendable {
  package var verdict: CellReport.Verdict
  /// The reasons why the verdict is not `pass`, separated by semicolons; empty if the verdict is
  /// `pass`.
  package var reason: String
  /// The indices of the snapshot's findings that the cell is expected to have.
  package var expectedFindings: Set<Int>
  /// A Boolean value indicating whether the snapshot is complete but does not contain the cycle or
  /// the surviving objects that the expectation requires.
  package var missesExpectedObjects: Bool

  /// Judges a cell by the objects that are alive after its owners are released.
  ///
  /// The result is inconclusive in the following cases, even if unexpected objects survive:
  ///
  /// - The heap was not walked completely.
  /// - The cycle or the surviving objects that the expectation requires were not found.
  /// - The cell expects no surviving object. Objects were counted as alive, but the snapshot
  ///   contains none.
  ///
  /// Otherwise, the cell fails if an object survives that the expectation does not permit, or if
  /// more objects survive than it permits. The cell also fails if the suggested break of an
  /// expected finding was tried in a forked process and did not fix the leak, because the finding
  /// is then wrong.
  ///
  /// - Parameters:
  ///   - released: The last snapshot.
  ///   - residue: The number of objects that were allocated since the start of the cell and not
  ///     freed.
  package init(_ expectation: Cell.Expectation, released: OwnershipSnapshot, residue: Int) {
    let expected = Self.expected(expectation, in: released)
    let unexpected = released.survivors.filter { !Self.isExpected($0, by: expectation) }
    expectedFindings = Self.isTooMuch(expectation, in: released) ? [] : expected
    let hasSeen =
      switch expectation {
      case .clean: true
      case .cycle: !expected.isEmpty
      case .held, .heldByRuntime: !released.survivors.isEmpty
      }
    missesExpectedObjects = released.isComplete && !hasSeen
    (verdict, reason) =
      switch expectation {
      case _ where !released.isComplete:
        (.inconclusive, "the heap was not walked completely")
      case .clean where unexpected.isEmpty && residue != 0:
        (
          .inconclusive,
          "\(residue) objects are counted as alive, but the snapshot contains no surviving object"
        )
      case .cycle(let types) where expected.isEmpty:
        (.inconclusive, "control not seen: no cycle through \(types.joined(separator: " and "))")
      case .held(_, let limit) where released.survivors.count > limit:
        (
          .fail,
          "\(released.survivors.count) objects are retained by their owners, but the expected "
            + "maximum is \(limit)"
        )
      case .held(let owners, _) where released.survivors.isEmpty:
        (.inconclusive, "control not seen: nothing is held by \(owners.joined(separator: " and "))")
      case .heldByRuntime(let owner) where released.survivors.isEmpty:
        (.inconclusive, "control not seen: nothing is held by \(owner)")
      case _ where unexpected.isEmpty:
        Self.refutation(of: expected, in: released).map { (.fail, $0) } ?? (.pass, "")
      default:
        (.fail, Self.account(of: unexpected, in: released))
      }
  }

  /// Returns the reason why an expected finding is wrong; `nil` if no expected finding is wrong.
  private static func refutation(
    of expected: Set<Int>, in snapshot: OwnershipSnapshot
  ) -> String? {
    expected.sorted().lazy.compactMap { snapshot.findings[$0].execution }
      .first { $0.outcome == .refuted }
      .map { "executing the suggested break refuted the finding: \($0.reason)" }
  }

  /// Returns the finding for a cell in which a required cycle or surviving object was not found.
  /// The finding states that the analysis does not detect a known leak.
  static func missingObjectsFinding(for expectation: Cell.Expectation) -> Finding {
    let (types, roots): ([String], [String]) =
      switch expectation {
      case .clean: ([], [])
      case .cycle(let types): (types, [])
      case .held(let owners, _): ([], owners)
      case .heldByRuntime(let owner): ([], [owner])
      }
    return Finding(
      fingerprint: Fingerprint.of(rule: .controlNotSeen, types: types, roots: roots),
      rule: .controlNotSeen, confidence: .proven, graph: ObjectGraph(), roots: roots)
  }

  private static func isTooMuch(
    _ expectation: Cell.Expectation, in snapshot: OwnershipSnapshot
  ) -> Bool {
    if case .held(_, let limit) = expectation { snapshot.survivors.count > limit } else { false }
  }

  private static func isExpected(_ survivor: Survivor, by expectation: Cell.Expectation) -> Bool {
    switch (expectation, survivor.retention) {
    case (.cycle, .leakedInCycle), (.cycle, .leakedBehindCycle): true
    case (.heldByRuntime, .ownerUnexplained): true
    case (.held(let owners, _), .held): survivor.roots.allSatisfy(owners.contains)
    default: false
    }
  }

  private static func expected(
    _ expectation: Cell.Expectation, in snapshot: OwnershipSnapshot
  ) -> Set<Int> {
    Set(
      snapshot.findings.indices.filter { index in
        let finding = snapshot.findings[index]
        switch expectation {
        case .clean:
          return false
        case .cycle(let types):
          let members = finding.graph.nodes.filter { $0.role == .cycle }.map(\.type.baseName)
          return finding.rule.isCycle && types.allSatisfy(members.contains)
        case .heldByRuntime:
          return finding.rule == .heldByRuntime
        case .held(let owners, _):
          return finding.rule == .heldAfterEnding && finding.roots.allSatisfy(owners.contains)
        }
      })
  }

  /// Describes the surviving objects by retention, worst first:
  /// `leaked in a cycle: SinkDisposer#1, …`.
  private static func account(
    of survivors: [Survivor], in snapshot: OwnershipSnapshot
  ) -> String {
    let retentions: [Survivor.Retention] = [
      .leakedInCycle, .leakedBehindCycle, .held, .ownerUnexplained,
    ]
    return retentions.compactMap { retention in
      let names = survivors.filter { $0.retention == retention }.map { snapshot.graph[$0.node].id }
      return names.isEmpty ? nil : "\(retention.rawValue): \(names.joined(separator: ", "))"
    }.joined(separator: "; ")
  }
}

extension String {
  /// A type's name without its generic arguments.
  package var baseName: String { String(prefix { $0 != "<" }) }
}

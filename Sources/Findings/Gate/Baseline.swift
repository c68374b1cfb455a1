/// Findings that a team has accepted or recorded. By default, they do not fail the CI gate.
///
/// `known` is generated from a report and shrinks as leaks are fixed. `accepted` is written by
/// hand; each entry has a reason and an owner.
package struct Baseline: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var fingerprint: String
    /// A description for readers of the file: the finding's cause, or its rule if no cause is
    /// known, and its types.
    package var finding: String?
    /// The programs in which `leakcheck exec` found the leak, or `leakcheck run` for a leak of a
    /// matrix cell; empty if they are unknown.
    package var programs: [String]
    package var reason: String?
    package var owner: String?
    /// The last day on which the entry is valid.
    package var expires: CalendarDay?

    package init(
      fingerprint: String, finding: String? = nil, programs: [String] = [], reason: String? = nil,
      owner: String? = nil, expires: CalendarDay? = nil
    ) {
      self.fingerprint = fingerprint
      self.finding = finding
      self.programs = programs
      self.reason = reason
      self.owner = owner
      self.expires = expires
    }

    /// The reason, the owner and the last day: `cached on purpose (feed team, until 2027-03-01)`.
    package var annotation: String {
      let notes = [owner, expires.map { "until \($0)" }].compactMap { $0 }
      return (reason ?? "") + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
    }
  }

  /// Generated entries, ordered by fingerprint.
  package private(set) var known: [Entry]
  /// Hand-written entries, ordered by fingerprint.
  package private(set) var accepted: [Entry]

  package init(known: [Entry] = [], accepted: [Entry] = []) {
    self.known = known.sorted { $0.fingerprint < $1.fingerprint }
    self.accepted = accepted.sorted { $0.fingerprint < $1.fingerprint }
  }

  /// Creates a baseline that contains the findings of a report. Expected findings, which are known
  /// leaks of tests, are omitted. Known leaks of libraries are omitted as well, because an entry
  /// for such a leak would also hide a leak with the same fingerprint that retains objects of the
  /// program.
  package init(of report: LeakReport) {
    let programs = report.examinedNames
    self.init(
      known: report.findings.filter { $0.status != .expected && !$0.isKnownLibraryLeak }.map {
        Entry(fingerprint: $0.fingerprint, finding: Self.description(of: $0), programs: programs)
      })
  }

  private var fingerprints: Set<String> { Set((known + accepted).map(\.fingerprint)) }

  /// Returns the baseline with the new findings of a report added. If the report contains the
  /// finding of a generated entry, the report's programs are added to this entry.
  ///
  /// Hand-written entries are unchanged; see ``pruned(by:on:)`` for entries that are no longer
  /// needed.
  package func updated(with report: LeakReport) -> Baseline {
    let present = fingerprints
    let found = Baseline(of: report).known
    let added = found.filter { !present.contains($0.fingerprint) }
    let programs = Dictionary(
      found.map { ($0.fingerprint, $0.programs) }, uniquingKeysWith: { first, _ in first })
    let kept = known.map { entry in
      var entry = entry
      let names = entry.programs + (programs[entry.fingerprint] ?? [])
      entry.programs = Set(names).sorted()
      return entry
    }
    return Baseline(known: kept + added, accepted: accepted)
  }

  /// Returns the baseline without stale and expired entries.
  package func pruned(by report: LeakReport, on today: CalendarDay) -> Baseline {
    let dropped = Set((stale(in: report) + expired(on: today)).map(\.fingerprint))
    return Baseline(
      known: known.filter { !dropped.contains($0.fingerprint) },
      accepted: accepted.filter { !dropped.contains($0.fingerprint) })
  }

  /// Returns the entries whose finding is not in the report, because it was fixed or because its
  /// matrix cell did not run. The result does not contain the entries of ``unexamined(in:)``.
  package func stale(in report: LeakReport) -> [Entry] {
    let unexamined = Set(unexamined(in: report))
    return absent(from: report).filter { !unexamined.contains($0) }
  }

  /// Returns the entries whose finding is not in the report, and for which the report did not
  /// examine all programs of the entry.
  package func unexamined(in report: LeakReport) -> [Entry] {
    let examined = Set(report.examinedNames)
    return absent(from: report).filter { !examined.isSuperset(of: $0.programs) }
  }

  private func absent(from report: LeakReport) -> [Entry] {
    let seen = Set(report.findings.filter { $0.status != .expected }.map(\.fingerprint))
    return (accepted + known).filter { !seen.contains($0.fingerprint) }
  }

  /// Returns the entries whose last day is before `today`.
  package func expired(on today: CalendarDay) -> [Entry] {
    (accepted + known).filter { entry in entry.expires.map { $0 < today } ?? false }
  }

  /// Returns the status that the baseline assigns to a finding.
  ///
  /// A finding with the rule ``Rule/controlNotSeen`` cannot be accepted, because it means that the
  /// analysis did not find a known leak.
  func status(of finding: Finding) -> Finding.Status {
    if finding.status == .expected { return .expected }
    if finding.rule == .controlNotSeen { return .new }
    if accepted.contains(where: { $0.fingerprint == finding.fingerprint }) { return .accepted }
    return known.contains { $0.fingerprint == finding.fingerprint } ? .known : .new
  }

  /// Returns the hand-written entry that accepts a finding; `nil` if there is none.
  func entry(for finding: Finding) -> Entry? {
    status(of: finding) == .accepted
      ? accepted.first { $0.fingerprint == finding.fingerprint } : nil
  }

  /// Returns a finding's cause or rule, and its types: `closure-captures-owner: FeedViewModel,
  /// DisposeBag`.
  private static func description(of finding: Finding) -> String {
    let isCycle = finding.graph.nodes.contains { $0.role == .cycle }
    let nodes = finding.graph.nodes.filter { isCycle ? $0.role == .cycle : $0.role != .context }
    var types: [String] = []
    for node in nodes where !types.contains(node.type) { types.append(node.type) }
    let more = types.count > 4 ? " and \(types.count - 4) more" : ""
    return "\(finding.cause?.rawValue ?? finding.rule.rawValue): "
      + types.prefix(4).joined(separator: ", ") + more
  }
}

extension LeakReport {
  /// The names of the programs that the report covers; `leakcheck run` for a report on the matrix.
  package var examinedNames: [String] { program?.names ?? ["leakcheck run"] }
}

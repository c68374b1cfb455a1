/// Findings that a team knows of: the gate turns red for others only.
///
/// `known` is generated from a report and shrinks as findings are repaired; `accepted`
/// is written by hand, and each entry says why and who answers for it.
package struct Baseline: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var fingerprint: String
    /// What it is, for a person who reads the file: rule and types.
    package var finding: String?
    package var reason: String?
    package var owner: String?
    /// The last day on which the entry counts.
    package var expires: CalendarDay?

    package init(
      fingerprint: String, finding: String? = nil, reason: String? = nil, owner: String? = nil,
      expires: CalendarDay? = nil
    ) {
      self.fingerprint = fingerprint
      self.finding = finding
      self.reason = reason
      self.owner = owner
      self.expires = expires
    }

    /// Why, who answers for it, and until when: `cached on purpose (feed team, until 2027-03-01)`.
    package var words: String {
      let notes = [owner, expires.map { "until \($0)" }].compactMap { $0 }
      return (reason ?? "") + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
    }
  }

  /// Generated entries, by fingerprint.
  package private(set) var known: [Entry]
  /// Hand-written entries, by fingerprint.
  package private(set) var accepted: [Entry]

  package init(known: [Entry] = [], accepted: [Entry] = []) {
    self.known = known.sorted { $0.fingerprint < $1.fingerprint }
    self.accepted = accepted.sorted { $0.fingerprint < $1.fingerprint }
  }

  /// Creates a baseline that knows every finding of a report but what controls must show.
  package init(of report: LeakReport) {
    self.init(
      known: report.findings.filter { $0.status != .expected }.map {
        Entry(fingerprint: $0.fingerprint, finding: Self.words(for: $0))
      })
  }

  private var fingerprints: Set<String> { Set((known + accepted).map(\.fingerprint)) }

  /// Returns the baseline that also knows what is new in a report.
  ///
  /// Entries stay as they are; see ``pruned(by:on:)`` for those that are not needed any more.
  package func updated(with report: LeakReport) -> Baseline {
    let present = fingerprints
    let added = Baseline(of: report).known.filter { !present.contains($0.fingerprint) }
    return Baseline(known: known + added, accepted: accepted)
  }

  /// Returns the baseline without stale and expired entries.
  package func pruned(by report: LeakReport, on today: CalendarDay) -> Baseline {
    let dropped = Set((stale(in: report) + expired(on: today)).map(\.fingerprint))
    return Baseline(
      known: known.filter { !dropped.contains($0.fingerprint) },
      accepted: accepted.filter { !dropped.contains($0.fingerprint) })
  }

  /// Entries whose finding the report does not have: repaired, or not run.
  package func stale(in report: LeakReport) -> [Entry] {
    let seen = Set(report.findings.filter { $0.status != .expected }.map(\.fingerprint))
    return (accepted + known).filter { !seen.contains($0.fingerprint) }
  }

  /// Entries whose last day is before `today`.
  package func expired(on today: CalendarDay) -> [Entry] {
    (accepted + known).filter { entry in entry.expires.map { $0 < today } ?? false }
  }

  /// Returns the status that the baseline gives a finding.
  ///
  /// A control that is not seen cannot be accepted.
  func status(of finding: Finding) -> Finding.Status {
    if finding.status == .expected { return .expected }
    if finding.rule == .controlNotSeen { return .new }
    if accepted.contains(where: { $0.fingerprint == finding.fingerprint }) { return .accepted }
    return known.contains { $0.fingerprint == finding.fingerprint } ? .known : .new
  }

  /// Returns the hand-written entry that accepts a finding.
  func entry(for finding: Finding) -> Entry? {
    status(of: finding) == .accepted
      ? accepted.first { $0.fingerprint == finding.fingerprint } : nil
  }

  /// `closure-captures-owner: FeedViewModel, DisposeBag`
  private static func words(for finding: Finding) -> String {
    let isCycle = finding.graph.nodes.contains { $0.role == .cycle }
    let nodes = finding.graph.nodes.filter { isCycle ? $0.role == .cycle : $0.role != .context }
    var types: [String] = []
    for node in nodes where !types.contains(node.type) { types.append(node.type) }
    let more = types.count > 4 ? " and \(types.count - 4) more" : ""
    return "\(finding.cause?.rawValue ?? finding.rule.rawValue): "
      + types.prefix(4).joined(separator: ", ") + more
  }
}

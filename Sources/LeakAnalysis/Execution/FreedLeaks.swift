import Findings

/// The leaks that were freed by trying the suggested breaks of other findings.
struct FreedLeaks {
  /// For each finding, its leaks that were observed. The finding is a consequence only if all of
  /// them were freed.
  private var leaks: [Int: Set<ObservedLeak.ID>] = [:]
  /// For each finding, the leaks of other findings that its suggested break freed.
  private var freed: [Int: Set<ObservedLeak.ID>] = [:]

  init(among observed: [ObservedLeak]) {
    for leak in observed { leaks[leak.id.finding, default: []].insert(leak.id) }
  }

  mutating func add(_ ids: some Sequence<ObservedLeak.ID>, freedBy finding: Int) {
    freed[finding, default: []].formUnion(ids)
  }

  /// Returns whether the suggested break of `cause` freed some of the leaks of `finding`, but not
  /// all.
  func isPartlyFreed(_ finding: Int, by cause: Int) -> Bool {
    isFreed(finding, by: cause) && leaks[finding]?.isSubset(of: freed[cause] ?? []) == false
  }

  /// Returns the findings that are consequences of `cause`, ascending. The suggested break of
  /// `cause` freed all of their leaks, and their own suggested breaks freed no leak of `cause`.
  func consequences(of cause: Int) -> [Int] {
    leaks.keys.sorted().filter { finding in
      isFreed(finding, by: cause) && !isPartlyFreed(finding, by: cause)
        && !isFreed(cause, by: finding)
    }
  }

  private func isFreed(_ finding: Int, by cause: Int) -> Bool {
    freed[cause]?.contains { $0.finding == finding } == true
  }
}

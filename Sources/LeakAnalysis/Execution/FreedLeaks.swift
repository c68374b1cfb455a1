import Findings

/// The leaks that the breaks of other findings freed in their executions.
struct FreedLeaks {
  /// The leaks of each finding that were observed. All of them are freed if the finding is a
  /// consequence.
  private var leaks: [Int: Set<ObservedLeak.ID>] = [:]
  /// For each finding, the leaks of other findings that its break freed.
  private var freed: [Int: Set<ObservedLeak.ID>] = [:]

  init(among observed: [ObservedLeak]) {
    for leak in observed { leaks[leak.id.finding, default: []].insert(leak.id) }
  }

  mutating func add(_ ids: some Sequence<ObservedLeak.ID>, freedBy finding: Int) {
    freed[finding, default: []].formUnion(ids)
  }

  /// Returns whether the break of one finding freed a leak of another finding, but not all of them.
  func isPartlyFreed(_ finding: Int, by cause: Int) -> Bool {
    isFreed(finding, by: cause) && leaks[finding]?.isSubset(of: freed[cause] ?? []) == false
  }

  /// Returns the findings that are consequences of one finding, ascending: its break freed all of
  /// their leaks, and their breaks freed none of its leaks.
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

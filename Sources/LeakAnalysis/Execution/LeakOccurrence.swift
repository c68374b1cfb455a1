import Findings

/// One of several equal leaks, before they are merged into one finding.
struct LeakOccurrence {
  let finding: Finding
  let target: BreakTarget
}

import Findings

/// A single leak, before it is merged with equal leaks into one finding.
struct LeakOccurrence {
  let finding: Finding
  let target: BreakTarget
}

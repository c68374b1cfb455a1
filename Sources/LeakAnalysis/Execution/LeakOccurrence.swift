import Findings

/// One of the equal leaks that a finding represents, before it was merged with the others.
struct LeakOccurrence {
  let finding: Finding
  let target: BreakTarget
}

/// A finding whose objects another leak retains.
struct DependentFinding {
  /// The index of the finding.
  let finding: Int
  /// The addresses of its objects.
  let objects: [UInt]
}

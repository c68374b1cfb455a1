/// A leak whose objects the break of another finding may free as well.
struct ObservedLeak {
  /// One of the equal leaks that a finding represents.
  struct ID: Hashable {
    /// The index of the finding.
    var finding: Int
    /// The index of the leak among those of the finding.
    var occurrence: Int
  }

  let id: ID
  /// The addresses of its objects.
  let objects: [UInt]
}

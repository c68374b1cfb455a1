/// A leak whose objects may also be freed by the suggested break of another finding.
struct ObservedLeak {
  /// The identity of one of the equal leaks that a finding represents.
  struct ID: Hashable {
    /// The index of the finding.
    var finding: Int
    /// The index of the leak among the leaks of the finding.
    var occurrence: Int
  }

  let id: ID
  /// The addresses of the leak's objects.
  let objects: [UInt]
}

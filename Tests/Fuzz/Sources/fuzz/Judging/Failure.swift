/// A difference between a report and the model.
struct Failure: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    /// A leaked object is not in the report.
    case missed
    /// A reachable or freed object is reported as leaked.
    case falseAlarm = "false alarm"
    /// The number of leaked objects of a class is wrong.
    case count
    /// The rule of a finding is wrong: a cycle or an unbalanced retain that does not exist, or an
    /// unbalanced retain that no finding names.
    case rule
    /// A finding is reported as certain, but its object may also be kept alive in another way.
    case proof
    /// Breaking the advised references frees fewer objects than the finding states.
    case breakSet = "break set"
    case status
    case crash, hang
    /// The reports of several runs of one program differ.
    case flake
    /// The program's own counters differ from the model, which is an error in the fuzzer.
    case model
    /// The generated source does not compile, which is an error in the fuzzer.
    case build
  }

  var kind: Kind
  /// The group's number, or `nil` for a failure of the whole program.
  var group: Int?
  var text: String
}

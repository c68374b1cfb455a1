/// A difference between a report and the model.
struct Failure: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    /// A leaked object is not in the report.
    case missed
    /// A reachable or freed object is reported as leaked.
    case falseAlarm = "false alarm"
    /// The number of leaked objects of a class is wrong.
    case count
    /// A finding reports a cycle or an unbalanced retain that does not exist, or a cycle or an
    /// unbalanced retain is reported under another rule.
    case rule
    /// A finding is reported as certain, although something other than typed references may keep
    /// its objects alive.
    case proof
    /// The suggested break frees fewer objects than the finding states.
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
  /// The number of the group; `nil` if the failure concerns the whole program.
  var group: Int?
  var text: String
}

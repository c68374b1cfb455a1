/// A difference between a report and the model.
struct Failure: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    /// A leaked object is not in the report.
    case missed
    /// An object that is alive or freed is reported as leaked.
    case falseAlarm = "false alarm"
    /// The number of leaked objects of a class is wrong.
    case count
    /// The rule of a finding is wrong: a cycle or an unbalanced retain that does not exist, or an
    /// unbalanced retain that no finding names.
    case rule
    /// A finding claims certainty for an object that is also kept alive otherwise.
    case proof
    /// The references to break free less than the finding says.
    case breakSet = "break set"
    case status
    case crash, hang
    /// Runs of one program differ.
    case flake
    /// The program's own counters differ from the model: a fault of the fuzzer.
    case model
    /// The generated source does not compile: a fault of the fuzzer.
    case build
  }

  var kind: Kind
  /// The group's number; `nil` for a failure of the whole program.
  var group: Int?
  var text: String
}

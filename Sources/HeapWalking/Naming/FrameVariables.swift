import Foundation

/// The parameters, captures and variables of a function, in this order, as `llvm-symbolizer` lists
/// them.
struct FrameVariables: Hashable {
  private struct Answer: Decodable {
    struct Variable: Decodable {
      var Name: String
      var DeclLine: Int?
      var FrameOffset: Int?
    }

    var Frame: [Variable]?
  }

  /// The names; an empty string for a variable without a name.
  var names: [String]
  /// The line of the first variable's declaration.
  var firstLine: Int?
  /// The number of variables before the first one that is not stored in the frame. The optimizer
  /// has removed no variable from this part of the list. Without optimization, all variables are
  /// stored in the frame.
  var completeCount: Int

  /// Returns the variables in each answer of `llvm-symbolizer`. An answer to another kind of
  /// request has no variables. Returns an empty array if the data is not output of the tool.
  ///
  /// Variables that the compiler adds for generic parameters are omitted.
  static func all(in data: Data) -> [FrameVariables] {
    guard let answers = try? JSONDecoder().decode([Answer].self, from: data) else { return [] }
    return answers.map { answer in
      let found = (answer.Frame ?? []).filter { !$0.Name.hasPrefix("$τ") }
      return FrameVariables(
        names: found.map(\.Name), firstLine: found.first?.DeclLine,
        completeCount: found.prefix { $0.FrameOffset != nil }.count)
    }
  }

  /// Returns the name of a closure's capture; `nil` if the optimizer may have removed variables.
  /// Captures are counted from 1.
  func capture(_ number: Int, afterParameters count: Int) -> String? {
    let index = count + number - 1
    guard index >= 0, index < completeCount, !names[index].isEmpty else { return nil }
    return names[index]
  }

  /// Returns the name of the only capture of a closure without parameters; `nil` if there is not
  /// exactly one variable, or if the variable may be declared inside the closure.
  ///
  /// The variables of an asynchronous closure are not stored in a frame, so
  /// ``capture(_:afterParameters:)`` finds none.
  func onlyCapture(ofClosureOnLine line: Int) -> String? {
    guard names.count == 1, let name = names.first, let declared = firstLine else { return nil }
    return name == "self" || declared < line ? name : nil
  }
}

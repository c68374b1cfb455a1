import MutantCells
import Reporting
import Scenarios
import StreamCells

/// What `leakcheck run` was asked to do.
struct RunOptions {
  /// Which findings turn the gate red.
  enum Gate: String, CaseIterable {
    /// Those that no baseline knows.
    case new
    /// All but what controls must show.
    case all
    /// None: the run reports and does not judge.
    case none
  }

  /// When output is coloured.
  enum Color: String, CaseIterable {
    case auto, always, never
  }

  var selection = Selection()
  var mutant: Mutant?
  /// Names of formats, all known.
  var formats: [String] = []
  var output: String?
  var gate = Gate.new
  var color = Color.auto
  var isQuiet = false
  var selfTests = false

  private static let options =
    Selection.options + [
      "--mutant", "--format", "--output", "--fail-on", "--color", "--quiet", "--self-test",
      "--help",
    ]

  init(parsing words: [String]) throws(UsageError) {
    var arguments = Arguments(words)
    let matrix = StreamCells.streamMatrix()
    while let option = try arguments.nextOption() {
      if try selection.read(option, from: &arguments, matrix: matrix) { continue }
      switch option {
      case "--mutant": mutant = try Self.mutant(named: arguments.value(of: option))
      case "--format":
        formats += try arguments.values(of: option, called: "format", among: ReportFormats.names)
      case "--output": output = try arguments.value(of: option)
      case "--fail-on": gate = try arguments.choice(of: option, called: "gate")
      case "--color": color = try arguments.choice(of: option, called: "colour setting")
      case "--quiet": isQuiet = true
      case "--self-test": selfTests = true
      default: throw .unknown("option", option, among: Self.options)
      }
    }
    if mutant != nil && selfTests {
      throw UsageError("--self-test runs every mutant; it cannot be combined with --mutant")
    }
    if output == nil && formats.count > 1 {
      throw UsageError("several formats need a folder to go to: --output DIR")
    }
  }

  /// The mutant with a name, which must be in the mutated copy.
  static func mutant(named name: String) throws(UsageError) -> Mutant {
    guard let mutant = mutants.first(where: { $0.name == name }) else {
      throw .unknown("mutant", name, among: mutants.map(\.name))
    }
    if let obstacle = mutant.obstacle {
      throw UsageError("mutant '\(name)' cannot be planted: \(obstacle)")
    }
    return mutant
  }

  /// The command that shows the same again.
  var reproduction: String {
    if selfTests && selection.asOptions.isEmpty { return "make leakcheck" }
    let planted = mutant.map { ["--mutant \($0.name)"] } ?? []
    let tested = selfTests ? ["--self-test"] : []
    return (["leakcheck run"] + selection.asOptions + planted + tested).joined(separator: " ")
  }
}

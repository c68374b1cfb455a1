import Findings
import Foundation
import Reporting
import TestSupport
import Testing

/// Tests that a report suggests edits that a person can type, and that these edits keep the
/// references that the program needs.
@Suite(.runsPrograms) struct AdviceTests {
  private struct Expectation {
    var kind: String
    /// Texts that the report contains.
    var contains: [String]
    var lacks: [String] = []
    var cause: Cause?
    /// A Boolean value indicating whether the edit depends on the code that created a closure. The
    /// optimizer copies such code, so the edit is not checked in optimized builds.
    var dependsOnCode = false
  }

  private static func removal(from property: String, in type: String = "Shelf") -> Expectation {
    let line = AdviceProgram.line(property)
    return Expectation(
      kind: property,
      contains: ["remove the element from \(property) when done, in \(type) at main.swift:\(line)"],
      lacks: ["make this reference weak", "to nil", "unowned"])
  }

  /// Returns the expectation for a property of `Shelf` that contains a sequence from which the
  /// program cannot remove an element.
  private static func assignment(_ edit: String, to property: String) -> Expectation {
    let line = AdviceProgram.line(property)
    return Expectation(
      kind: property, contains: ["\(edit) when done, in Shelf at main.swift:\(line)"],
      lacks: ["make this reference weak", "remove the element from", "unowned"])
  }

  private static let expectations = [
    Expectation(
      kind: "made",
      contains: [
        "remove the element from owned when done, in Part at main.swift:\(AdviceProgram.line("owned"))"
      ], lacks: ["weak var tool"]),
    Expectation(
      kind: "engine",
      contains: ["weak var client, in Engine at main.swift:\(AdviceProgram.line("client"))"],
      lacks: ["engine, in Base"]),
    Expectation(
      kind: "seats",
      contains: ["weak var car, in Seat at main.swift:\(AdviceProgram.line("seat"))"]),
    Expectation(
      kind: "chain", contains: ["[weak "],
      lacks: ["[weak following]", "[weak self]", "capture self"]),
    Expectation(
      kind: "promise",
      contains: ["weak var preceding, in Step at main.swift:\(AdviceProgram.line("promise"))"],
      lacks: ["[weak "], dependsOnCode: true),
    Expectation(
      kind: "context",
      contains: ["weak var preceding, in Step at main.swift:\(AdviceProgram.line("promise"))"],
      lacks: ["[weak "], dependsOnCode: true),
    Expectation(
      kind: "nested", contains: ["move the body of local() into a closure with [weak self]"],
      lacks: ["method"], cause: .nestedFunctionAsHandler),
    Expectation(
      kind: "renamed", contains: ["main.swift:\(AdviceProgram.line("renamed"))", "[weak "],
      lacks: ["self]"], cause: .closureCapturesOwner),
    Expectation(
      kind: "autoclosure", contains: ["in place of the argument"],
      lacks: ["self.method", "break here: [weak"], cause: .autoclosureCapturesOwner),
    Expectation(
      kind: "unfolding", contains: ["[weak "], lacks: ["onTermination", "continuation"],
      cause: .unfoldingStream),
    Expectation(
      kind: "elements",
      contains: [
        "array of objects", "break here: capture weak references to the elements in closure",
        "main.swift:\(AdviceProgram.line("elements"))",
      ]),
    Expectation(kind: "array", contains: ["break here: set any to nil when done"]),
    Expectation(kind: "cache", contains: ["break here: call removeAllObjects() when done"]),
    Expectation(kind: "path", contains: ["break here: set path to nil when done"]),
    Expectation(kind: "mirror", contains: ["break here: set any to nil when done"]),
    Expectation(
      kind: "decoder", contains: ["break here: remove the value from userInfo when done"]),
    removal(from: "list"), removal(from: "table"), removal(from: "ordered"),
    removal(from: "progress"),
    assignment("assign another value to sequence", to: "sequence"),
    assignment("set iterator to nil", to: "iterator"),
    removal(from: "pairs", in: "Vertex"), removal(from: "edges", in: "Vertex"),
    removal(from: "named", in: "Vertex"), removal(from: "statements", in: "Database"),
    Expectation(
      kind: "injected",
      contains: [
        "break here: weak var view, in Presenter at main.swift:\(AdviceProgram.line("injected"))",
        "or break: weak var presenter", "if another object owns",
      ]),
    Expectation(
      kind: "tapped", contains: ["break here: [weak ", ":\(AdviceProgram.line("tapped"))"],
      lacks: ["break here: unowned"]),
    Expectation(
      kind: "server",
      contains: ["weak var server, in Responder at main.swift:\(AdviceProgram.line("server"))"],
      lacks: ["delegate, in Server"]),
    Expectation(
      kind: "fixed", contains: ["declare fixed as an optional variable and set it to nil when done"]
    ),
    Expectation(
      kind: "session",
      contains: ["weak var delegate, in URLSession at main.swift:\(AdviceProgram.line("session"))"],
      lacks: ["finishTasksAndInvalidate"]),
    Expectation(
      kind: "block", contains: ["break here: [weak ", "main.swift:\(AdviceProgram.line("block"))"],
      lacks: ["untyped memory"]),
    Expectation(
      kind: "operation",
      contains: ["break here: [weak ", "main.swift:\(AdviceProgram.line("operation"))"],
      cause: .libraryHandlerCapturesOwner),
    Expectation(
      kind: "group",
      contains: [
        "fix: Call leave() as often as enter()", "break here: [weak ",
        "main.swift:\(AdviceProgram.line("group"))",
      ], cause: .dispatchGroup),
    // libdispatch calls the closure on another thread, so the edit cannot be tried.
    Expectation(
      kind: "data", contains: ["break here: [weak ", "main.swift:\(AdviceProgram.line("data"))"],
      cause: .libraryHandlerCapturesOwner),
    Expectation(kind: "owned", contains: ["owned: untyped memory", "clear owned when done"]),
    // The object also contains a pointer to itself that does not retain it.
    Expectation(
      kind: "buffered", contains: ["buffer: untyped memory", "clear buffer when done"],
      lacks: ["back"]),
    Expectation(
      kind: "many", contains: ["seen 2101 times", ":\(AdviceProgram.line("other"))"]),
    Expectation(kind: "generic", contains: [], lacks: ["weak var"]),
    Expectation(
      kind: "constrained",
      contains: [
        "weak var value, in Pair at main.swift:\(AdviceProgram.line("constrained"))"
      ]),
  ]

  @Test(arguments: [["-Onone", "-g"], ["-O", "-g"]])
  func suggestsTheExpectedEditForEachMistake(options: [String]) throws {
    let options = options + ["-swift-version", "5"]
    try withCompiledProgram(AdviceProgram.source, options: options) { program in
      for expected in Self.expectations {
        if expected.dependsOnCode, options.contains("-O") { continue }
        try withTemporaryFolder { folder in
          let result = try Tool.run([
            "exec", "--format", "text,json", "--output", folder.path, "--", program,
            expected.kind,
          ])
          let data = try Data(contentsOf: folder.appending(path: "leakcheck.json"))
          let report = try ReportReader.report(from: data, name: "leakcheck.json")
          // The optimizer may remove the objects.
          if options.contains("-O"), report.findings.isEmpty { return }
          let text = result.errors
          #expect(report.findings.count == 1, "\(expected.kind): \(text)")
          for words in expected.contains {
            // If the class has no debug information, its line is unknown.
            let isShown =
              text.contains(words)
              || options.contains("-O") && text.contains(words.split(separator: ", in ")[0])
            #expect(isShown, "\(words) \(text)")
          }
          for words in expected.lacks { #expect(!text.contains(words), "\(words) \(text)") }
          guard let cause = expected.cause else { return }
          #expect(report.findings.first?.cause == cause, "\(text)")
        }
      }
    }
  }
}
